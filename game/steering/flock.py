"""The flock: separation, alignment and cohesion (Reynolds 1987), as sums over pairs.

Pairs are sorted by fish, so that the sums come out the same in any order of the fish. Each part is
a direction of comparable size, so that equal gains mean equal say.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from game.steering.arrays import Floats, Ints
from game.steering.vectors import largest, unit

CANCELLED: Final = 1e-9
"""A sum of neighbours' headings, or of m to them, below this points nowhere."""


def summed(i: Ints, vectors: Floats, n: int) -> Floats:
    """Sums (n, 3) of vectors (P, 3) by the fish (P,) they belong to."""
    out = np.empty((n, 3))
    for axis in range(3):
        out[:, axis] = np.bincount(i, weights=vectors[:, axis], minlength=n)
    return out


def separation(i: Ints, apart: Floats, distance: Floats, radius: Floats, n: int) -> Floats:
    """Σ (1 - d / radius) · apart: away from the neighbours, the more so the nearer.

    Args:
        i: (P,) the fish of each pair.
        apart: (P, 3) unit vectors from the neighbour.
        distance: (P,) m.
        radius: (P,) m, the fish's own neighbour radius; beyond it a neighbour counts nothing.
        n: number of fish.

    Returns:
        (n, 3); zero for a fish without neighbours.
    """
    weight = np.maximum(0.0, 1.0 - distance / radius)
    return summed(i, weight[:, None] * apart, n)


def alignment(i: Ints, headings: Floats, n: int) -> Floats:
    """The unit mean heading of the neighbours (n, 3), from theirs (P, 3)."""
    return _direction(summed(i, headings, n))


def cohesion(i: Ints, gap: Floats, n: int) -> Floats:
    """The unit direction (n, 3) to the neighbours' centre, from the gaps (P, 3) to oneself."""
    return _direction(summed(i, -gap, n))


def _direction(total: Floats) -> Floats:
    """Unit vectors, zero where all but rounding has cancelled: that would be any direction."""
    return unit(np.where((largest(total) >= CANCELLED)[:, None], total, 0.0))
