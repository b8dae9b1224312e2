"""The wall is law: moving spheres stop at rock and slide along it.

A move is cut into sub-steps of at most a quarter of the radius, each followed by an exact push-out
from the seven cells of the centre's octant. Because the radius is less than half a cell, no other
cell can be touched; a push only ever moves the centre away from the planes it is measured from, so
faces, edges and corner in turn leave no overlap.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from game.maze.arrays import Bools, Floats, Ints
from game.maze.grid import Grid

SKIN: Final = 1e-9
"""m kept between a body and the rock that it was pushed out of."""
FINENESS: Final = 4.0
"""Sub-steps per radius."""
RETRIES: Final = 8
"""How often a sub-step round a corner is shortened; after that the body waits a tick."""


def sweep(grid: Grid, positions: Floats, moves: Floats, radii: Floats) -> Floats:
    """Move spheres through the water.

    Args:
        grid: the rock.
        positions: (N, 3) m; spheres that do not overlap rock.
        moves: (N, 3) m; a move longer than the maze's diagonal is cut to that.
        radii: (N,) m, each less than half a cell.

    Returns:
        (N, 3) where they come to, free of rock; bodies do not act on each other.
    """
    distance = _length(moves)
    across = _diagonal(grid)
    if (distance > across).any():
        share = np.where(distance > across, across / np.maximum(distance, across), 1.0)
        moves, distance = moves * share[:, None], distance * share
    steps = np.maximum(1.0, np.ceil(distance * (FINENESS / radii)))
    most = int(steps.max(initial=1.0))
    if most == 1:
        return _glide(grid, positions, moves, radii)
    places = positions.copy()
    stride = moves / steps[:, None]
    for step in range(most):
        rows = np.flatnonzero(steps > step)
        places[rows] = _glide(grid, places[rows], stride[rows], radii[rows])
    return places


def _glide(grid: Grid, positions: Floats, moves: Floats, radii: Floats) -> Floats:
    """One sub-step: no further than the move is long.

    Going round an outside corner, the push away from the edge would add to the move; it is
    shortened until it does not.
    """
    aimed = positions + moves
    out = push_out(grid, aimed, radii)
    if out is aimed:
        return out
    rows = np.flatnonzero((out != aimed).any(axis=1))
    share = np.ones(len(rows))
    allowed = _length(moves[rows]) + SKIN
    for _ in range(RETRIES):
        gone = _length(out[rows] - positions[rows])
        far = gone > allowed
        if not far.any():
            return out
        rows, share, allowed, gone = rows[far], share[far], allowed[far], gone[far]
        share = share * (0.99 * allowed / gone)
        out[rows] = push_out(grid, positions[rows] + share[:, None] * moves[rows], radii[rows])
    out[rows] = positions[rows]
    return out


def _length(v: Floats) -> Floats:
    x, y, z = v[:, 0], v[:, 1], v[:, 2]
    length: Floats = np.sqrt(x * x + y * y + z * z)
    return length


def _diagonal(grid: Grid) -> float:
    x, y, z = grid.size.tolist()
    return float(np.sqrt(x * x + y * y + z * z))


BESIDE: Final = ((0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2))
"""The seven cells of an octant, by the axes along which they lie from the centre's cell."""


class Octant:
    """The corner of its cell that each centre is in, and the seven cells that meet there.

    Args:
        grid: the rock.
        positions: (N, 3) m.
    """

    def __init__(self, grid: Grid, positions: Floats) -> None:
        """Find the octants."""
        scaled = positions / grid.cell_size
        cell = np.floor(scaled)
        self.high: Bools = scaled - cell >= 0.5
        """(N, 3) whether the centre is in the upper half of its cell."""
        self.plane: Floats = (cell + self.high) * grid.cell_size
        """(N, 3) m, the planes that meet in the corner."""
        self.gap: Floats = np.abs(positions - self.plane)
        """(N, 3) m from the centre to each plane."""
        self._grid, self._cell = grid, cell

    def rock(self, rows: Ints) -> Bools:
        """Which of the seven cells of some octants are rock: (7, M), in the order of `BESIDE`."""
        index = self._grid.index_of(self._cell[rows].astype(np.int64))
        x, y, z = (np.where(self.high[rows], 1, -1) * self._grid.stride_row).T
        beside = index + np.stack((x, y, z, x + y, x + z, y + z, x + y + z))
        rock: Bools = self._grid.solid.take(beside, mode="clip")
        return rock

    def squares(self, rows: Ints) -> Floats:
        """The squared distances (7, M) from some centres to those cells, m²."""
        x, y, z = (self.gap[rows] * self.gap[rows]).T
        flat = x + y
        return np.stack((x, y, z, flat, x + z, y + z, flat + z))


def push_out(grid: Grid, positions: Floats, radii: Floats) -> Floats:
    """Push spheres (N, 3) whose centres are in water out of the rock around them.

    Faces first, then edges, then the corner; each push goes straight away from what it is out of.
    """
    octant = Octant(grid, positions)
    rows = np.flatnonzero((octant.gap < radii[:, None]).any(axis=1))
    if not len(rows):
        return positions
    rock = octant.rock(rows)
    overlaps = (rock & (octant.squares(rows) < radii[rows] * radii[rows])).any(axis=0)
    if not overlaps.any():
        return positions
    rows, rock = rows[overlaps], rock[:, overlaps]
    radius = radii[rows]
    # In a passage hardly wider than the body the skin takes half of what room there is.
    reach = radius + np.minimum(SKIN, np.maximum(0.0, 0.5 * (0.5 * grid.cell_size - radius)))
    gap = [octant.gap[rows, axis] for axis in range(3)]
    moved = np.zeros((len(rows), 3), dtype=np.bool_)
    for axis in range(3):
        pressed = rock[axis] & (gap[axis] < radius)
        gap[axis] = np.where(pressed, reach, gap[axis])
        moved[:, axis] |= pressed
    for axes, solid in zip(BESIDE[3:], rock[3:], strict=True):
        square = gap[axes[0]] * gap[axes[0]]
        for axis in axes[1:]:
            square = square + gap[axis] * gap[axis]
        pressed = solid & (square < radius * radius)
        if not pressed.any():
            continue
        scale = reach / np.sqrt(np.where(pressed & (square > 0.0), square, 1.0))
        for axis in axes:
            gap[axis] = np.where(pressed, gap[axis] * scale, gap[axis])
            moved[:, axis] |= pressed
    out = positions.copy()
    side = np.where(octant.high[rows], -1.0, 1.0)
    pushed = octant.plane[rows] + side * np.stack(gap, axis=1)
    out[rows] = np.where(moved, pushed, positions[rows])
    return out
