"""Reading a maze file: every fault in one run, or a maze."""

from __future__ import annotations

import difflib
import hashlib
import math
from collections.abc import Collection
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from game.maze.arrays import Floats
from game.maze.faults import Fault, listed
from game.maze.floors import Cells, Floors
from game.maze.flow import FlowField
from game.maze.grid import Grid
from game.maze.maze import Goal, Maze, PlacedFish, Route, Spawn, Vector
from game.maze.rays import cast
from game.maze.toml_file import Key, TomlFile, validate

TICKS_PER_SECOND = 60
FAR = 1e6
"""No coordinate or time in a maze file is larger."""

SMALLEST_CELL, LARGEST_CELL = 0.1, 1000.0

Coordinate = Annotated[float, Field(ge=-FAR, le=FAR)]
Point = Annotated[list[Coordinate], Field(min_length=3, max_length=3)]
Letter = Annotated[str, Field(pattern="^[a-z]$")]
_ONE_OR_MORE = {
    "anyOf": [
        {"type": "string", "pattern": "^[a-z]$"},
        {"type": "array", "items": {"type": "string", "pattern": "^[a-z]$"}, "minItems": 1},
    ],
    "description": "a letter of the floors, or a list of letters",
}
Letters = Annotated[
    list[Letter],
    Field(min_length=1),
    BeforeValidator(lambda v: [v] if isinstance(v, str) else v),
    WithJsonSchema(_ONE_OR_MORE),
]


class Table(BaseModel):
    """A table of a maze file: exactly the keys that are known, of exactly their types."""

    model_config = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False)


class GoalTable(Table):
    """When the dive is won."""

    catch: int = Field(ge=1, le=10**6, description="edible fish to catch")
    air: float = Field(gt=0, le=FAR, description="s of air at the start")


class SpawnTable(Table):
    """A place that brings forth fish."""

    species: str = Field(description="the name of a species")
    at: Letters
    every: float = Field(gt=0, le=FAR, description="s between two; the first at once")
    at_most: int = Field(ge=1, le=100_000, description="of this spawn, alive at once")


class FishTable(Table):
    """A fish placed by hand."""

    species: str = Field(description="the name of a species")
    position: Point = Field(description="m east, north and up from the low corner")
    direction: Point = Field(description="heading; its length does not matter")


class RouteTable(Table):
    """A named line through the water."""

    name: str = Field(min_length=1, description="its name")
    points: list[Point] = Field(min_length=2, description="m")
    closed: bool = Field(False, description="the last point is joined to the first")


class MazeTable(Table):
    """A maze file, format 1."""

    format: Literal[1] = Field(description="the version of this format")
    title: str = Field(min_length=1, max_length=200, description="what players see")
    cell_size: float = Field(ge=SMALLEST_CELL, le=LARGEST_CELL, description="m; the edge of a cell")
    floors: list[str] = Field(
        min_length=1, description="from the sea bed up; the first line is the north edge"
    )
    goal: GoalTable
    spawn: list[SpawnTable] = Field([], description="places that bring forth fish")
    fish: list[FishTable] = Field([], description="fish placed by hand")
    route: list[RouteTable] = Field([], description="named lines through the water")
    species: dict[str, dict[str, Any]] = Field({}, description="this maze's own values")


def read_maze(file: TomlFile, known_species: Collection[str], faults: list[Fault]) -> Maze | None:
    """Make a maze of a TOML file.

    Args:
        file: the file.
        known_species: the species that ship; those that the file defines are known as well.
        faults: what is wrong with the file is added here.

    Returns:
        The maze; None when there were faults.
    """
    before = len(faults)
    table, wrong = validate(MazeTable, file.values, file)
    faults += [*_strayed_floors(file, wrong), *_duplicate_names(file)]
    cells = _floors(file, faults)
    own = file.values.get("species")
    names = [*known_species, *(own if isinstance(own, dict) else ())]
    faults += _unknown_species(file, names)
    size = cell_size(file)
    if cells is None or size is None:
        return None
    grid = Grid(cells.rock, size)
    faults += _letters(file, cells, grid)
    faults += _in_water(file, grid)
    if table is None or len(faults) > before:
        return None
    return _maze(file, table, cells, grid)


