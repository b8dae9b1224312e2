"""Numbers that are the same on every machine: rounded constants, polynomials, Cayley turns."""

from __future__ import annotations

from typing import Final

import numpy as np

from game.steering.arrays import Floats
from game.steering.vectors import cross, dot

HALF_PI: Final = 1.57079632679
PI: Final = 3.14159265359


def constant(value: float) -> float:
    """A number made at load by any function, rounded to 12 significant digits.

    The last bits of exp, log, sine and the like depend on the processor; twelve digits do not.
    """
    return float(f"{value:.11e}")


# The Taylor series of atan, used on [-tan(pi/8), tan(pi/8)] only: wider ranges are folded into it,
# which keeps the error under 1e-10.
_ATAN: Final = tuple((-1.0 if n % 2 else 1.0) / (2 * n + 1) for n in range(13))
_TAN_EIGHTH: Final = 0.414213562373
_QUARTER_PI: Final = 0.785398163397


def atan(x: Floats) -> Floats:
    """Arc tangent (N,), radians, to 1e-10; a fixed polynomial after folding the range."""
    size = np.abs(x)
    steep = size > 1.0
    t = np.where(steep, 1.0 / np.where(steep, size, 1.0), size)
    folded = t > _TAN_EIGHTH
    t = np.where(folded, (t - 1.0) / (t + 1.0), t)
    square = t * t
    series = np.full_like(t, _ATAN[-1])
    for term in _ATAN[-2::-1]:
        series = series * square + term
    angle = t * series + np.where(folded, _QUARTER_PI, 0.0)
    angle = np.where(steep, HALF_PI - angle, angle)
    result: Floats = np.where(x < 0.0, -angle, angle)
    return result


def atan2(y: Floats, x: Floats) -> Floats:
    """Angle (N,) of the points (x, y), radians in (-pi, pi]; 0 at the origin."""
    y, x = np.asarray(y, dtype=np.float64), np.asarray(x, dtype=np.float64)
    upright = np.abs(y) > np.abs(x)
    over = np.where(upright, y, x)
    ratio = np.where(upright, x, y) / np.where(over == 0.0, 1.0, over)
    lying = atan(np.where(upright, 0.0, ratio)) + np.where(x < 0.0, np.where(y < 0.0, -PI, PI), 0.0)
    standing = np.where(y < 0.0, -HALF_PI, HALF_PI) - atan(np.where(upright, ratio, 0.0))
    result: Floats = np.where(upright, standing, lying)
    return result


def acos(x: Floats) -> Floats:
    """Arc cosine (N,) of numbers clamped to [-1, 1], radians."""
    x = np.minimum(np.maximum(x, -1.0), 1.0)
    return atan2(np.sqrt((1.0 - x) * (1.0 + x)), x)


def rotate(v: Floats, half_turn: Floats) -> Floats:
    """Turn vectors by Cayley's form: exact rotations without trigonometry.

    Args:
        v: (N, 3) vectors.
        half_turn: (N, 3) axis times tan(angle / 2).

    Returns:
        (N, 3) the turned vectors.
    """
    t = cross(half_turn, v)
    scale = (2.0 / (1.0 + dot(half_turn, half_turn)))[..., None]
    result: Floats = v + scale * (t + cross(half_turn, t))
    return result


def smoothstep(t: Floats) -> Floats:
    """The weight t²(3 - 2t)."""
    result: Floats = t * t * (3.0 - 2.0 * t)
    return result
