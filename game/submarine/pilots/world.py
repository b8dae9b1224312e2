"""What a pilot sees, and what a pilot is."""

from __future__ import annotations

from typing import Protocol

from game.maze.flow import FlowFields
from game.maze.maze import Maze
from game.steering.arrays import Floats, Ints
from game.submarine.controls import Controls
from game.submarine.hull import Submarine


class SeenShoal(Protocol):
    """The fish as a pilot sees them, (N,) or (N, 3)."""

    @property
    def id(self) -> Ints:
        """Ids, ascending."""

    @property
    def kind(self) -> Ints:
        """0 edible, 1 dangerous, 2 poisonous."""

    @property
    def radius(self) -> Floats:
        """M."""

    @property
    def position(self) -> Floats:
        """M."""

    @property
    def direction(self) -> Floats:
        """Unit headings."""

    @property
    def max_speed(self) -> Floats:
        """m/s."""


class World(Protocol):
    """The world as a pilot sees it; a pilot changes nothing in it."""

    @property
    def tick(self) -> int:
        """Ticks gone."""

    @property
    def maze(self) -> Maze:
        """The maze."""

    @property
    def submarine(self) -> Submarine:
        """The submarine to steer."""

    @property
    def shoal(self) -> SeenShoal:
        """The fish alive."""

    @property
    def flow(self) -> FlowFields:
        """The ways through the water."""


class Pilot(Protocol):
    """Gives the controls for the next tick, seeing the world as it is."""

    def __call__(self, world: World) -> Controls:
        """The controls."""
