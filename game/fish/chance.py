"""Chance as a counter: every draw is a pure function of seed, source, number, tick and purpose.

There is no state to share and none to lose: a fish that is added draws from its own source, so
nobody else's numbers move. The mix is the finaliser of SplitMix64 (Steele, Lea & Flood 2014).
"""

from __future__ import annotations

import math
from enum import IntEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.steering.arrays import Floats, Ints
from game.steering.exact import constant

Hashes = NDArray[np.uint64]

_M1: Final = np.uint64(0xBF58476D1CE4E5B9)
_M2: Final = np.uint64(0x94D049BB133111EB)
_S30, _S27, _S31 = np.uint64(30), np.uint64(27), np.uint64(31)
_TO_UNIFORM, _TO_ENTRY = np.uint64(11), np.uint64(52)
_MASK: Final = (1 << 64) - 1
SUBMARINE: Final = _MASK
"""The source of draws that belong to the submarine and to no fish."""


class Purpose(IntEnum):
    """What a draw is for, so that two draws of one fish in one tick differ."""

    CELL = 1
    DIRECTION = 2
    SPEED = 3
    NOISE = 4
    PARTING = 5
    WAVER_YAW = 6
    WAVER_PITCH = 7


def mix(h: Hashes) -> Hashes:
    """SplitMix64's mix of an array of 64-bit words, modulo 2**64."""
    h = (h ^ (h >> _S30)) * _M1
    h = (h ^ (h >> _S27)) * _M2
    return h ^ (h >> _S31)


def words(values: Ints | int) -> Hashes:
    """Whole numbers as 64-bit words (two's complement)."""
    if isinstance(values, int):
        return np.array([values & _MASK], dtype=np.uint64)
    return values.astype(np.uint64)


def stem(seed: int, source: Ints | int, number: Ints | int) -> Hashes:
    """The part of the hash that is a fish's own for life: seed, source, number.

    Args:
        seed: the dive's seed; any whole number, taken modulo 2**64.
        source: (N,) places in the maze file.
        number: (N,) running numbers within the source.

    Returns:
        (N,) hashes to be finished by `draw`.
    """
    return mix(mix(words(seed) ^ words(source)) ^ words(number))


def draw(stems: Hashes, tick: Ints | int, purpose: Purpose) -> Hashes:
    """Finish the hashes of `stem` (N,) with a tick (N,) or scalar and a purpose."""
    return mix(mix(stems ^ words(tick)) ^ np.uint64(purpose))


def uniform(h: Hashes) -> Floats:
    """Hashes (N,) as uniform numbers (N,) in [0, 1)."""
    return (h >> _TO_UNIFORM).astype(np.float64) * 2.0**-53


def direction(h: Hashes) -> Floats:
    """Hashes (N,) as unit vectors (N, 3) out of 4,096 that cover the sphere evenly."""
    picked: Floats = DIRECTIONS[(h >> _TO_ENTRY).astype(np.int64)]
    return picked


def fibonacci_directions(count: int) -> Floats:
    """Unit vectors (count, 3) on a Fibonacci spiral, rounded to be the same everywhere."""
    golden = math.pi * (3.0 - math.sqrt(5.0))
    rows = []
    for i in range(count):
        z = 1.0 - (2.0 * i + 1.0) / count
        ring = math.sqrt(1.0 - z * z)
        angle = golden * i
        rows.append((constant(ring * math.cos(angle)), constant(ring * math.sin(angle)), z))
    return np.array(rows, dtype=np.float64)


DIRECTIONS: Final = fibonacci_directions(4096)
