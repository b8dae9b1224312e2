"""The project itself: lint, types, imports, arithmetic, the wheel, and a README that is true."""

import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from typer.testing import CliRunner

from game.cli import app
from game.fish.diagram import mermaid
from game.simulation.dive import dive_from_text
from tests import arithmetic

ROOT = Path(__file__).resolve().parent.parent


def run(*command, **options):
    """Run a command of this Python's environment from the top of the project."""
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, capture_output=True, text=True, check=False, **options
    )


@pytest.mark.parametrize(
    "command",
    [
        ("ruff", "check", "."),
        ("ruff", "format", "--check", "."),
        ("mypy",),
    ],
    ids=["lint", "format", "types"],
)
def test_the_code_is_clean(command):
    done = run("-m", *command)
    assert done.returncode == 0, done.stdout + done.stderr


def test_imports_point_one_way():
    done = run("-c", "from importlinter.cli import lint_imports_command; lint_imports_command()")
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_simulation_loads_no_engine_and_opens_no_window():
    code = (
        "import sys, game.simulation.simulation, game.lab.bench, game.cli\n"
        "loaded = [m for m in sys.modules if m.split('.')[0] in ('panda3d', 'direct')]\n"
        "sys.exit(str(loaded) if loaded else 0)"
    )
    done = run("-c", code)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("path", arithmetic.sources(), ids=lambda path: path.stem)
def test_ticks_use_only_exact_arithmetic(path):
    assert arithmetic.findings(path) == []


WRONG = """
np.exp(x); np.expm1(x); np.log(x); np.log1p(x); math.log(x); np.log10(x); np.power(x, 2);
pow(x, 2); np.float_power(x, 2); np.cbrt(x); np.sin(x); np.cos(x); np.tan(x); np.arcsin(x);
np.arctan2(y, x); math.atan2(y, x); math.acos(x); math.tanh(x); np.hypot(x, y); math.hypot(x, y);
np.einsum('i,i', a, b); np.matmul(a, b); np.dot(a, b); a.dot(b); np.vdot(a, b); np.inner(a, b);
np.cross(a, b); a @ b; a @= b; np.sum(a); a.sum(); a.sum(axis=1); sum(xs); np.mean(a); a.mean();
a.std(); np.var(a); a.prod(); np.cumsum(a); a.cumsum(); np.add.reduce(a); np.add.accumulate(a);
math.fsum(a); math.dist(a, b); np.linalg.norm(a); np.random.default_rng(); random.random();
x ** 2; x ** 0.5; x **= 2; np.interp(a, b, c); np.sort(a); np.argsort(a); a.argsort(); a.sort();
np.median(a); np.vectorize(f); math.exp(x); import time; import random; import datetime;
import numpy.random; import numpy as n; import math as m; from time import perf_counter;
from datetime import datetime; from random import random; from math import sin;
from math import exp as e; from numpy import exp; from numpy.linalg import norm;
from numpy.random import default_rng; import cmath; x = np.exp; np.square(x); math.pow(x, 2)
""".replace("\n", ";").split(";")


@pytest.mark.parametrize("code", [code.strip() for code in WRONG if code.strip()])
def test_the_arithmetic_lint_catches(code):
    assert list(arithmetic.check(code))


@pytest.mark.parametrize(
    "code",
    [
        "x * x + y / 2 - np.sqrt(z)",
        "np.bincount(i, weights=w)",
        "np.count_nonzero(a)",
        "np.argsort(a, kind='stable')",
        "events.sort(key=by_id)",
        "2.0**-53",
        "from game.steering.vectors import dot\ndot(a, b)",
        "'np.exp(x)'  # np.sin",
        "from numpy.typing import NDArray",
        "HALF = constant(math.cos(math.radians(30)))",
    ],
)
def test_the_arithmetic_lint_lets_pass(code):
    assert list(arithmetic.check(code)) == []