def cell_size(file: TomlFile) -> float | None:
    """The cell size that a file gives, m; None where it gives none that can be used."""
    size = file.values.get("cell_size")
    if isinstance(size, bool) or not isinstance(size, int | float):
        return None
    return float(size) if SMALLEST_CELL <= size <= LARGEST_CELL else None


def _strayed_floors(file: TomlFile, wrong: list[Fault]) -> list[Fault]:
    """The faults, with the one that is hard to understand said plainly.

    A key written below a table header lands in that table; with `floors` that happens to people.
    """
    if "floors" in file.values:
        return wrong
    for key, table in file.values.items():
        tables = table if isinstance(table, list) else [table]
        for n, one in enumerate(tables):
            if isinstance(one, dict) and "floors" in one:
                at: Key = (key, n) if isinstance(table, list) else (key,)
                header = f"[[{key}]]" if isinstance(table, list) else f"[{key}]"
                place = file.place((*at, "floors"), "key")
                message = (
                    f"'floors' stands below {header} and so belongs to that table; "
                    "move it above the first table header"
                )
                kept = [
                    f for f in wrong if f.place != place and "'floors' is missing" not in f.message
                ]
                return [*kept, file.fault(place, message)]
    return wrong


def _tables(file: TomlFile, key: str) -> list[tuple[Key, dict[str, Any]]]:
    """The tables of an array of tables that are tables at all, with their keys."""
    found = file.values.get(key, [])
    if not isinstance(found, list):
        return []
    return [((key, n), one) for n, one in enumerate(found) if isinstance(one, dict)]


def _duplicate_names(file: TomlFile) -> list[Fault]:
    faults, seen = [], set()
    for key, route in _tables(file, "route"):
        name = route.get("name")
        if not isinstance(name, str):
            continue
        if name in seen:
            faults.append(file.fault((*key, "name"), f"a second route named '{name}'"))
        seen.add(name)
    return faults


def _unknown_species(file: TomlFile, names: list[str]) -> list[Fault]:
    wrong = [
        (key, str(one["species"]))
        for key, one in [*_tables(file, "spawn"), *_tables(file, "fish")]
        if isinstance(one.get("species"), str) and one["species"] not in names
    ]

    def fault(one: tuple[Key, str]) -> Fault:
        key, name = one
        near = difflib.get_close_matches(name, names, 1)
        hint = f"did you mean '{near[0]}'?" if near else f"known here: {', '.join(names)}"
        return file.fault((*key, "species"), f"unknown species '{name}'; {hint}")

    return listed(wrong, fault)


def _spawn_letters(one: dict[str, Any]) -> list[str]:
    at = one.get("at")
    letters = at if isinstance(at, list) else [at]
    return [letter for letter in letters if isinstance(letter, str)]


def _floors(file: TomlFile, faults: list[Fault]) -> Cells | None:
    floors = file.values.get("floors")
    if not isinstance(floors, list) or not floors or not all(isinstance(f, str) for f in floors):
        return None
    known = {letter for _, one in _tables(file, "spawn") for letter in _spawn_letters(one)}
    cells, wrong = Floors(file, floors, {name for name in known if len(name) == 1}).read()
    faults += wrong
    return cells


def _letters(file: TomlFile, cells: Cells, grid: Grid) -> list[Fault]:
    """Spawn letters that stand nowhere, or in water that the start is not joined to."""
    faults = []
    reached = FlowField(grid, np.array(cells.start))
    for key, one in _tables(file, "spawn"):
        at = one.get("at")
        for n, letter in enumerate(_spawn_letters(one)):
            where: Key = (*key, "at", n) if isinstance(at, list) else (*key, "at")
            if len(letter) != 1 or not "a" <= letter <= "z":
                continue
            if letter not in cells.letters:
                faults.append(file.fault(where, f"no cell of the floors bears '{letter}'"))
            elif (reached.steps(cells.letters[letter]) < 0).any():
                message = f"a cell that bears '{letter}' cannot be reached from the start"
                faults.append(file.fault(where, message))
    return faults


