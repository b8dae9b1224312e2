"""Freeing bodies that a wall was put upon."""

from __future__ import annotations

import numpy as np

from game.maze.arrays import Floats
from game.maze.clearance import penetration
from game.maze.grid import Grid
from game.maze.sweep import SKIN, push_out


def eject(grid: Grid, positions: Floats, radii: Floats) -> Floats:
    """Move spheres (N, 3) that overlap rock to the nearest place where they are free.

    A centre in water is pushed straight out. A centre in rock goes to the nearest water cell, the
    first in the order of `Grid.water_cells` where two are equally near.

    Raises:
        ValueError: when there is no water at all.
    """
    out = push_out(grid, positions, radii)
    water = grid.water_cells()
    for row in np.flatnonzero(grid.in_rock(positions)).tolist():
        if not len(water):
            raise ValueError("there is no water to eject a body into")
        inset = min(float(radii[row]) + SKIN, 0.5 * grid.cell_size)
        low = water * grid.cell_size + inset
        high = (water + 1) * grid.cell_size - inset
        nearest = np.minimum(np.maximum(positions[row], low), high)
        gap = nearest - positions[row]
        square = gap[:, 0] * gap[:, 0] + gap[:, 1] * gap[:, 1] + gap[:, 2] * gap[:, 2]
        out[row] = nearest[int(np.argmin(square))]
    assert penetration(grid, out, radii).max(initial=0.0) == 0.0
    return out
