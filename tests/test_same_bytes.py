"""Same seed, same bytes: wherever, whoever else swims, and since the last change of a rule."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from game.simulation.dive import dive_from_text
from tests.dives import START, Vector, open_water, read, trace_text

ROOT = Path(__file__).parents[1]
GOLDEN = Path(__file__).with_name("golden.json")
PLACES: list[dict[str, str]] = [
    {"PYTHONHASHSEED": "1", "LC_ALL": "C", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
    {
        "PYTHONHASHSEED": "2",
        "LC_ALL": "tr_TR.UTF-8",
        "LANG": "de_DE.UTF-8",
        "TZ": "Asia/Kathmandu",
        "OMP_NUM_THREADS": "4",
        "OPENBLAS_NUM_THREADS": "4",
    },
]


def simulate(folder: Path, maze: str, more: dict[str, str], seed: int, seconds: int) -> Any:
    """Run the command in a folder and an environment; return its trace's bytes and its JSON."""
    command = [sys.executable, "-m", "game", "simulate", maze, "--seed", str(seed)]
    command += ["--seconds", str(seconds), "--trace", "dive.jsonl", "--every", "1", "--json"]
    found = subprocess.run(
        command,
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)} | more,
        capture_output=True,
        check=True,
        text=True,
        encoding="utf-8",
    )
    return (folder / "dive.jsonl").read_bytes(), json.loads(found.stdout)


def test_two_processes_in_two_places_write_the_same_trace(tmp_path: Path) -> None:
    traces, reports = [], []
    for number, more in enumerate(PLACES):
        folder = tmp_path / f"ein Ordner {number}"
        folder.mkdir()
        trace, report = simulate(folder, "coral-gate", more, seed=5, seconds=30)
        report.pop("fish_steps_per_second")
        traces.append(trace)
        reports.append(report)

    assert traces[0] == traces[1]
    assert reports[0] == reports[1]
    end = json.loads(traces[0].splitlines()[-1])
    assert end["digest"] == reports[0]["digest"]


@pytest.mark.parametrize(("maze", "seed"), [("coral-gate", 1), ("labyrinth", 2)])
def test_the_golden_digest(maze: str, seed: int, tmp_path: Path) -> None:
    """A change of a rule, a maze or a species changes it: `python -m tests.test_same_bytes`."""
    trace, report = simulate(tmp_path, maze, {}, seed, seconds=20)
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))[f"{maze} {seed}"]

    assert report["digest"] == golden["digest"]
    assert hashlib.sha256(trace).hexdigest() == golden["trace"]


SPAWN = """
[[spawn]]
species = "sardine"
at = "e"
every = 2.0
at_most = 5
"""
FAR: tuple[str, Vector, Vector] = ("barracuda", (10.0, 10.0, 10.0), (1.0, 0.0, 0.0))
CLOSE: list[tuple[str, Vector, Vector]] = [
    ("sardine", (START[0] + 7.0, START[1] + 1.0, START[2]), (0.0, 1.0, 0.0)),
    ("sardine", (START[0] + 7.5, START[1] + 2.0, START[2]), (0.0, 1.0, 0.0)),
    ("lionfish", (START[0], START[1] + 14.0, START[2] - 2.0), (0.0, -1.0, 0.0)),
    ("barracuda", (START[0] - 12.0, START[1], START[2]), (1.0, 0.0, 0.0)),
]


def lines_of_all_but(text: str, fish: int) -> list[str]:
    """Return what a trace says of every other body, as text."""
    kept = []
    for entry in read(text):
        if entry.get("fish") == fish or entry["kind"] in ("header", "end"):
            continue
        if entry["kind"] == "tick":
            entry["fish"] = [one for one in entry["fish"] if one["id"] != fish]
        kept.append(json.dumps(entry))
    return kept


def test_a_far_fish_leaves_the_bytes_of_all_others() -> None:
    alone = open_water({}, CLOSE).replace(".....S....", "....eS....") + SPAWN
    far = f'[[fish]]\nspecies = "{FAR[0]}"\nposition = {list(FAR[1])}\ndirection = {list(FAR[2])}\n'
    number = (len(CLOSE) + 1) << 20
    without = trace_text(dive_from_text(alone), 12.0, seed=9)
    within = trace_text(dive_from_text(alone + far), 12.0, seed=9)

    assert f'"id":{number}' in within
    assert len(lines_of_all_but(without, number)) > 720
    assert lines_of_all_but(without, number) == lines_of_all_but(within, number)


def write_golden() -> None:
    """Store the digests of today."""
    import tempfile

    golden = {}
    for maze, seed in (("coral-gate", 1), ("labyrinth", 2)):
        with tempfile.TemporaryDirectory() as folder:
            trace, report = simulate(Path(folder), maze, {}, seed, seconds=20)
        golden[f"{maze} {seed}"] = {
            "digest": report["digest"],
            "trace": hashlib.sha256(trace).hexdigest(),
        }
    GOLDEN.write_text(json.dumps(golden, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_golden()
