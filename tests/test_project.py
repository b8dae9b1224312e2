"""The project itself: lint, types, imports, arithmetic, the wheel, and a README that is true."""

import re
import shlex
import subprocess
import sys
import tarfile
import zipfile
from functools import cache
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


BUILD = """
import os, sys
from hatchling.build import build_sdist, build_wheel
os.chdir(sys.argv[1])
build_wheel(sys.argv[2]), build_sdist(sys.argv[2])
"""


def built(source, into):
    """Build a wheel and an sdist; their paths."""
    into.mkdir()
    done = run("-c", BUILD, str(source), str(into))
    assert done.returncode == 0, done.stderr
    return next(into.glob("*.whl")), next(into.glob("*.tar.gz"))


@pytest.fixture(scope="module")
def packed(tmp_path_factory):
    """The wheel and the sdist of this checkout."""
    return built(ROOT, tmp_path_factory.mktemp("built") / "dist")


def test_the_wheel_holds_what_it_must(packed):
    names = zipfile.ZipFile(packed[0]).namelist()
    for maze in (ROOT / "mazes").glob("*.toml"):
        assert f"game/data/mazes/{maze.name}" in names
    for data in (ROOT / "game").rglob("*.toml"):
        assert data.relative_to(ROOT).as_posix() in names
    assert "game/data/models/README.md" in names
    assert "game/py.typed" in names
    assert {name.split("/")[0] for name in names} == {"game", names[-1].split("/")[0]}
    assert not [name for name in names if "__pycache__" in name]


def test_an_unpacked_wheel_swims_its_own_mazes(packed, tmp_path):
    zipfile.ZipFile(packed[0]).extractall(tmp_path)
    code = (
        "from game.simulation.dive import load_dive; from game.maze import shipped;"
        "load_dive('first-dive'); print(shipped.folder())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.stdout.strip() == str(tmp_path / "game" / "data" / "mazes"), done.stderr


def test_a_wheel_made_from_the_sdist_is_the_same(packed, tmp_path):
    with tarfile.open(packed[1]) as sdist:
        sdist.extraction_filter = getattr(tarfile, "data_filter", None)  # from 3.11.4 on
        sdist.extractall(tmp_path)
    source = next(tmp_path.iterdir())
    assert (source / "tests" / "test_project.py").is_file()
    again, _ = built(source, tmp_path / "dist")
    assert zipfile.ZipFile(again).namelist() == zipfile.ZipFile(packed[0]).namelist()


def documents():
    """Every page of documentation."""
    pages = (page.relative_to(ROOT) for page in ROOT.rglob("*.md"))
    return sorted(page for page in pages if not any(part.startswith(".") for part in page.parts))


def read(page):
    """The text of a page."""
    return (ROOT / page).read_text("utf-8")


@cache
def help_of(*verb):
    """What `shoal VERB --help` prints."""
    shown = CliRunner().invoke(app, [*verb, "--help"], env={"COLUMNS": "200", "TERM": "dumb"})
    assert shown.exit_code == 0, verb
    return shown.output


def flags_in(text):
    """The flags that a text names."""
    return re.findall(r"(?<![\w-])--[a-z][a-z-]*", text)


@pytest.mark.parametrize("page", documents(), ids=str)
def test_every_verb_and_flag_in_the_documents_exists(page):
    text = read(page)
    lines = re.findall(r"^\s*(?:\$ )?shoal ([a-z].*)$", text, re.MULTILINE)
    for line in lines + re.findall(r"`shoal ([a-z][^`]*)`", text):
        for flag in flags_in(line.split("#")[0]):
            assert flag in flags_in(help_of(line.split()[0])), line
        assert help_of(line.split()[0])
    verbs = [command.name or command.callback.__name__ for command in app.registered_commands]
    known = {
        flag for verb in ((), *((verb,) for verb in verbs)) for flag in flags_in(help_of(*verb))
    }
    assert set(re.findall(r"`(--[a-z-]+)", text)) <= known


def commands(text):
    """The `shoal` commands of a page's shell blocks, made short."""
    for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL):
        for line in re.findall(r"^shoal (.*)$", block, re.MULTILINE):
            words = shlex.split(re.sub(r">.*", "", line))
            short = {
                "simulate": ["--seconds", "0.5"],
                "bench": ["--fish", "9", "--seconds", ".001"],
            }
            yield words + short.get(words[0], [])


def test_the_commands_of_the_readme_run(tmp_path, monkeypatch):
    maze = re.findall(r"```toml\n(.*?)```", read("mazes/README.md"), re.DOTALL)[0]
    (tmp_path / "my-reef.toml").write_text(maze, "utf-8")
    monkeypatch.chdir(tmp_path)
    ran = list(commands(read("README.md")))
    assert {words[0] for words in ran} == {"simulate", "check", "schema", "diagram", "bench"}
    for words in ran:
        done = CliRunner().invoke(app, words)
        assert done.exit_code == 0, (words, done.output)
    assert (tmp_path / "dive.jsonl.gz").is_file()


def test_the_readme_test_command_is_what_ci_runs():
    command = next(line for line in read("README.md").splitlines() if "pytest" in line)
    assert command in read(".ci/run").splitlines()


def test_the_drawn_life_cycle_is_the_tables():
    assert f"```mermaid\n{mermaid()}```" in read("game/README.md")


@pytest.mark.parametrize("page", documents(), ids=str)
def test_python_in_the_documents_runs(page):
    for code in re.findall(r"```python\n(.*?)```", read(page), re.DOTALL):
        done = run("-c", code)
        assert done.returncode == 0, done.stderr


def test_the_maze_in_the_documents_is_in_order():
    code = re.findall(r"```toml\n(.*?)```", read("mazes/README.md"), re.DOTALL)
    assert dive_from_text(code[0]).maze.title == "Coral Gate"


def test_links_in_the_documents_lead_somewhere():
    for page in documents():
        for target in re.findall(r"\]\(([^)#:]+)\)", read(page)):
            assert (ROOT / page.parent / target).exists(), f"{page}: {target}"
