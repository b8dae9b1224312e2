"""Smooth curves through a few points, and rounding that no machine can see differently."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

GRID = 2.0**-16


def rounded(values: ArrayLike, grid: float = GRID) -> Floats:
    """Round to a grid so that last bits of sine and friends never reach a file.

    Halves are moved a little off the middle: a value that is a half on one machine and a hair
    less on another lands on the same side on both. Odd in its argument, so mirrored stays
    mirrored; never -0.

    Args:
        values: Any shape.
        grid: Step of the grid; powers of two pack small.

    Returns:
        The same shape, float64.
    """
    array = np.asarray(values, dtype=np.float64)
    return np.copysign(np.floor(np.abs(array) / grid + 0.50037), array) * grid + 0.0


def smoothstep(low: float, high: float, x: ArrayLike) -> Floats:
    """0 at `low`, 1 at `high`, 3t² - 2t³ between and flat beyond; `low` may be the larger."""
    t = np.clip((np.asarray(x, dtype=np.float64) - low) / (high - low), 0.0, 1.0)
    return t * t * (3.0 - 2.0 * t)


def chord_knots(points: Floats) -> Floats:
    """Knots 0..1 in proportion to the square root of the distance between points (K, C)."""
    steps = np.sqrt(np.sqrt((np.diff(points, axis=0) ** 2).sum(axis=1)))
    knots = np.concatenate([[0.0], np.cumsum(steps)])
    return np.asarray(knots / knots[-1])


class Curve:
    """A cubic spline with continuous curvature through points (K, C).

    Natural ends, except that the columns of `flat_start` begin with slope zero: a profile whose
    y stands still at first is blunt. (de Boor, A Practical Guide to Splines, chapter IV.)
    """

    def __init__(
        self, points: ArrayLike, knots: ArrayLike | None = None, flat_start: Sequence[int] = ()
    ) -> None:
        """Prepare the curve.

        Args:
            points: (K, C) or (K,) values to pass through, K at least 3.
            knots: (K,) ascending parameters; by default 0..1 by the root of the distance.
            flat_start: Columns that begin with slope zero.
        """
        values = np.asarray(points, dtype=np.float64)
        self.points = values.reshape(len(values), -1)
        chosen = chord_knots(self.points) if knots is None else np.asarray(knots, np.float64)
        self.knots = chosen
        self._bends = np.stack(
            [_bends(chosen, column, i in flat_start) for i, column in enumerate(self.points.T)],
            axis=1,
        )

    def at(self, where: ArrayLike) -> Floats:
        """Points of the curve, shape of `where` + (C,); parameters beyond the ends are cut."""
        x = np.clip(np.asarray(where, np.float64), self.knots[0], self.knots[-1])
        i = np.clip(np.searchsorted(self.knots, x, side="right") - 1, 0, len(self.knots) - 2)
        h = (self.knots[i + 1] - self.knots[i])[..., None]
        b = ((x - self.knots[i])[..., None]) / h
        a = 1.0 - b
        bend = (a**3 - a) * self._bends[i] + (b**3 - b) * self._bends[i + 1]
        return np.asarray(a * self.points[i] + b * self.points[i + 1] + bend * h * h / 6.0)


def _bends(knots: Floats, values: Floats, flat_start: bool) -> Floats:
    """Second derivatives (K,) at the knots, by the tridiagonal system solved in order."""
    h = np.diff(knots)
    slope = np.diff(values) / h
    count = len(knots)
    lower, middle, upper, right = (np.zeros(count) for _ in range(4))
    middle[0] = middle[-1] = 1.0
    if flat_start:
        middle[0], upper[0], right[0] = 2.0 * h[0], h[0], 6.0 * slope[0]
    for i in range(1, count - 1):
        lower[i], middle[i], upper[i] = h[i - 1], 2.0 * (h[i - 1] + h[i]), h[i]
        right[i] = 6.0 * (slope[i] - slope[i - 1])
    for i in range(1, count):
        factor = lower[i] / middle[i - 1]
        middle[i] -= factor * upper[i - 1]
        right[i] -= factor * right[i - 1]
    bends = np.zeros(count)
    bends[-1] = right[-1] / middle[-1]
    for i in range(count - 2, -1, -1):
        bends[i] = (right[i] - upper[i] * bends[i + 1]) / middle[i]
    return bends
