"""A trace: a dive as JSON Lines, a header, every event, a record every N ticks and an end.

Numbers are written so that they read back to the same float64. No path and no clock gets in.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Final, TextIO

from game.fish.lifecycle import STATES
from game.fish.species import TICKS_PER_SECOND
from game.simulation.digest import digest
from game.simulation.events import Event
from game.simulation.simulation import Simulation

VERSION: Final = 1


def header(simulation: Simulation) -> dict[str, Any]:
    """The first line: what the dive is made of, every parameter resolved."""
    maze, catalogue = simulation.maze, simulation.catalogue
    return {
        "kind": "header",
        "format": "shoal-trace",
        "version": VERSION,
        "maze": {"title": maze.title, "sha256": maze.sha256},
        "seed": simulation.seed,
        "dt": 1.0 / TICKS_PER_SECOND,
        "submarine": {
            **simulation.submarine.parameters.model_dump(),
            **simulation.tally.rules.model_dump(),
        },
        "species": {
            name: one.model_dump()
            for name, one in zip(catalogue.names, catalogue.species, strict=True)
        },
    }


def event_line(event: Event) -> dict[str, Any]:
    """One event."""
    return {
        "kind": "event",
        "tick": event.tick,
        "time": event.tick / TICKS_PER_SECOND,
        "event": event.event,
        "fish": event.fish,
        **event.more,
    }


def tick_line(simulation: Simulation) -> dict[str, Any]:
    """The record of the present tick."""
    submarine, shoal, tally = simulation.submarine, simulation.shoal, simulation.tally
    columns = zip(
        shoal.id.tolist(),
        shoal.state.tolist(),
        shoal.aware.tolist(),
        shoal.position.tolist(),
        shoal.direction.tolist(),
        strict=True,
    )
    return {
        "kind": "tick",
        "tick": simulation.tick,
        "time": simulation.time,
        "submarine": {
            "position": submarine.position.tolist(),
            "direction": submarine.direction.tolist(),
            "speed": submarine.speed,
            "hull": tally.hull,
            "air": tally.air,
            "score": tally.score,
        },
        "fish": [
            {"id": fish, "state": STATES[state], "aware": aware, "position": at, "direction": to}
            for fish, state, aware, at, to in columns
        ],
    }


def end_line(simulation: Simulation) -> dict[str, Any]:
    """The last line."""
    return {"kind": "end", "outcome": simulation.outcome, "digest": digest(simulation)}


class TraceWriter:
    """Writes a dive as it goes: made with the world at tick 0, called after each step, closed.

    Args:
        simulation: the world at tick 0.
        stream: where the text goes.
        every: write a record for each tick that this divides, and for the last.
    """

    def __init__(self, simulation: Simulation, stream: TextIO, every: int = 1) -> None:
        """Write the header and what happened at tick 0."""
        if every < 1:
            raise ValueError("every must be at least 1")
        self._stream = stream
        self._every = every
        self._last = simulation
        self._write(header(simulation))
        self(simulation)

    def __call__(self, simulation: Simulation) -> None:
        """Write the events of the tick just stepped, and its record when it is due."""
        for event in simulation.events:
            self._write(event_line(event))
        if simulation.tick % self._every == 0:
            self._write(tick_line(simulation))

    def close(self) -> None:
        """Write the record of the last tick, when it was not due, and the end."""
        if self._last.tick % self._every:
            self._write(tick_line(self._last))
        self._write(end_line(self._last))

    def _write(self, line: dict[str, Any]) -> None:
        text = json.dumps(line, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        self._stream.write(text + "\n")


@contextmanager
def open_trace(path: Path) -> Iterator[TextIO]:
    """Open a file for a trace, compressed when its name ends in `.gz`; no time gets in.

    Raises:
        OSError: when it cannot be written.
    """
    if path.suffix != ".gz":
        with path.open("w", encoding="utf-8", newline="\n") as text:
            yield text
        return
    with (
        path.open("wb") as raw,
        gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as packed,
        TextIOWrapper(packed, encoding="utf-8", newline="\n") as text,
    ):
        yield text
