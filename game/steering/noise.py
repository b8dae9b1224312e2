"""Smooth chance: unit vectors between knots."""

from __future__ import annotations

from game.steering.arrays import Floats
from game.steering.exact import smoothstep
from game.steering.vectors import unit


def between(knot: Floats, following: Floats, share: Floats) -> Floats:
    """Unit vectors (N, 3) between two knots (N, 3), `share` (N,) of the way in [0, 1)."""
    weight = smoothstep(share)[:, None]
    return unit((1.0 - weight) * knot + weight * following)
