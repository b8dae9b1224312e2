"""The `shoal` command: one short function per verb."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console
from rich.progress import Progress

from game import __version__
from game.maze.faults import Fault, Faults
from game.submarine.pilots.world import Pilot

GOOD, WRONG, CANNOT = 0, 1, 2

app = typer.Typer(
    name="shoal",
    help="A 3D underwater maze game and a laboratory for fish behaviour.",
    pretty_exceptions_enable=False,
    add_completion=False,
    no_args_is_help=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
_errors = Console(stderr=True, highlight=False, soft_wrap=True)

Maze = Annotated[str, typer.Argument(help="A maze file, or the name of a shipped maze.")]
Seed = Annotated[int, typer.Option(help="Seed of all chance in the dive.")]


@app.callback(invoke_without_command=True)
def shoal(
    context: typer.Context,
    debug: Annotated[bool, typer.Option("--debug", help="Show tracebacks.")] = False,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Without a verb: a short dive by the autopilot, told in numbers."""
    context.obj = debug
    if version:
        print(f"shoal {__version__}")
        raise typer.Exit(GOOD)
    if context.invoked_subcommand is None:
        _say("This version has no window yet; the autopilot swims a short dive without one.")
        demonstrate()


def demonstrate() -> None:
    """Swim the demonstration dive and tell how it went."""
    summary = _swim("coral-gate", seconds=30.0, seed=6, pilot="autopilot")
    print(_told(summary))


