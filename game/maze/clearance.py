"""How near the rock is."""

from __future__ import annotations

import numpy as np

from game.maze.arrays import Floats, Ints
from game.maze.grid import Grid
from game.maze.sweep import Octant


def penetration(grid: Grid, positions: Floats, radii: Floats) -> Floats:
    """How deep spheres (N, 3) stand in rock (N,), m: radius - distance to the nearest rock cell.

    Exact for radii (N,) under half a cell; 0 for a free body, the radius for a centre in rock.
    """
    octant = Octant(grid, positions)
    deep = np.where(grid.in_rock(positions), radii, 0.0)
    rows = np.flatnonzero((octant.gap < radii[:, None]).any(axis=1) & (deep == 0.0))
    if not len(rows):
        return deep
    squares = np.where(octant.rock(rows), octant.squares(rows), np.inf).min(axis=0)
    deep[rows] = np.maximum(0.0, radii[rows] - np.sqrt(squares))
    return deep


def clearance(grid: Grid, points: Floats, limit: float = np.inf) -> Floats:
    """The distances (N,) from points (N, 3) to the nearest rock, m; 0 inside it.

    Args:
        grid: the rock.
        points: (N, 3) m.
        limit: m; a distance beyond it is given as the limit.
    """
    size = grid.cell_size
    out = np.full(len(points), float(limit))
    cells = grid.cell_of(points)
    room = grid.room[grid.index_of(cells)]
    out[room == 0] = 0.0
    for rings in np.unique(room[room > 0]).tolist():
        rows = np.flatnonzero(room == rings)
        if (rings - 1) * size >= limit:
            continue
        # The nearest rock by rings may lie on a diagonal, so a straight one further out may win.
        far = int(np.ceil(rings * np.sqrt(3.0))) + 1
        out[rows] = np.minimum(out[rows], _nearest(grid, points[rows], cells[rows], far))
    return out


def _nearest(grid: Grid, points: Floats, cells: Ints, far: int) -> Floats:
    """Distance to the nearest rock cell at most `far` cells off along each axis."""
    size = grid.cell_size
    best = np.full(len(points), np.inf)
    span = np.arange(-far, far + 1)
    offsets = np.stack(np.meshgrid(span, span, span, indexing="ij"), axis=-1).reshape(-1, 3)
    for offset in offsets:
        cell = cells + offset
        solid = grid.is_rock(cell)
        if not solid.any():
            continue
        low = cell * size
        gap = np.maximum(0.0, np.maximum(low - points, points - low - size))
        x, y, z = gap[:, 0], gap[:, 1], gap[:, 2]
        best = np.where(solid, np.minimum(best, np.sqrt(x * x + y * y + z * z)), best)
    return best
