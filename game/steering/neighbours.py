"""Who is near whom: all pairs of points within a radius, from a grid of cells as wide as it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np

from game.steering.arrays import Floats, Ints
from game.steering.vectors import dot

FEW: Final = 32
"""Up to so many points, comparing all with all is quicker than sorting them into cells."""


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
    a, b = _all(n) if n <= FEW else _candidates(positions, radius)
    gap = positions[a] - positions[b]
    close = np.flatnonzero(dot(gap, gap) <= radius * radius)
    a, b = a[close], b[close]
    i, j = np.concatenate((a, b)), np.concatenate((b, a))
    order = np.argsort(i * n + j, kind="stable")
    return i[order], j[order]


@lru_cache(maxsize=FEW + 1)
def _all(n: int) -> tuple[Ints, Ints]:
    """Every pair once."""
    a, b = np.triu_indices(n, 1)
    return a, b


# Half of a cell's 26 neighbours, as rows along x: each pair of cells is met from one side only.
_ROWS: Final = ((1, 0), (-1, 1), (0, 1), (1, 1))


def _candidates(positions: Floats, radius: float) -> tuple[Ints, Ints]:
    """Pairs that share a cell or stand in neighbouring ones, each once."""
    cells = np.floor(positions / radius).astype(np.int64)
    cells -= cells.min(axis=0) - 1
    wide, deep, _ = (cells.max(axis=0) + 2).tolist()
    key = cells[:, 0] + wide * (cells[:, 1] + deep * cells[:, 2])
    order = np.argsort(key, kind="stable")
    key = key[order]
    start = np.arange(1, len(key) + 1)
    firsts = [start]
    lasts = [np.searchsorted(key, key + 1, side="right")]
    for dy, dz in _ROWS:
        middle = key + wide * (dy + deep * dz)
        firsts.append(np.searchsorted(key, middle - 1, side="left"))
        lasts.append(np.searchsorted(key, middle + 1, side="right"))
    first, last = np.concatenate(firsts), np.concatenate(lasts)
    count = last - first
    mine = np.repeat(np.tile(start - 1, len(firsts)), count)
    ends = np.cumsum(count)
    theirs = np.arange(len(mine)) - np.repeat(ends - count - first, count)
    return order[mine], order[theirs]
