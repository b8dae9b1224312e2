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
    ax, ay, az = a[..., 0], a[..., 1], a[..., 2]
    bx, by, bz = b[..., 0], b[..., 1], b[..., 2]
    x = ay * bz - az * by
    out = np.empty((*x.shape, 3))
    out[..., 0] = x
    out[..., 1] = az * bx - ax * bz
    out[..., 2] = ax * by - ay * bx
    return out


def length(v: Floats) -> Floats:
    """Lengths (...,) of vectors (..., 3); overflow is left to the caller's numbers."""
    result: Floats = np.sqrt(dot(v, v))
    return result


def largest(v: Floats) -> Floats:
    """The largest component's size (...,) of vectors (..., 3); it never overflows."""
    size = np.abs(v)
    result: Floats = np.maximum(np.maximum(size[..., 0], size[..., 1]), size[..., 2])
    return result


def unit(v: Floats) -> Floats:
    """Unit vectors (..., 3); the zero vector stays zero.

    Scaled by the largest component first, so that 1e-300 and 1e300 come out right. What is
    returned lies in memory component by component, which makes long loops of what follows.
    """
    scaled = np.array(v.T, order="C")
    x, y, z = np.abs(scaled)
    size = np.maximum(np.maximum(x, y), z)
    scaled /= size + (size == 0.0)
    product = scaled * scaled
    # The largest component is now 1, so the square is at least that, except for the zero vector.
    square = np.maximum(product[0] + product[1] + product[2], 1.0)
    scaled /= np.sqrt(square)
    return scaled.T


def left_of(c: Floats) -> Floats:
    """The level left of headings (..., 3): `unit(up x c)`, or +x where that vanishes."""
    x, y = c[..., 0], c[..., 1]
    square = x * x + y * y
    steep = square < PARALLEL * PARALLEL
    if steep.any():
        x, y = np.where(steep, 0.0, x), np.where(steep, -1.0, y)
        square = np.where(steep, 1.0, square)
    size = np.sqrt(square)
    out = np.zeros_like(c)
    out[..., 0] = -y / size
    out[..., 1] = x / size
    return out