@app.command()
def simulate(
    maze: Maze,
    seconds: Annotated[float, typer.Option(help="Length of the dive, s.")] = 60.0,
    seed: Seed = 0,
    pilot: Annotated[
        str, typer.Option(help="autopilot, still, or a script file.", metavar="PILOT|FILE")
    ] = "autopilot",
    trace: Annotated[
        Path | None, typer.Option(help="Write a trace to this .jsonl or .jsonl.gz file.")
    ] = None,
    every: Annotated[int, typer.Option(help="Record every Nth tick.", min=1)] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Swim a dive without a window."""
    if not 0.0 <= seconds <= 1e6:
        _stop(f"--seconds must be a number from 0 to 1000000, not {seconds:g}")
    summary = _swim(maze, seconds=seconds, seed=seed, pilot=pilot, trace=trace, every=every)
    print(json.dumps(summary, ensure_ascii=False) if as_json else _told(summary))


@app.command()
def check(
    paths: Annotated[list[Path], typer.Argument(help="Files, folders of them, or shipped mazes.")],
) -> None:
    """Check mazes, species and scripts: every fault with its line and column."""
    from game.simulation.dive import check_file

    files = [file for path in paths for file in _files(path)]
    faults = [fault for file in files for fault in check_file(file)]
    for fault in faults:
        _show(fault)
    wrong = sum(fault.severity == "fault" for fault in faults)
    warned = len(faults) - wrong
    print(
        f"{_count(len(files), 'file')} checked: {_count(wrong, 'fault')}, "
        f"{_count(warned, 'warning')}"
    )
    raise typer.Exit(WRONG if wrong else GOOD)


@app.command()
def schema() -> None:
    """Print the JSON Schema of a maze file, for editors."""
    from game.simulation.dive import maze_schema

    print(json.dumps(maze_schema(), indent=2))


@app.command()
def diagram() -> None:
    """Print the life cycle of a fish as a Mermaid diagram."""
    from game.fish.diagram import mermaid

    print(mermaid(), end="")


@app.command()
def bench(
    seconds: Annotated[float, typer.Option(help="Time spent on each number, s.")] = 0.3,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Time the parts of a tick for 20 to 10,000 fish."""
    from game.lab.bench import measure, table

    if not 0.0 < seconds <= 60.0:
        _stop(f"--seconds must be a number above 0, at most 60, not {seconds:g}")
    with _progress("measuring") as tell:
        found = measure(seconds, tell)
    print(json.dumps(found, indent=2) if as_json else table(found))


# -- how the verbs do it ---------------------------------------------------------------------------


def _swim(
    maze: str,
    *,
    seconds: float,
    seed: int,
    pilot: str,
    trace: Path | None = None,
    every: int = 1,
) -> dict[str, Any]:
    """Swim a dive; the summary as `--json` prints it."""
    from game.simulation.dive import load_dive
    from game.simulation.run import run
    from game.simulation.simulation import Simulation
    from game.simulation.summary import summary
    from game.simulation.trace import TraceWriter, open_trace

    simulation = Simulation(load_dive(maze), seed)
    steering = _pilot(pilot)
    fish_steps = 0
    with ExitStack() as stack:
        writer = None
        if trace is not None:
            writer = TraceWriter(simulation, stack.enter_context(open_trace(trace)), every)
        tell = stack.enter_context(_progress("diving"))
        began = time.perf_counter()

        def on_tick(world: Simulation) -> None:
            nonlocal fish_steps
            fish_steps += len(world.shoal)
            if writer is not None:
                writer(world)
            if world.tick % 60 == 0:
                tell(world.time / max(seconds, 1e-9))

        run(simulation, steering, seconds, on_tick)
        took = time.perf_counter() - began
        if writer is not None:
            writer.close()
    shown = Path(maze).name if Path(maze).suffix else maze
    return summary(simulation, shown, fish_steps / took if took > 0 else 0.0)


def _pilot(name: str) -> Pilot:
    from game.submarine.pilots.autopilot import Autopilot
    from game.submarine.pilots.script import read_script
    from game.submarine.pilots.still import still

    if name == "autopilot":
        return Autopilot()
    if name == "still":
        return still
    path = Path(name)
    if not path.is_file():
        _stop(f"--pilot {name}: no such file; give autopilot, still or a script file")
    return read_script(path)


def _told(summary: dict[str, Any]) -> str:
    """A summary in a few lines."""
    fish, outcome = summary["fish"], summary["outcome"]
    ends = {
        "won": "the dive is won",
        "air": "the air is gone",
        "hull": "the hull is gone",
        "running": "the dive goes on",
    }
    return (
        f"{summary['maze']}, seed {summary['seed']}: {ends[outcome]} after "
        f"{summary['seconds']:.1f} s\n"
        f"  fish: {fish['spawned']} spawned, {fish['caught']} caught, {fish['struck']} struck, "
        f"{fish['expired']} expired, {fish['alive']} alive\n"
        f"  score {summary['score']}, hull {summary['hull']:g}, air {summary['air']:.1f} s\n"
        f"  digest {summary['digest']}"
    )


def _files(path: Path) -> list[Path]:
    """The files that a path on the command line means."""
    if path.is_dir():
        found = sorted(path.rglob("*.toml"))
        if not found:
            _stop(f"{path}: no .toml files in this folder")
        return found
    from game.maze.shipped import path_of

    return [path if path.exists() else path_of(str(path))]


def _count(n: int, noun: str) -> str:
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def _show(fault: Fault) -> None:
    """A fault on stderr, with a caret line in a terminal."""
    _say(str(fault))
    if sys.stderr.isatty() and fault.caret():
        _say(fault.caret())


def _say(text: str) -> None:
    _errors.print(text, markup=False)


def _stop(message: str) -> NoReturn:
    """End with one line: it could not run."""
    _say(f"shoal: {message}")
    raise typer.Exit(CANNOT)


@contextmanager
def _progress(what: str) -> Iterator[Callable[[float], None]]:
    """A progress bar on a terminal, and nothing elsewhere; called with the share done."""
    if not sys.stderr.isatty():
        yield lambda share: None
        return
    with Progress(console=_errors, transient=True) as bar:
        task = bar.add_task(what, total=1.0)
        yield lambda share: bar.update(task, completed=min(1.0, share))


def main() -> None:
    """Run the command; every failure is one line on stderr and an exit code."""
    debug = "--debug" in sys.argv
    try:
        app()
    except Faults as error:
        if debug:
            raise
        for fault in error.faults:
            _show(fault)
        sys.exit(CANNOT)
    except BrokenPipeError:
        # The reader of our output went away; there is nobody left to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(WRONG)
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:
        if debug:
            raise
        place = f"{error.filename}: " if error.filename else ""
        _say(f"shoal: {place}{error.strerror or error}")
        sys.exit(CANNOT)
    except MemoryError:
        if debug:
            raise
        _say("shoal: not enough memory for this")
        sys.exit(CANNOT)
