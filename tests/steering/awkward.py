"""Vectors that break formulas, and ordinary ones, for tests."""

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from game.steering.vectors import unit

AWKWARD = ("zero", "equal", "opposite", "vertical", "tiny", "huge")


def awkward(name):
    """Three arrays (6, 3): two places and unit headings."""
    axes = np.concatenate((np.eye(3), -np.eye(3)))
    here = np.zeros((6, 3))
    there = {
        "zero": here,
        "equal": here.copy(),
        "opposite": -axes,
        "vertical": np.tile([0.0, 0.0, 3.0], (6, 1)),
        "tiny": axes * 1e-300,
        "huge": axes * 1e300,
    }[name]
    return there, here, axes


def headings(n):
    """Unit vectors (n, 3), straight up and down among them."""
    parts = st.floats(-1, 1) | st.sampled_from([0.0, 1.0, -1.0, 1e-7])
    return arrays(np.float64, (n, 3), elements=parts).map(
        lambda v: np.where((v != 0).any(axis=1)[:, None], unit(v), [0.0, 0.0, 1.0])
    )
