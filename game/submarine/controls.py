"""What a pilot does: five numbers in [-1, 1]."""

from __future__ import annotations

from typing import NamedTuple


class Controls(NamedTuple):
    """The controls of one tick; every value in [-1, 1]."""

    thrust: float = 0.0
    """Forward (+) or back (-)."""
    yaw: float = 0.0
    """Turn left (+, against the clock seen from above) or right (-)."""
    pitch: float = 0.0
    """Nose up (+) or down (-); at 0 the submarine levels itself."""
    heave: float = 0.0
    """Rise (+) or sink (-)."""
    boost: float = 0.0
    """More thrust, from 0 to 1; below 0 counts as 0."""

    def clamped(self) -> Controls:
        """The same within [-1, 1]; what is no number becomes 0."""
        return Controls(*(_clamp(value) for value in self))


def _clamp(value: float) -> float:
    # A comparison with NaN is false, so it falls through to 0.
    if value >= 1.0:
        return 1.0
    if value <= -1.0:
        return -1.0
    return float(value) if -1.0 < value < 1.0 else 0.0


STILL = Controls()
"""Hands off."""
