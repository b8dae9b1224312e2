"""The fish model: follow, pursue, wander, side-dodge, turn, defined per tick.

`c` is a fish's heading, `e_t` the unit vector towards the submarine, `e` the desired direction.
All vectors are (N, 3) or (3,); parameters are scalars or (N,). Every function gives unit vectors
or zero, whatever it is given.
"""

from __future__ import annotations

import math

import numpy as np

from game.steering.arrays import Bools, Floats
from game.steering.exact import constant
from game.steering.vectors import PARALLEL, cross, dot, largest, left_of, length, unit

COINCIDENT = 1e-9
"""m; nearer than this there is no direction towards the submarine."""
OPPOSITE = 1e-3
"""A desired direction is nearly opposite when its cross product with the heading is below this."""
TICKS_PER_SECOND = 60

Gain = Floats | float


def _column(gain: Gain) -> Floats | float:
    return gain[..., None] if isinstance(gain, np.ndarray) else gain


def towards(place: Floats, position: Floats, c: Floats) -> Floats:
    """e_t: unit vectors from positions to places; the heading where they coincide."""
    away = place - position
    apart = largest(away) >= COINCIDENT
    if apart.all():
        return unit(away)
    # The largest component may be shorter than the distance; cut at 1 m, squares cannot overflow.
    apart = length(np.minimum(np.abs(away), 1.0)) >= COINCIDENT
    result: Floats = np.where(apart[..., None], unit(away), c)
    return result


def follow(e_t: Floats, r: Floats, noise: Gain) -> Floats:
    """`unit(e_t + k_r r)`: towards the submarine, with a share of chance."""
    return unit(e_t + _column(noise) * r)


def wander(c: Floats, r: Floats, noise: Gain) -> Floats:
    """`unit(c + k_r r)`: on along the heading, with a share of chance."""
    return follow(c, r, noise)


def pursue_point(
    place: Floats, velocity: Floats, distance: Gain, max_speed: Gain, prediction: Gain
) -> Floats:
    """Where to aim at: the place the submarine will have come to, at most `prediction` s ahead."""
    ahead = np.minimum(prediction, distance / max_speed)
    result: Floats = place + _column(ahead) * velocity
    return result


def side(e_t: Floats, c: Floats) -> Floats:
    """e_side: `unit(up x e_t)`; the fish's own left where the submarine is above or below."""
    flat = e_t[..., 0] * e_t[..., 0] + e_t[..., 1] * e_t[..., 1]
    vertical = flat < PARALLEL * PARALLEL
    return left_of(np.where(vertical[..., None], c, e_t)) if vertical.any() else left_of(e_t)


def side_dodge(e_side: Floats, e_t: Floats, side_gain: Gain, retreat_gain: Gain) -> Floats:
    """`unit(β e_side - γ e_t)`: sideways, and away."""
    return unit(_column(side_gain) * e_side - _column(retreat_gain) * e_t)


def opposite(c: Floats, e: Floats) -> Bools:
    """Where a desired direction is nearly opposite to the heading (N,)."""
    behind = dot(c, e) < 0.0
    if not behind.any():
        return behind
    result: Bools = behind & (length(cross(c, e)) < OPPOSITE)
    return result


def turn(c: Floats, e: Floats, smoothing: Gain) -> Floats:
    """The new heading `unit((1 - α) c + α e)`.

    A desired direction of zero keeps the heading. One that is nearly opposite is replaced for this
    tick by the fish's own left: the formula alone would take half a minute to come round.
    """
    back = opposite(c, e) & (np.asarray(smoothing) < 1.0)
    if back.any():
        e = np.where(back[..., None], left_of(c), e)
    alpha = _column(smoothing)
    new = unit((1.0 - alpha) * c + alpha * e)
    idle = largest(e) == 0.0
    if idle.any():
        new = np.where(idle[..., None], c, new)
    return new


def level_up(up: Floats, c: Floats, new: Floats) -> Floats:
    """The carried up of a drawn frame (N, 3): never enters the motion.

    Transported by the smallest rotation from the old heading to the new one, then levelled towards
    world up with a weight that is the horizontal part of the heading.
    """
    axis = cross(c, new)
    along = dot(c, new)
    safe = along > -0.999
    carried = up + cross(axis, up)
    carried = carried + cross(axis, cross(axis, up)) / np.where(safe, 1.0 + along, 1.0)[..., None]
    flat = np.sqrt(new[..., 0] * new[..., 0] + new[..., 1] * new[..., 1])[..., None]
    levelled = carried.copy()
    levelled[..., 2] = levelled[..., 2] + flat[..., 0] * LEVELLING
    across = levelled - dot(levelled, new)[..., None] * new
    bad = dot(across, across) < 1e-12
    if bad.any():
        own = cross(new, left_of(new))
        across = np.where(bad[..., None], own, across)
    return unit(across)


LEVELLING = 0.05
"""Share of world up mixed in each tick for a level heading."""


def strike_smoothing(top_speed: float, contact: float, smoothing: float) -> float:
    """The weakest smoothing in `collide` with which a fish cannot orbit its target for ever.

    Args:
        top_speed: m/s of the species' quickest fish.
        contact: m, the two radii added.
        smoothing: the species' own, α per tick.
    """
    rate = 1.0 - math.exp(-top_speed / (TICKS_PER_SECOND * contact))
    return max(smoothing, constant(rate))


def turning_radius(top_speed: float, smoothing: float) -> float:
    """m; the circle that a fish swims around a target that it cannot turn into.

    `V / (-60 ln(1 - α))`, and 0 for α = 1.
    """
    if smoothing >= 1.0:
        return 0.0
    return top_speed / (-TICKS_PER_SECOND * math.log(1.0 - smoothing))
