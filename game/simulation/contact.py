"""Contact: do two moving spheres come together within a tick?"""

from __future__ import annotations

import numpy as np

from game.steering.arrays import Bools, Floats
from game.steering.vectors import dot


def touched(
    fish_from: Floats, fish_to: Floats, sub_from: Floats, sub_to: Floats, contact: Floats
) -> Bools:
    """Whether the closest approach of two spheres in straight, even motion is a touch.

    Args:
        fish_from: (N, 3) positions at the start of the tick.
        fish_to: (N, 3) positions at its end.
        sub_from: (3,) the submarine's at the start.
        sub_to: (3,) the submarine's at the end.
        contact: (N,) the two radii added, m.

    Returns:
        (N,) whether they come as near as the radii.
    """
    gap = fish_from - sub_from
    motion = (fish_to - sub_to) - gap
    travelled = dot(motion, motion)
    still = travelled == 0.0
    when = np.where(still, 0.0, -dot(gap, motion) / np.where(still, 1.0, travelled))
    nearest = gap + np.minimum(np.maximum(when, 0.0), 1.0)[:, None] * motion
    result: Bools = dot(nearest, nearest) <= contact * contact
    return result
