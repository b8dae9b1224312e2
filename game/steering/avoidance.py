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
from game.steering.vectors import dot, unit

PUSH_WHEN_COMMITTED: Final = 0.5
_EARLIER: Final = np.arange(32) < np.arange(32)[:, None]
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
    near = np.where(np.isfinite(felt.distance), felt.distance - radius[:, None], lengths)
    weight = np.minimum(np.maximum(1.0 - near / lengths, 0.0), 1.0)
    far, face = felt.distance, felt.face
    nearer = far[:, None, :] < far[:, :, None]
    first = (far[:, None, :] == far[:, :, None]) & _EARLIER[: far.shape[1], : far.shape[1]]
    again = ((face[:, None, :] == face[:, :, None]) & (nearer | first)).any(axis=2)
    pushes = np.where(again, 0.0, weight)[:, :, None] * felt.normal
    total: Floats = pushes[:, 0]
    for feeler in range(1, far.shape[1]):
        total = total + pushes[:, feeler]
    return total


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
    away = unit(e + wall_gain[:, None] * p)
    blocked = np.isfinite(felt.distance[:, 0])
    freer_left = felt.distance[:, feelers.left] >= felt.distance[:, feelers.right]
    side = np.where(committed != 0, committed, np.where(freer_left, 1, -1))
    committing = blocked & ((committed != 0) | (dot(away, c) < 0.0))
    side = np.where(committing, side, 0)
    round_it = unit(side[:, None] * left + PUSH_WHEN_COMMITTED * p)
    pushed = (p != 0.0).any(axis=1, keepdims=True)
    out = np.where(pushed, away, e)
    return np.where(committing[:, None], round_it, out), side