def _point(value: Any) -> Floats | None:
    """Three finite numbers as a point, or None."""
    if not isinstance(value, list) or len(value) != 3:
        return None
    if any(isinstance(n, bool) or not isinstance(n, int | float) for n in value):
        return None
    if not all(abs(n) <= FAR for n in value):
        return None
    return np.array([value], dtype=np.float64)


def _in_water(file: TomlFile, grid: Grid) -> list[Fault]:
    """Placed fish and points of routes that stand in rock, and directions of no length."""
    faults = []
    for key, one in _tables(file, "fish"):
        point, direction = _point(one.get("position")), _point(one.get("direction"))
        if point is not None and grid.in_rock(point)[0]:
            faults.append(file.fault((*key, "position"), "the fish is in rock"))
        if direction is not None and not direction.any():
            faults.append(file.fault((*key, "direction"), "a direction needs a length"))
    for key, one in _tables(file, "route"):
        points = one.get("points")
        for n, value in enumerate(points if isinstance(points, list) else ()):
            point = _point(value)
            if point is not None and grid.in_rock(point)[0]:
                faults.append(file.fault((*key, "points", n), "the point is in rock"))
    return faults


def _maze(file: TomlFile, table: MazeTable, cells: Cells, grid: Grid) -> Maze:
    sources = _sources(file)
    start = grid.centre(np.array([cells.start]))[0]
    return Maze(
        title=table.title,
        sha256=hashlib.sha256(file.text.encode()).hexdigest(),
        grid=grid,
        start=start,
        heading=_heading(grid, start),
        goal=Goal(table.goal.catch, table.goal.air),
        spawns=tuple(
            Spawn(
                sources["spawn", n],
                one.species,
                _cells_of(cells, one.at),
                _ticks(one.every),
                one.at_most,
            )
            for n, one in enumerate(table.spawn)
        ),
        fish=tuple(
            PlacedFish(sources["fish", n], one.species, _vector(one.position), _unit(one.direction))
            for n, one in enumerate(table.fish)
        ),
        routes=tuple(
            Route(one.name, np.array(one.points, dtype=np.float64), one.closed)
            for one in table.route
        ),
        species=table.species,
    )


def _sources(file: TomlFile) -> dict[tuple[str, int], int]:
    """The running number of every `[[fish]]` and `[[spawn]]`, by where they stand."""
    keys = [key for name in ("spawn", "fish") for key, _ in _tables(file, name)]
    keys.sort(key=lambda key: file.place(key))
    return {(str(name), int(n)): source for source, (name, n) in enumerate(keys)}


def _cells_of(cells: Cells, letters: list[str]) -> Any:
    """The cells that bear any of the letters, in the order of `Grid.water_cells`."""
    found = np.concatenate([cells.letters[letter] for letter in sorted(set(letters))])
    return found[np.lexsort((found[:, 0], found[:, 1], found[:, 2]))]


def _ticks(seconds: float) -> int:
    return max(1, math.floor(seconds * TICKS_PER_SECOND + 0.5))


def _vector(values: list[float]) -> Vector:
    x, y, z = (float(n) for n in values)
    return x, y, z


def _unit(values: list[float]) -> Vector:
    largest = max(abs(n) for n in values)
    x, y, z = (n / largest for n in values)
    length = math.sqrt(x * x + y * y + z * z)
    return x / length, y / length, z / length


def _heading(grid: Grid, start: Floats) -> Floats:
    """Of east, north, west and south the way with the most water before it."""
    ways = np.array([[1.0, 0, 0], [0, 1.0, 0], [-1.0, 0, 0], [0, -1.0, 0]])
    far = float(grid.size.max()) + grid.cell_size
    free = cast(grid, np.broadcast_to(start, (4, 3)), ways, far).distance
    heading: Floats = ways[int(np.argmax(free))]
    return heading
