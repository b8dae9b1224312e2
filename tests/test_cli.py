"""The `shoal` command: what it prints, how it ends, and one clear line for every failure."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from game import cli

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


def at_a_shell(words, **environment):
    """Run `shoal` by a shell."""
    return subprocess.run(
        f"{sys.executable} -m game {words}",
        shell=True,
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
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
    words = ("bench", "--seconds", 0.001, "--fish", 200, "--fish", 20)
    found = json.loads(shoal(*words, "--json").stdout)
    assert list(found["fish"]) == ["20", "200"]
    assert all(value > 0 for row in found["fish"].values() for value in row.values())
    assert found["flow_field_ms"] > 0
    assert "neighbours" in shoal(*words).stdout


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


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("swim",), "No such command 'swim'"),
        (("simulate",), "Missing argument"),
        (("simulate", "coral-gate", "--every", "0"), "--every"),
        (("simulate", "coral-gate", "--seed", "many"), "--seed"),
        (("simulate", "coral-gate", "--secnods", "3"), "--seconds"),
        (("simulate", "coral-gate", "--trace", "coral-gate.toml"), "ends in .jsonl or .jsonl.gz"),
        (("bench", "fast"), "fast"),
    ],
)
def test_wrong_words_end_with_2_in_one_line(words, says):
    done = shoal(*words)
    assert done.returncode == 2
    assert says in done.stderr
    assert done.stderr.count("\n") == 1


def test_all_paths_are_checked_though_one_is_missing():
    done = shoal("check", "nowhere.toml", "coral-gate", "nor-here")
    assert done.returncode == 2
    assert "nowhere.toml" in done.stderr
    assert "nor-here" in done.stderr
    assert "1 file checked" in done.stdout


def test_debug_shows_the_traceback_wherever_it_stands():
    assert "Traceback" in shoal("--debug", "simulate", "nowhere.toml").stderr
    assert "Traceback" in shoal("simulate", "nowhere.toml", "--debug").stderr
    assert shoal("simulate", "first-dive", "--seconds", 0, "--debug").returncode == 0


def test_a_defect_is_one_line_too(monkeypatch, capsys):
    def broken():
        raise ZeroDivisionError("something\nodd")

    monkeypatch.setattr("game.cli.app", lambda *words, **options: broken())
    monkeypatch.setattr(sys, "argv", ["shoal"])
    monkeypatch.setattr("game.cli.drop_output", lambda: None)
    with pytest.raises(SystemExit) as end:
        cli.main()
    assert end.value.code == 2
    assert capsys.readouterr().err.splitlines() == [
        "shoal: a defect of shoal itself, ZeroDivisionError: something odd (--debug shows where)"
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_an_interrupt_ends_with_130_and_says_nothing(tmp_path):
    trace = tmp_path / "dive.jsonl"
    words = [sys.executable, "-m", "game", "simulate", "labyrinth", "--seconds", "100000"]
    options = {
        "stdout": subprocess.PIPE,
        "stderr": subprocess.PIPE,
        # A test run in the background of a shell ignores interrupts, and so would its children.
        "preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    }
    with subprocess.Popen([*words, "--trace", trace], cwd=ROOT, **options) as process:
        while process.poll() is None and not (trace.exists() and trace.stat().st_size):
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert (process.returncode, out, err) == (130, b"", b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full disk")
@pytest.mark.parametrize("words", ["schema", "simulate first-dive --seconds 0 --json", "--help"])
def test_output_that_cannot_be_written_is_said_in_a_line(words):
    done = at_a_shell(f"{words} > /dev/full")
    assert done.returncode == 2
    assert done.stderr == "shoal: No space left on device\n"


@pytest.mark.parametrize("end", ["| head -c 1", ">&-", "2>&-"])
def test_a_reader_that_goes_away_is_no_error(end):
    done = at_a_shell(f"schema {end}")
    assert done.returncode == 0
    assert done.stderr == ""


@pytest.mark.parametrize("words", ["diagram", "bench --seconds 0.001 --fish 20", "--help"])
def test_a_terminal_that_knows_only_ascii_gets_ascii(words):
    done = at_a_shell(f"{words}", PYTHONIOENCODING="ascii")
    assert done.returncode == 0, done.stderr
    assert done.stdout.isascii()


def test_names_that_are_not_unicode_are_told():
    done = at_a_shell("simulate $(printf 'a\\377.toml')")
    assert done.returncode == 2
    assert "there is no such file" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_long_work_shows_its_progress_on_a_terminal():
    import pty

    terminal, end = pty.openpty()
    words = [sys.executable, "-m", "game", "simulate", "first-dive", "--seconds", "5"]
    done = subprocess.run(
        words, cwd=ROOT, stderr=end, stdout=subprocess.PIPE, check=False, env={"TERM": "xterm"}
    )
    os.close(end)
    shown = os.read(terminal, 100_000)
    os.close(terminal)
    assert done.returncode == 0
    assert b"diving" in shown
    assert b"diving" not in done.stdout