def test_the_arithmetic_lint_spares_only_the_function_it_names():
    code = "def f(x):\n    return math.exp(x)\ndef g(x):\n    return math.exp(x)\n"
    found = list(arithmetic.check(code, "a.py", [("a.py", "f")]))
    assert [(one.line, one.where) for one in found] == [(4, "g")]


@pytest.mark.parametrize("spared", arithmetic.LOAD_TIME, ids="-".join)
def test_every_exception_of_the_arithmetic_lint_is_still_needed(spared):
    file, function = spared
    code = (ROOT / "game" / file).read_text("utf-8")
    others = set(arithmetic.LOAD_TIME) - {spared}
    found = arithmetic.check(code, file, others)
    assert any(one.where.startswith(function) for one in found)


@pytest.mark.parametrize("counted", arithmetic.COUNTS, ids="-".join)
def test_every_count_that_the_arithmetic_lint_allows_is_still_there(counted):
    file, function, what = counted
    found = arithmetic.check((ROOT / "game" / file).read_text("utf-8"), file)
    assert (function, what) in [(one.where, one.what) for one in found]


def test_wheel_and_sdist_hold_what_they_must(tmp_path):
    build = (
        "import sys; from hatchling.build import build_wheel, build_sdist;"
        "build_wheel(sys.argv[1]); build_sdist(sys.argv[1])"
    )
    done = run("-c", build, str(tmp_path))
    assert done.returncode == 0, done.stderr
    names = zipfile.ZipFile(next(tmp_path.glob("*.whl"))).namelist()
    for maze in (ROOT / "mazes").glob("*.toml"):
        assert f"game/data/mazes/{maze.name}" in names
    for data in ("fish/species.toml", "submarine/submarine.toml", "simulation/rules.toml"):
        assert f"game/{data}" in names
    assert any(name.startswith("game/data/models/") for name in names)
    assert not [name for name in names if "tests" in name.split("/")]
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as sdist:
        assert any(name.endswith("tests/test_project.py") for name in sdist.getnames())


def documents():
    """Every page of documentation."""
    return [p for p in ROOT.rglob("*.md") if not any(part.startswith(".") for part in p.parts)]


@pytest.mark.parametrize("page", documents(), ids=lambda p: p.relative_to(ROOT).as_posix())
def test_every_flag_in_the_documents_exists(page):
    for line in re.findall(r"^\s*(?:\$ )?shoal ([a-z].*)$", page.read_text("utf-8"), re.MULTILINE):
        verb = line.split()[0]
        shown = CliRunner().invoke(app, [verb, "--help"], env={"COLUMNS": "200"})
        assert shown.exit_code == 0, line
        for flag in re.findall(r"(?<!\S)--[a-z-]+", line.split("#")[0]):
            assert flag in shown.output, line


def test_the_readme_test_command_is_what_ci_runs():
    ci = (ROOT / ".ci" / "run").read_text("utf-8")
    readme = (ROOT / "README.md").read_text("utf-8")
    command = next(line for line in readme.splitlines() if "pytest" in line and "venv" in line)
    assert command.strip() in ci


def test_the_drawn_life_cycle_is_the_tables():
    page = (ROOT / "game" / "README.md").read_text("utf-8")
    assert f"```mermaid\n{mermaid()}```" in page


@pytest.mark.parametrize("page", documents(), ids=lambda p: p.relative_to(ROOT).as_posix())
def test_python_in_the_documents_runs(page):
    for code in re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.DOTALL):
        done = run("-c", code)
        assert done.returncode == 0, done.stderr


def test_the_maze_in_the_documents_is_in_order():
    code = re.findall(
        r"```toml\n(.*?)```", (ROOT / "mazes" / "README.md").read_text("utf-8"), re.DOTALL
    )
    assert dive_from_text(code[0]).maze.title == "Coral Gate"


def test_links_in_the_documents_lead_somewhere():
    for page in documents():
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page}: {target}"
