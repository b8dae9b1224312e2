"""The `shoal` command: what it prints, how it ends, and one clear line for every failure."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def shoal(*words, cwd=ROOT, **options):
    """Run `shoal` in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "game", *map(str, words)],
        cwd=cwd,
        env={"PYTHONPATH": str(ROOT), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
        encoding="utf-8",
        **options,
    )


def test_simulate_json_is_one_object_with_the_agreed_keys(tmp_path):
    done = shoal("simulate", "coral-gate", "--seconds", 3, "--seed", 5, "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert list(found) == [
        "maze", "seed", "seconds", "ticks", "fish", "score", "hull", "air", "outcome",
        "fish_steps_per_second", "deepest_penetration", "digest",
    ]  # fmt: skip
    assert list(found["fish"]) == ["spawned", "caught", "struck", "expired", "alive"]
    assert (found["seed"], found["ticks"], found["seconds"]) == (5, 180, 3.0)
    assert found["deepest_penetration"] == 0.0
    assert done.stderr == ""


def test_bare_shoal_says_why_there_is_no_window_and_swims(tmp_path):
    done = shoal(cwd=tmp_path)
    assert done.returncode == 0
    assert "window" in done.stderr
    assert "caught" in done.stdout


def test_a_script_file_pilots_and_a_trace_is_written(tmp_path):
    (tmp_path / "drive.toml").write_text("format = 1\n[[at]]\ntime = 0.0\nthrust = 1.0\n")
    words = ("simulate", "open-water", "--seconds", 1, "--pilot", "drive.toml")
    done = shoal(*words, "--trace", "dive.jsonl", "--every", 10, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in (tmp_path / "dive.jsonl").read_text().splitlines()]
    ticks = [line for line in lines if line["kind"] == "tick"]
    assert [line["tick"] for line in ticks] == [0, 10, 20, 30, 40, 50, 60]
    assert ticks[-1]["submarine"]["speed"] > 2


def test_check_tells_faults_and_counts(tmp_path):
    (tmp_path / "bad.toml").write_text("format = 1\ntitel = 'x'\n")
    done = shoal("check", "bad.toml", cwd=tmp_path)
    assert done.returncode == 1
    assert "bad.toml:2:1: unknown key 'titel'; did you mean 'title'?" in done.stderr
    assert "1 file checked" in done.stdout
    assert shoal("check", ROOT / "mazes").returncode == 0
    assert shoal("check", "coral-gate").returncode == 0
    species = ROOT / "game" / "fish" / "species.toml"
    assert shoal("check", species).returncode == 0
    (tmp_path / "kinds.toml").write_text("[species.eel]\nbase = 'barracuda'\nradius = -1\n")
    done = shoal("check", "kinds.toml", cwd=tmp_path)
    assert "kinds.toml:3:10: 'radius' must be greater than 0" in done.stderr
    (tmp_path / "drive.toml").write_text("format = 1\n[[at]]\ntime = 0\nthrust = 2.0\n")
    done = shoal("check", "drive.toml", cwd=tmp_path)
    assert "drive.toml:4:10: 'thrust' must be less than or equal to 1" in done.stderr


def test_diagram_and_schema_print():
    assert shoal("diagram").stdout.startswith("stateDiagram-v2")
    assert json.loads(shoal("schema").stdout)["title"] == "Shoal maze"


def test_bench_prints_a_table_and_json():
    done = shoal("bench", "--seconds", 0.01, "--json")
    found = json.loads(done.stdout)
    assert list(found["fish"]) == ["20", "200", "1000", "5000", "10000"]
    assert all(value > 0 for row in found["fish"].values() for value in row.values())
    assert found["flow_field_ms"] > 0


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("simulate", "coral-gat"), "did you mean 'coral-gate'?"),
        (("simulate", "nowhere.toml"), "no such file"),
        (("simulate", "."), "cannot be read"),
        (("simulate", "coral-gate", "--seconds", "nan"), "--seconds"),
        (("simulate", "coral-gate", "--seconds", "-1"), "--seconds"),
        (("simulate", "coral-gate", "--pilot", "ghost"), "--pilot ghost: no such file"),
        (("simulate", "coral-gate", "--seconds", "0", "--trace", "no/dir/x.jsonl"), "No such file"),
        (("check", "nowhere.toml"), "no such file"),
        (("bench", "--seconds", "0"), "--seconds"),
        (("simulate", "open-water", "--pilot", "pyproject.toml"), "unknown key"),
    ],
)
def test_what_cannot_run_says_so_in_a_line_and_ends_with_2(words, says):
    done = shoal(*words)
    assert done.returncode == 2, done.stdout
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_wrong_words_end_with_2_and_no_traceback():
    for words in (("swim",), ("simulate",), ("simulate", "coral-gate", "--every", "0")):
        done = shoal(*words)
        assert done.returncode == 2
        assert "Traceback" not in done.stderr


def test_debug_shows_the_traceback():
    assert "Traceback" in shoal("--debug", "simulate", "nowhere.toml").stderr


def test_a_reader_that_goes_away_is_no_error():
    done = subprocess.run(
        f"{sys.executable} -m game schema | head -c 1",
        shell=True,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr
