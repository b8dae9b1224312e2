"""Dives for tests: open water with fish in it, and the trace of a dive as a list of objects."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

from game.simulation.dive import Dive, dive_from_text
from game.simulation.run import run
from game.simulation.simulation import Simulation
from game.simulation.trace import TraceWriter
from game.submarine.pilots.still import still
from game.submarine.pilots.world import Pilot

Vector = tuple[float, float, float]

SIZE: Vector = (400.0, 400.0, 200.0)
START: Vector = (220.0, 220.0, 100.0)
CALM: dict[str, Any] = {"follow_noise": 0.0, "speed_spread": 0.0, "separation": 0.0}

_WATER = "." * 10 + "\n"
_FLOOR = "'''\n" + _WATER * 10 + "''',\n"
_MIDDLE = "'''\n" + _WATER * 4 + ".....S....\n" + _WATER * 5 + "''',\n"


def toml(values: Mapping[str, Any]) -> str:
    """Write plain values as lines of TOML."""
    return "".join(f"{key} = {json.dumps(value)}\n" for key, value in values.items())


def open_water(
    species: Mapping[str, Mapping[str, Any]],
    fish: Sequence[tuple[str, Vector, Vector]] = (),
    more: str = "",
    air: float = 3600.0,
) -> str:
    """Return the maze file of empty water with the submarine in the middle.

    Args:
        species: name to parameters; a new name needs its `base`.
        fish: species, position and direction of each placed fish.
        more: further tables.
        air: seconds of air.
    """
    text = 'format = 1\ntitle = "Open water"\ncell_size = 40.0\n'
    text += f"floors = [\n{_FLOOR}{_FLOOR}{_MIDDLE}{_FLOOR}{_FLOOR}]\n"
    text += f"[goal]\ncatch = 100000\nair = {air}\n"
    for name, position, direction in fish:
        one = {"species": name, "position": list(position), "direction": list(direction)}
        text += "[[fish]]\n" + toml(one)
    for name, values in species.items():
        text += f"[species.{name}]\n" + toml(values)
    return text + more


def trace_text(
    dive: Dive, seconds: float, *, seed: int = 0, pilot: Pilot = still, **options: Any
) -> str:
    """Swim a dive and return its trace, one record a tick."""
    simulation = Simulation(dive, seed, **options)
    stream = io.StringIO()
    writer = TraceWriter(simulation, stream, every=1)
    run(simulation, pilot, seconds, on_tick=writer)
    writer.close()
    return stream.getvalue()


def read(text: str) -> list[dict[str, Any]]:
    """Read a trace."""
    return [json.loads(line) for line in text.splitlines()]


def swim(text: str, seconds: float, *, seed: int = 0, pilot: Pilot = still) -> list[dict[str, Any]]:
    """Return the trace of a dive in the maze of this text."""
    return read(trace_text(dive_from_text(text), seconds, seed=seed, pilot=pilot))
