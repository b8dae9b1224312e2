"""Where and when fish come into the world."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from game.fish import chance
from game.fish.chance import Purpose
from game.fish.shoal import Shoal, born
from game.fish.traits import Catalogue
from game.maze.grid import Grid
from game.maze.maze import PlacedFish, Spawn
from game.steering.arrays import Floats, Ints
from game.steering.vectors import length

AWAY = 1.5
"""A fish is spawned this many zone radii from the submarine, where the spawn has such a cell."""


@dataclass
class Spawner:
    """One `[[spawn]]` of the maze at work: it counts what it has brought forth."""

    spawn: Spawn
    number: int = 0

    def fires(self, tick: int, shoal: Shoal) -> bool:
        """Whether a fish is due at this tick and there is room for it."""
        if tick % self.spawn.every:
            return False
        alive = int(np.count_nonzero(shoal.source == self.spawn.source))
        return alive < self.spawn.at_most

    def place(
        self, catalogue: Catalogue, grid: Grid, submarine: Floats, seed: int, tick: int
    ) -> tuple[Ints, Ints, Ints, Floats]:
        """Source, number, species (1,) and position (1, 3) of the next fish; counts it."""
        species = catalogue.names.index(self.spawn.species)
        centres = grid.centre(self.spawn.cells)
        distance = length(centres - submarine)
        far = np.flatnonzero(distance >= AWAY * catalogue.species[species].zone_radius)
        cells = far if len(far) else np.flatnonzero(distance == distance.max())
        stem = chance.stem(seed, self.spawn.source, self.number)
        luck = float(chance.uniform(chance.draw(stem, tick, Purpose.CELL))[0])
        cell = cells[int(luck * len(cells))]
        row = (self.spawn.source, self.number, species)
        self.number += 1
        source, number, kind = (np.array([value], dtype=np.int64) for value in row)
        return source, number, kind, centres[cell : cell + 1]


def spawned(
    spawners: list[Spawner],
    shoal: Shoal,
    catalogue: Catalogue,
    grid: Grid,
    submarine: Floats,
    seed: int,
    tick: int,
) -> Shoal | None:
    """The fish that come at this tick, or None."""
    due = [s for s in spawners if s.fires(tick, shoal)]
    if not due:
        return None
    rows = [s.place(catalogue, grid, submarine, seed, tick) for s in due]
    source, number, species, position = (
        np.concatenate(column) for column in zip(*rows, strict=True)
    )
    return born(
        catalogue, seed, tick, source=source, number=number, species=species, position=position
    )


def placed(fish: tuple[PlacedFish, ...], catalogue: Catalogue, seed: int) -> Shoal:
    """The fish that a maze places by hand, alive from tick 0."""
    return born(
        catalogue,
        seed,
        0,
        source=np.array([one.source for one in fish], dtype=np.int64),
        number=np.zeros(len(fish), dtype=np.int64),
        species=np.array([catalogue.names.index(one.species) for one in fish], dtype=np.int64),
        position=np.array([one.position for one in fish], dtype=np.float64).reshape(-1, 3),
        direction=np.array([one.direction for one in fish], dtype=np.float64).reshape(-1, 3),
    )
