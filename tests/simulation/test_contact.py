"""Contact is the closest approach of two moving spheres within the tick."""

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from game.simulation.contact import touched

place = st.tuples(*[st.floats(-5, 5)] * 3)


def nearest(a0, a1, b0, b1):
    """Least distance of two points in even motion, by looking at 2,001 moments."""
    t = np.linspace(0, 1, 2001)[:, None]
    a = np.array(a0) + t * (np.array(a1) - np.array(a0))
    b = np.array(b0) + t * (np.array(b1) - np.array(b0))
    return float(np.linalg.norm(a - b, axis=1).min())


@given(place, place, place, place)
def test_closest_approach_decides(a0, a1, b0, b1):
    least = nearest(a0, a1, b0, b1)
    for contact in (least * 1.01 + 0.01, least * 0.99 - 0.01):
        if contact < 0:
            continue
        got = touched(
            np.array([a0]), np.array([a1]), np.array(b0), np.array(b1), np.array([contact])
        )
        assert bool(got[0]) == (contact >= least)


def test_two_that_pass_through_each_other_touch_though_both_ends_are_apart():
    got = touched(
        np.array([[-5.0, 0.0, 0.0]]),
        np.array([[5.0, 0.0, 0.0]]),
        np.array([5.0, 0.0, 0.0]),
        np.array([-5.0, 0.0, 0.0]),
        np.array([0.5]),
    )
    assert got.tolist() == [True]


def test_exactly_the_radii_apart_is_a_touch_and_no_motion_is_no_trouble():
    at = np.array([[3.0, 4.0, 0.0]])
    zero = np.zeros(3)
    assert touched(at, at, zero, zero, np.array([5.0])).tolist() == [True]
    assert touched(at, at, zero, zero, np.array([math.nextafter(5.0, 0)])).tolist() == [False]
