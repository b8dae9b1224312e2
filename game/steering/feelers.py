"""Feelers: sets of rays in the fish's own frame, as data.

The frame is forward (the heading), left (`unit(up x heading)`, or +x) and forward x left. What
casts the rays and what makes a turn of their hits are other files.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np

from game.steering.arrays import Floats
from game.steering.exact import constant
from game.steering.vectors import cross


class FeelerSet(NamedTuple):
    """Rays in the frame (forward, left, third); the first is the centre one."""

    directions: Floats
    """(F, 3) unit."""
    lengths: Floats
    """(F,) as a share of the look-ahead length."""
    left: int
    """Which ray feels to the left; its own centre for a set without sides."""
    right: int


def _set(spread: float, share: float, sides: tuple[tuple[int, int], ...]) -> FeelerSet:
    """A centre ray with others spread off it, in radians, to (left, third) sides."""
    along, off = constant(math.cos(spread)), constant(math.sin(spread))
    rows = [(1.0, 0.0, 0.0), *((along, off * a, off * b) for a, b in sides)]
    lengths = [1.0, *(share for _ in sides)]
    left = 1 if sides else 0
    return FeelerSet(np.array(rows), np.array(lengths), left, 2 if sides else 0)


_LEFT, _RIGHT, _RISE, _FALL = (1, 0), (-1, 0), (0, 1), (0, -1)
FEELER_SETS: Final = {
    "single": _set(0.0, 1.0, ()),
    "whiskers2": _set(0.6, 0.6, (_LEFT, _RIGHT)),
    "whiskers": _set(0.6, 0.6, (_LEFT, _RIGHT, _RISE, _FALL)),
}


def feel(feelers: FeelerSet, c: Floats, left: Floats) -> Floats:
    """The directions (N, F, 3) of a set's rays in the world, for headings and lefts (N, 3)."""
    third = cross(c, left)
    ahead, aside, off = feelers.directions.T[:, :, None]
    rays: Floats = (
        ahead * _by_component(c) + aside * _by_component(left) + off * _by_component(third)
    )
    return rays.T


def _by_component(v: Floats) -> Floats:
    """Vectors (N, 3) as (3, 1, N), for one long loop over the fish of each ray."""
    return np.ascontiguousarray(v.T)[:, None]
