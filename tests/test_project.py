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


@pytest.mark.parametrize(
    "code",
    [
        "np.exp(x)", "math.log(x)", "x ** 2", "x **= 2", "a @ b", "np.sin(x)", "np.hypot(x, y)",
        "np.einsum('i,i', a, b)", "a.sum()", "np.sum(a)", "a.mean()", "np.linalg.norm(a)",
        "np.random.default_rng()", "a.dot(b)", "from math import sin", "import time",
        "from datetime import datetime", "import random", "np.power(x, 2)", "pow(x, 2)", "sum(xs)",
        "from numpy import exp", "math.atan2(y, x)", "math.dist(a, b)",
    ],
)  # fmt: skip
def test_the_arithmetic_lint_catches(code):
    assert list(arithmetic.check(code))


@pytest.mark.parametrize(
    "code",
    [
        "x * x + y / 2 - np.sqrt(z)",
        "np.bincount(i, weights=w)",
        "2.0**-53",
        "from game.steering.vectors import dot\ndot(a, b)",
        "'np.exp(x)'  # np.sin",
    ],
)
def test_the_arithmetic_lint_lets_pass(code):
    assert list(arithmetic.check(code)) == []


def test_every_exception_of_the_arithmetic_lint_is_still_needed():
    for file, name in arithmetic.LOAD_TIME:
        assert name in (ROOT / "game" / file).read_text(encoding="utf-8")


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
