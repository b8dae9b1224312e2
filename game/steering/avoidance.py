"""Keeping off walls, from what the feelers hit.

Summing the normals of all hits is a trap in corners of three faces, so each face counts once; and
a fish that heads into a wall commits to a side until the way before it is clear, so that it does
not shake between two.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from game.steering.arrays import Floats, Ints
from game.steering.feelers import FeelerSet
from game.steering.vectors import dot, largest, unit

PUSH_WHEN_COMMITTED: Final = 0.5
SHORTEST: Final = 1e-12
"""m; a feeler of no length at all feels what the body itself touches."""
_EARLIER: Final = (np.arange(32)[:, None] > np.arange(32))[:, :, None]
"""Of two feelers that hit at the same distance, the first of the set counts."""


class Felt(NamedTuple):
    """What the feelers of N fish hit."""

    distance: Floats
    """(N, F) m; infinite for a miss."""
    normal: Floats
    """(N, F, 3) of the face, zero for a miss."""
    face: Ints
    """(N, F) which plane was hit; two hits on one wall have the same."""


def push(felt: Felt, radius: Floats, lengths: Floats) -> Floats:
    """P = Σ w · n over the faces hit, each by its nearest feeler.

    Args:
        felt: the hits.
        radius: (N,) m of the bodies.
        lengths: (N, F) m of the feelers; w = clamp(1 - (hit - radius) / length, 0, 1).

    Returns:
        (N, 3).
    """
    far, face = np.ascontiguousarray(felt.distance.T), np.ascontiguousarray(felt.face.T)
    reach = np.maximum(lengths.T, SHORTEST)
    near = np.where(np.isfinite(far), far - radius, reach)
    weight = np.minimum(np.maximum(1.0 - near / reach, 0.0), 1.0)
    count = len(far)
    # Row by row the feelers of all fish: which one (second index) takes a face from which (first).
    before = (far < far[:, None]) | ((far == far[:, None]) & _EARLIER[:count, :count])
    again = (before & (face == face[:, None])).any(axis=1)
    pushes = np.where(again, 0.0, weight) * np.ascontiguousarray(felt.normal.T)
    total: Floats = pushes[:, 0]
    for feeler in range(1, count):
        total = total + pushes[:, feeler]
    return total.T


def avoid(
    e: Floats,
    c: Floats,
    left: Floats,
    feelers: FeelerSet,
    felt: Felt,
    radius: Floats,
    lengths: Floats,
    wall_gain: Floats,
    committed: Ints,
) -> tuple[Floats, Ints]:
    """Turn desired directions off the walls.

    Args:
        e: (N, 3) unit desired directions.
        c: (N, 3) headings.
        left: (N, 3) the fish's lefts.
        feelers: the set that was cast.
        felt: what it hit.
        radius: (N,) m.
        lengths: (N, F) m.
        wall_gain: (N,).
        committed: (N,) the side each fish is committed to: +1 left, -1 right, 0 none.

    Returns:
        The new desired directions (N, 3) and commitments (N,). A fish whose feelers hit nothing
        keeps its direction to the last bit.
    """
    p = push(felt, radius, lengths)
    advice = wall_gain[:, None] * p
    pushed = largest(advice) > 0.0
    away = np.where(pushed[:, None], unit(e + advice), e)
    blocked = np.isfinite(felt.distance[:, 0])
    committing = blocked & ((committed != 0) | (dot(away, c) < 0.0))
    if not committing.any():
        return away, np.zeros_like(committed)
    freer_left = felt.distance[:, feelers.left] >= felt.distance[:, feelers.right]
    side = np.where(committed != 0, committed, np.where(freer_left, 1, -1))
    side = np.where(committing, side, 0)
    round_it = unit(side[:, None] * left + PUSH_WHEN_COMMITTED * p)
    return np.where(committing[:, None], round_it, away), side
