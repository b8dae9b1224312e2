"""Who is near whom: all pairs of points within a radius, from a grid of cells as wide as it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np

from game.steering.arrays import Floats, Ints

FEW: Final = 32
"""Up to so many points, comparing all with all is quicker than sorting them into cells."""
SLACK: Final = 1.0 + 1.0 / 1024.0
"""Cells are wider than the radius by this, so that no rounding parts two points two cells apart."""


def pairs(positions: Floats, radius: float) -> tuple[Ints, Ints]:
    """All ordered pairs of different points at most a radius apart.

    Args:
        positions: (N, 3) m.
        radius: m.

    Returns:
        i and j, (P,) each: every pair in both orders, sorted by i, then by j.
    """
    n = len(positions)
    if n < 2 or radius <= 0.0:
        none = np.zeros(0, dtype=np.int64)
        return none, none
    with np.errstate(over="ignore", invalid="ignore"):
        a, b = _all(n) if n <= FEW else _candidates(positions, radius)
        close = np.flatnonzero(_square_distance(positions, a, b) <= radius * radius)
    a, b = a.take(close), b.take(close)
    key = np.concatenate((a * n + b, b * n + a))
    key.sort(kind="stable")
    i = key // n
    return i, key - i * n


@lru_cache(maxsize=FEW + 1)
def _all(n: int) -> tuple[Ints, Ints]:
    """Every pair once."""
    a, b = np.triu_indices(n, 1)
    return a, b


def _square_distance(positions: Floats, a: Ints, b: Ints) -> Floats:
    x, y, z = np.array(positions.T, order="C")
    dx, dy, dz = x.take(a) - x.take(b), y.take(a) - y.take(b), z.take(a) - z.take(b)
    result: Floats = dx * dx + dy * dy + dz * dz
    return result


# Half of a cell's 26 neighbours, as rows along x: each pair of cells is met from one side only.
_ROWS: Final = ((1, 0), (-1, 1), (0, 1), (1, 1))
ROOMY: Final = 16
"""Cells per point at most; in emptier water they are made wider, which costs only candidates."""


def _candidates(positions: Floats, radius: float) -> tuple[Ints, Ints]:
    """Pairs that share a cell or stand in neighbouring ones, each once."""
    n, edge = len(positions), radius * SLACK
    offset = positions - positions.min(axis=0)
    span = offset.max(axis=0)
    while True:
        # A border of one cell on every side, so that neighbours need no bounds.
        wide, deep, high = (int(length) + 3 for length in (span / edge).tolist())
        if wide * deep * high <= ROOMY * n:
            break
        edge *= 2.0
    cells = np.floor(offset / edge).astype(np.int64) + 1
    key = cells[:, 0] + wide * (cells[:, 1] + deep * cells[:, 2])
    order = np.argsort(key, kind="stable")
    key = key[order]
    begin = np.zeros(wide * deep * high + 1, dtype=np.int64)
    np.cumsum(np.bincount(key, minlength=wide * deep * high), out=begin[1:])
    own = np.arange(n)
    firsts, lasts = [own + 1], [begin[key + 2]]
    for dy, dz in _ROWS:
        middle = key + wide * (dy + deep * dz)
        firsts.append(begin[middle - 1])
        lasts.append(begin[middle + 2])
    first = np.concatenate(firsts)
    count = np.concatenate(lasts) - first
    mine = np.repeat(np.tile(own, len(firsts)), count)
    ends = np.cumsum(count)
    theirs = np.arange(len(mine)) - np.repeat(ends - count - first, count)
    return order[mine], order[theirs]
