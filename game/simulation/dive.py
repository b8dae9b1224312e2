"""A dive: a maze with its species and the submarine, all checked, ready to be simulated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from game.fish import species as kinds
from game.fish.species import Species
from game.fish.traits import Catalogue
from game.maze.clearance import clearance
from game.maze.faults import Fault, Faults, in_order
from game.maze.maze import Maze
from game.maze.maze_file import MazeTable, cell_size, read_maze
from game.maze.shipped import path_of
from game.maze.toml_file import TomlFile, validate
from game.steering.model import strike_smoothing, turning_radius
from game.submarine.parameters import SubmarineParameters, parameters
from game.submarine.pilots.script import script_of


@dataclass(frozen=True)
class Dive:
    """What a simulation is made of."""

    maze: Maze
    catalogue: Catalogue
    submarine: SubmarineParameters


def load_dive(maze: str | Path) -> Dive:
    """Read the dive of a maze file.

    Args:
        maze: a path, or the name of a shipped maze.

    Raises:
        Faults: with everything that is wrong.
    """
    return _dive(TomlFile.read(path_of(str(maze)), name=_shown(maze)))


def dive_from_text(text: str, name: str = "<text>") -> Dive:
    """Read the dive of a maze that is written inline.

    Raises:
        Faults: with everything that is wrong.
    """
    return _dive(TomlFile.read(text, name=name))


def check_file(path: Path) -> list[Fault]:
    """All faults and warnings of a file, in the order of their places.

    A file with nothing but species tables is a species file, one with timed controls (`at`) and no
    floors is a pilot's script; anything else is meant to be a maze.
    """
    try:
        file = TomlFile.read(path)
        if "at" in file.values and "floors" not in file.values:
            script_of(file)
            return []
    except Faults as error:
        return error.faults
    if set(file.values) == {"species"}:
        faults: list[Fault] = []
        _species(file, faults)
        return in_order(faults)
    return in_order(_read(file)[1])


def _shown(maze: str | Path) -> str:
    """A shipped maze is called by its file's name, so that no path of a machine gets out."""
    path = path_of(str(maze))
    return str(maze) if Path(str(maze)) == path else path.name


def _dive(file: TomlFile) -> Dive:
    dive, faults = _read(file)
    if dive is None:
        raise Faults(fault for fault in faults if fault.severity == "fault")
    return dive


def _read(file: TomlFile) -> tuple[Dive | None, list[Fault]]:
    faults: list[Fault] = []
    maze = read_maze(file, kinds.shipped(), faults)
    found = _species(file, faults)
    size = cell_size(file)
    if size is not None:
        faults += _too_large(file, found, size)
    if maze is not None:
        faults += _without_room(file, maze, found)
    if maze is None or any(fault.severity == "fault" for fault in faults):
        return None, faults
    submarine = parameters()
    return Dive(maze, Catalogue.of(found, submarine.radius), submarine), faults


def _species(file: TomlFile, faults: list[Fault]) -> dict[str, Species]:
    """The species that ship with the file's own values over them, and the file's new ones."""
    found = {name: Species.model_validate(table) for name, table in kinds.shipped().items()}
    tables = file.values.get("species", {})
    for name, table in tables.items() if isinstance(tables, dict) else ():
        if not isinstance(table, dict):
            continue
        values = kinds.merged(name, table)
        if values is None:
            known = ", ".join(kinds.shipped())
            message = f"unknown base {table['base']!r}; species that ship: {known}"
            faults.append(file.fault(("species", name, "base"), message))
            continue
        one, wrong = validate(Species, values, file, ("species", name))
        faults += wrong
        if one is not None:
            found[name] = one
            faults += _orbits(file, name, table, one)
    return found


def _orbits(file: TomlFile, name: str, table: dict[str, Any], one: Species) -> list[Fault]:
    """Warnings of fish that circle what they hunt."""
    if one.kind == "edible" or one.strike_smoothing is None or "strike_smoothing" not in table:
        return []
    contact = one.radius + parameters().radius
    needed = strike_smoothing(one.top_speed, contact, one.turn_smoothing)
    if one.strike_smoothing >= needed:
        return []
    message = (
        f"at {one.top_speed:g} m/s a strike_smoothing below {needed:.3g} can circle "
        "the submarine for ever"
    )
    return [file.warning(("species", name, "strike_smoothing"), message)]


def _too_large(file: TomlFile, found: Mapping[str, Species], size: float) -> list[Fault]:
    """Fish and the submarine must be thinner than a cell; wide turns are warned of."""
    faults = []
    if not parameters().radius < size / 2:
        least = 2 * parameters().radius
        faults.append(
            file.fault(("cell_size",), f"must be more than {least:g} m: the submarine has to fit")
        )
    tables = file.values.get("species", {})
    used = _used(file)
    for name, one in found.items():
        own = isinstance(tables, dict) and name in tables
        key = ("species", name, "radius") if own else ("cell_size",)
        if (own or name in used) and not one.radius < size / 2:
            message = f"{name}: a radius of {one.radius:g} m is not less than half a cell"
            faults.append(file.fault(key, message))
        elif own:
            faults += _wide_turns(file, name, one, size)
    return faults


def _wide_turns(file: TomlFile, name: str, one: Species, size: float) -> list[Fault]:
    circle = turning_radius(one.top_speed, one.turn_smoothing)
    room = min(one.zone_radius, size / 2 - one.radius)
    if circle <= room:
        return []
    message = (
        f"{name} turns on a circle of {circle:.2f} m, wider than its zone or a passage "
        f"({room:.2f} m)"
    )
    return [file.warning(("species", name), message)]


def _used(file: TomlFile) -> set[str]:
    """The species that the file's fish and spawns name."""
    names = set()
    for key in ("fish", "spawn"):
        tables = file.values.get(key, [])
        for one in tables if isinstance(tables, list) else ():
            if isinstance(one, dict) and isinstance(one.get("species"), str):
                names.add(one["species"])
    return names


def _without_room(file: TomlFile, maze: Maze, found: Mapping[str, Species]) -> list[Fault]:
    """Placed fish that stand nearer to rock than their radius."""
    faults = []
    for n, fish in enumerate(maze.fish):
        if fish.species not in found:
            continue
        radius = found[fish.species].radius
        free = float(clearance(maze.grid, np.array([fish.position]), radius)[0])
        if free < radius:
            message = f"the fish needs {radius:g} m of water around it, there are {free:g} m"
            faults.append(file.fault(("fish", n, "position"), message))
    return faults


def maze_schema() -> dict[str, Any]:
    """The JSON Schema of a maze file, for editors."""
    schema = MazeTable.model_json_schema()
    own = Species.model_json_schema()
    own.pop("title", None)
    own.pop("required", None)
    own["properties"]["base"] = {
        "type": "string",
        "enum": list(kinds.shipped()),
        "description": "the shipped species whose values it takes over",
    }
    schema["properties"]["species"]["additionalProperties"] = own
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = "Shoal maze"
    return schema
