"""Rays through the cells, a whole batch at a time (Amanatides & Woo 1987).

A ray visits exactly the cells it passes. Where it meets an edge it goes through one of the two
cells beside it (first x, then y, then z), so it never slips between two rocks that share an edge.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from game.maze.arrays import Bools, Floats, Ints
from game.maze.grid import Grid


class Hits(NamedTuple):
    """What N rays met."""

    distance: Floats
    """(N,) m along the ray; infinite for a miss, 0 for a ray that starts in rock."""
    point: Floats
    """(N, 3) m where it hit; the ray's end for a miss."""
    normal: Floats
    """(N, 3) unit, out of the rock; zero for a miss."""
    face: Ints
    """(N,) the plane that was hit: the same for all cells of one flat wall; -1 for a miss."""
    inside: Bools
    """(N,) it started in rock."""


INFINITE: Final = float("inf")


class _Met(NamedTuple):
    """Where rays end, in the units of their directions."""

    when: Floats
    axis: Ints
    inside: Bools


def cast(grid: Grid, origins: Floats, directions: Floats, lengths: Floats | float) -> Hits:
    """Cast rays.

    Args:
        grid: the rock.
        origins: (N, 3) m.
        directions: (N, 3) unit; a zero direction hits nothing.
        lengths: (N,) or one, m; a hit at exactly the length counts.
    """
    n, size = len(origins), grid.cell_size
    reach = np.broadcast_to(np.asarray(lengths, dtype=np.float64), (n,))
    met = _walk(grid, origins / size, directions, reach / size)
    distance = met.when * size
    normal, face = np.zeros((n, 3)), np.full(n, -1, dtype=np.int64)
    point = origins + np.where(np.isfinite(distance), distance, reach)[:, None] * directions
    rows = np.flatnonzero(met.axis >= 0)
    if len(rows):
        axis = met.axis[rows]
        forward = directions[rows, axis] > 0.0
        normal[rows, axis] = np.where(forward, -1.0, 1.0)
        plane = np.floor(point[rows, axis] / size + 0.5)
        point[rows, axis] = plane * size
        face[rows] = (plane.astype(np.int64) * 3 + axis) * 2 + forward
    if met.inside.any():
        stuck = np.flatnonzero(met.inside)
        normal[stuck] = _way_out(grid, origins[stuck], directions[stuck])
    return Hits(distance, point, normal, face, met.inside)


def clear_line(grid: Grid, start: Floats, end: Floats) -> Bools:
    """Whether no rock lies between points (N, 3) and (N, 3), m."""
    met = _walk(grid, start / grid.cell_size, (end - start) / grid.cell_size, np.ones(len(start)))
    return ~np.isfinite(met.when)


FEW: Final = 4
"""Up to so many rays are walked one by one: starting up numpy costs more than they do."""


