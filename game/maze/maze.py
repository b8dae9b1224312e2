"""A maze as the game uses it: rock, start, goal, spawns, placed fish, routes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from game.maze.arrays import Floats, Ints
from game.maze.grid import Grid

Vector = tuple[float, float, float]


@dataclass(frozen=True)
class Goal:
    """When a dive is won, and how long it may take."""

    catch: int
    """Edible fish to catch."""
    air: float
    """s at the start."""


@dataclass(frozen=True)
class Spawn:
    """A place that brings forth fish of one species."""

    source: int
    """Its place among all `[[fish]]` and `[[spawn]]` of the file, from 0."""
    species: str
    cells: Ints
    """(M, 3) water cells, in the order of `Grid.water_cells`."""
    every: int
    """Ticks between two."""
    at_most: int
    """Of this spawn, alive at once."""


@dataclass(frozen=True)
class PlacedFish:
    """A fish placed by hand, alive from tick 0."""

    source: int
    species: str
    position: Vector
    """m."""
    direction: Vector
    """Unit."""


@dataclass(frozen=True)
class Route:
    """A named line through the water."""

    name: str
    points: Floats
    """(M, 3) m."""
    closed: bool


@dataclass(frozen=True)
class Maze:
    """A maze file that is in order."""

    title: str
    sha256: str
    """Of the file's bytes."""
    grid: Grid
    start: Floats
    """(3,) m, the centre of the submarine's cell."""
    heading: Floats
    """(3,) unit: of east, north, west and south the one with the longest clear way."""
    goal: Goal
    spawns: tuple[Spawn, ...]
    fish: tuple[PlacedFish, ...]
    routes: tuple[Route, ...]
    species: dict[str, dict[str, Any]]
    """The file's own `[species.*]` tables, as they stand."""
