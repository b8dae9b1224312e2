"""Vectors, written out component by component so that the last bit is the same everywhere."""

from __future__ import annotations

from typing import Final

import numpy as np

from game.steering.arrays import Floats

UP: Final[Floats] = np.array([0.0, 0.0, 1.0])
EAST: Final[Floats] = np.array([1.0, 0.0, 0.0])
PARALLEL: Final = 1e-6
"""A cross product of unit vectors shorter than this has no direction worth the name."""


def dot(a: Floats, b: Floats) -> Floats:
    """Dot products (...,) of vectors (..., 3), as three written-out terms."""
    product = a * b
    result: Floats = product[..., 0] + product[..., 1] + product[..., 2]
    return result


def cross(a: Floats, b: Floats) -> Floats:
    """Cross products (..., 3) of vectors (..., 3)."""
    out = np.empty(np.broadcast_shapes(a.shape, b.shape))
    ax, ay, az = a[..., 0], a[..., 1], a[..., 2]
    bx, by, bz = b[..., 0], b[..., 1], b[..., 2]
    out[..., 0] = ay * bz - az * by
    out[..., 1] = az * bx - ax * bz
    out[..., 2] = ax * by - ay * bx
    return out


def length(v: Floats) -> Floats:
    """Lengths (...,) of vectors (..., 3); overflow is left to the caller's numbers."""
    result: Floats = np.sqrt(dot(v, v))
    return result


def unit(v: Floats) -> Floats:
    """Unit vectors (..., 3); the zero vector stays zero.

    Scaled by the largest component first, so that 1e-300 and 1e300 come out right.
    """
    size = np.abs(v)
    largest = np.maximum(np.maximum(size[..., 0], size[..., 1]), size[..., 2])
    largest = np.where(largest > 0.0, largest, 1.0)[..., None]
    scaled = v / largest
    # The largest component is now 1, so the square is at least that, except for the zero vector.
    square = np.maximum(dot(scaled, scaled), 1.0)
    result: Floats = scaled / np.sqrt(square)[..., None]
    return result


def left_of(c: Floats) -> Floats:
    """The level left of headings (..., 3): `unit(up x c)`, or +x where that vanishes."""
    out = np.zeros_like(c)
    x, y = -c[..., 1], c[..., 0]
    square = x * x + y * y
    level = square >= PARALLEL * PARALLEL
    size = np.sqrt(np.where(level, square, 1.0))
    out[..., 0] = np.where(level, x / size, 1.0)
    out[..., 1] = np.where(level, y / size, 0.0)
    return out