def _walk(grid: Grid, origin: Floats, direction: Floats, end: Floats) -> _Met:
    """Walk the cells along `origin + when * direction` up to `end`, all in cells."""
    n = len(origin)
    if n <= FEW:
        return _walk_few(grid, origin, direction, end)
    when, axis = np.full(n, np.inf), np.full(n, -1, dtype=np.int64)
    cell = np.floor(origin)
    index = grid.index_of(cell.astype(np.int64))
    inside: Bools = grid.solid[index]
    when[inside] = 0.0
    moving = direction != 0.0
    forward = direction > 0.0
    slope = np.divide(1.0, direction, out=np.full((n, 3), INFINITE), where=moving)
    ahead = np.multiply(cell - origin + forward, slope, out=np.full((n, 3), INFINITE), where=moving)
    first = np.minimum(np.minimum(ahead[:, 0], ahead[:, 1]), ahead[:, 2])
    rows = np.flatnonzero((first <= end) & ~inside)
    if not len(rows):
        return _Met(when, axis, inside)
    index, end = index[rows], end[rows]
    tx, ty, tz = ahead[rows].T
    px, py, pz = np.abs(slope[rows]).T
    sx, sy, sz = (np.where(forward[rows], 1, -1) * grid.stride_row).T
    while True:
        by_x = (tx <= ty) & (tx <= tz)
        by_y = ~by_x & (ty <= tz)
        now = np.where(by_x, tx, np.where(by_y, ty, tz))
        index = index + np.where(by_x, sx, np.where(by_y, sy, sz))
        met = grid.solid[index]
        hit = np.flatnonzero(met & (now <= end))
        when[rows[hit]] = now[hit]
        axis[rows[hit]] = np.where(by_x[hit], 0, np.where(by_y[hit], 1, 2))
        tx = np.where(by_x, tx + px, tx)
        ty = np.where(by_y, ty + py, ty)
        tz = np.where(by_x | by_y, tz, tz + pz)
        on = np.flatnonzero(~met & (np.minimum(np.minimum(tx, ty), tz) <= end))
        if not len(on):
            return _Met(when, axis, inside)
        if len(on) < len(rows):
            rows, index, end = rows[on], index[on], end[on]
            tx, ty, tz = tx[on], ty[on], tz[on]
            px, py, pz = px[on], py[on], pz[on]
            sx, sy, sz = sx[on], sy[on], sz[on]


def _walk_few(grid: Grid, origin: Floats, direction: Floats, end: Floats) -> _Met:
    """The same walk, ray by ray in plain floats; the same to the last bit."""
    cells = np.floor(origin)
    index = grid.index_of(cells.astype(np.int64))
    inside: Bools = grid.solid[index]
    met = [
        (0.0, -1) if stuck else _walk_one(grid, *ray)
        for stuck, *ray in zip(
            inside.tolist(),
            index.tolist(),
            (cells - origin).tolist(),
            direction.tolist(),
            end.tolist(),
            strict=True,
        )
    ]
    when = np.array([time for time, _ in met], dtype=np.float64)
    return _Met(when, np.array([axis for _, axis in met], dtype=np.int64), inside)


def _walk_one(
    grid: Grid, index: int, low: list[float], direction: list[float], end: float
) -> tuple[float, int]:
    """When a ray meets rock and across which axis; infinite and -1 for a miss.

    `low` is from its origin to the low corner of its cell.
    """
    ahead, pace, stride = [INFINITE] * 3, [INFINITE] * 3, [0] * 3
    for k, d in enumerate(direction):
        if d != 0.0:
            slope = 1.0 / d
            ahead[k] = (low[k] + (1.0 if d > 0.0 else 0.0)) * slope
            pace[k] = abs(slope)
            stride[k] = grid.strides[k] if d > 0.0 else -grid.strides[k]
    solid = grid.solid
    while True:
        x, y, z = ahead
        axis = 0 if x <= y and x <= z else 1 if y <= z else 2
        now = ahead[axis]
        if not now <= end or now == INFINITE:
            return INFINITE, -1
        index += stride[axis]
        if solid[index]:
            return now, axis
        ahead[axis] = now + pace[axis]


def _way_out(grid: Grid, points: Floats, directions: Floats) -> Floats:
    """The normals (N, 3) for rays that start in rock: to the nearest face with water behind it.

    Where all six neighbours are rock, back along the ray.
    """
    scaled = points / grid.cell_size
    cell = np.floor(scaled).astype(np.int64)
    best = np.full(len(points), np.inf)
    normal = -directions
    for axis in range(3):
        for sign in (-1, 1):
            beside = cell.copy()
            beside[:, axis] += sign
            depth = scaled[:, axis] - cell[:, axis]
            depth = depth if sign < 0 else 1.0 - depth
            nearer = ~grid.is_rock(beside) & (depth < best)
            best = np.where(nearer, depth, best)
            normal[nearer] = 0.0
            normal[nearer, axis] = sign
    return normal
