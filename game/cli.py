"""The `shoal` command: one short function per verb."""

from __future__ import annotations

import json
import sys
import time
from contextlib import ExitStack
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any, Final, NoReturn

import typer

from game import __version__
from game.maze.faults import Fault, Faults
from game.submarine.pilots.world import Pilot
from game.terminal import count, drop_output, progress, say, show, tell

GOOD, WRONG, CANNOT, INTERRUPTED = 0, 1, 2, 130
TRACES: Final = (".jsonl", ".jsonl.gz")

app = typer.Typer(
    name="shoal",
    help="A 3D underwater maze game and a laboratory for fish behaviour.",
    pretty_exceptions_enable=False,
    add_completion=False,
    no_args_is_help=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Maze = Annotated[str, typer.Argument(help="A maze file, or the name of a shipped maze.")]
Seed = Annotated[int, typer.Option(help="Seed of all chance in the dive.")]


@app.callback(invoke_without_command=True)
def shoal(
    context: typer.Context,
    debug: Annotated[bool, typer.Option("--debug", help="Show tracebacks; anywhere.")] = False,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Without a verb: a short dive by the autopilot, told in numbers."""
    if version:
        print(f"shoal {__version__}")
        raise typer.Exit(GOOD)
    if context.invoked_subcommand is None:
        say("This version has no window yet; the autopilot swims a short dive without one.")
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
    if trace is not None and not trace.name.endswith(TRACES):
        _stop(f"--trace {trace}: the name of a trace ends in {' or '.join(TRACES)}")
    summary = _swim(maze, seconds=seconds, seed=seed, pilot=pilot, trace=trace, every=every)
    print(json.dumps(summary) if as_json else _told(summary))


@app.command()
def check(
    paths: Annotated[list[Path], typer.Argument(help="Files, folders of them, or shipped mazes.")],
) -> None:
    """Check mazes, species and scripts: every fault with its line and column."""
    from game.simulation.dive import check_file

    files: list[Path] = []
    missing: list[Fault] = []
    for path in paths:
        try:
            files += _files(path)
        except Faults as error:
            missing += error.faults
    faults = [fault for file in files for fault in check_file(file)]
    for fault in missing + faults:
        show(fault)
    wrong = sum(fault.severity == "fault" for fault in faults)
    warned = len(faults) - wrong
    print(
        f"{count(len(files), 'file')} checked: {count(wrong, 'fault')}, {count(warned, 'warning')}"
    )
    raise typer.Exit(CANNOT if missing else WRONG if wrong else GOOD)


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
    fish: Annotated[
        list[int] | None, typer.Option(help="So many fish; may be given again.", min=1, max=100_000)
    ] = None,
    seconds: Annotated[float, typer.Option(help="Time spent on each number, s.")] = 0.3,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Time the parts of a tick for 20 to 10,000 fish."""
    from game.lab.bench import COUNTS, measure, table

    if not 0.0 < seconds <= 60.0:
        _stop(f"--seconds must be a number above 0, at most 60, not {seconds:g}")
    with progress("measuring") as advance:
        found = measure(seconds, advance, sorted(set(fish or COUNTS)))
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
        advance = stack.enter_context(progress("diving"))
        began = time.perf_counter()

        def on_tick(world: Simulation) -> None:
            nonlocal fish_steps
            fish_steps += len(world.shoal)
            if writer is not None:
                writer(world)
            if world.tick % 60 == 0:
                advance(world.time / max(seconds, 1e-9))

        run(simulation, steering, seconds, on_tick)
        took = time.perf_counter() - began
        if writer is not None:
            writer.close()
    return summary(simulation, Path(maze).name, fish_steps / took if took > 0 else 0.0)


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
    """The files that a path on the command line means; of a folder none that is hidden."""
    if path.is_dir():
        found = sorted(
            file
            for file in path.rglob("*.toml")
            if not any(part.startswith(".") for part in file.relative_to(path).parts)
        )
        if not found:
            _stop(f"{path}: no .toml files in this folder")
        return found
    from game.maze.shipped import path_of

    return [path if path.exists() else path_of(str(path))]


def _stop(message: str) -> NoReturn:
    """End with one line: it could not run."""
    say(f"shoal: {message}")
    raise typer.Exit(CANNOT)


def main() -> None:
    """Run the command; every failure is one line on stderr and an exit code."""
    words = [word for word in sys.argv[1:] if word != "--debug"]
    debug = len(words) < len(sys.argv) - 1
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    try:
        code = app(words, prog_name="shoal", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
    except (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    except BrokenPipeError:
        code = WRONG
        drop_output()
    except Exception as error:
        if debug:
            raise
        code = CANNOT
        tell(error)
        drop_output()
    sys.exit(code)
