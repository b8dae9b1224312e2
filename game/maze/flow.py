"""Ways through the water: for one target cell, the number of steps from every other.

Six neighbours, breadth first. Short frontiers go through a queue, long ones through numpy, so that
a labyrinth and a hall are both quick. A field is kept per target cell.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.maze.arrays import Floats, Ints
from game.maze.grid import Grid

LONG: Final = 64
"""A frontier of so many cells is spread by numpy."""
STEPS: Final[Ints] = np.array(
    [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]], dtype=np.int64
)
"""The six neighbours of a cell, in the order in which the first that is nearer is taken."""
KEPT: Final = 64
"""Fields kept by `FlowFields`."""


class FlowField:
    """The shortest ways to one cell.

    Args:
        grid: the rock.
        target: (3,) a cell; every way is unknown when it is rock.
    """

    def __init__(self, grid: Grid, target: Ints) -> None:
        """Spread from the target until all the water it is joined to is reached."""
        self._grid = grid
        self.target = np.asarray(target, dtype=np.int64)
        self._steps: NDArray[np.int32] = np.full(len(grid.solid), -1, dtype=np.int32)
        start = int(grid.index_of(self.target[None])[0])
        if not grid.solid[start]:
            self._spread(start)

    def _spread(self, start: int) -> None:
        steps = self._steps
        ways = _ways(self._grid)
        told, solid = memoryview(steps.data), memoryview(self._grid.solid.data)
        told[start] = 0
        frontier, step = [start], 0
        while frontier:
            step += 1
            if len(frontier) >= LONG:
                frontier = self._spread_wide(frontier, step)
                continue
            following = []
            for cell in frontier:
                for way in ways:
                    other = cell + way
                    if told[other] < 0 and not solid[other]:
                        told[other] = step
                        following.append(other)
            frontier = following

    def _spread_wide(self, frontier: list[int], step: int) -> list[int]:
        cells = np.array(frontier)
        around = np.concatenate([cells + way for way in _ways(self._grid)])
        fresh = around[~self._grid.solid[around] & (self._steps[around] < 0)]
        self._steps[fresh] = step
        following: list[int] = np.unique(fresh).tolist()
        return following

    def steps(self, cells: Ints) -> Ints:
        """How many steps cells (N, 3) are from the target (N,); -1 where there is no way."""
        found: Ints = self._steps[self._grid.index_of(cells)].astype(np.int64)
        return found

    def aim(self, points: Floats) -> Floats:
        """Where to swim to from points (N, 3), m: the centre of the next cell (N, 3).

        In the target's cell, and where there is no way, the centre of the target.
        """
        grid = self._grid
        cells = grid.cell_of(points)
        index = grid.index_of(cells)
        here = self._steps[index]
        ways = np.array(_ways(grid))
        nearer = self._steps.take(index + ways[:, None], mode="clip") == here - 1
        following = np.where((here > 0)[:, None], cells + STEPS[nearer.argmax(axis=0)], self.target)
        return grid.centre(following)


def _ways(grid: Grid) -> tuple[int, ...]:
    """The six neighbours in the order of `STEPS`, as differences of places in `grid.solid`."""
    x, y, z = grid.strides
    return x, -x, y, -y, z, -z


class FlowFields:
    """The fields of a maze, made when first asked for; the last ones used are kept."""

    def __init__(self, grid: Grid) -> None:
        """Start with none."""
        self._grid = grid
        self._kept: OrderedDict[tuple[int, int, int], FlowField] = OrderedDict()

    def to(self, cell: Ints) -> FlowField:
        """The field to a cell (3,)."""
        i, j, k = (int(n) for n in cell)
        key = (i, j, k)
        field = self._kept.get(key)
        if field is None:
            field = FlowField(self._grid, np.array(key, dtype=np.int64))
            self._kept[key] = field
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return field
