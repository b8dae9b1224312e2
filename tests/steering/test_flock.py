"""The flock: comparable parts, sums that do not care for order, nothing from nobody."""

import numpy as np
import pytest

from game.steering import flock
from game.steering.neighbours import pairs
from game.steering.vectors import length, unit

RADIUS = 3.0


def parts(at, heading):
    i, j = pairs(at, RADIUS)
    gap = at[i] - at[j]
    distance = length(gap)
    n = len(at)
    return (
        flock.separation(i, unit(gap), distance, np.full(len(i), RADIUS), n),
        flock.alignment(i, heading[j], n),
        flock.cohesion(i, gap, n),
    )


def school(n=40, seed=2):
    rng = np.random.default_rng(seed)
    return rng.uniform(0, 6, (n, 3)), unit(rng.normal(size=(n, 3)))


def test_two_fish_by_hand():
    at = np.array([[0.0, 0, 0], [1.5, 0, 0]])
    separation, alignment, cohesion = parts(at, np.array([[0.0, 1, 0], [0, 0, 1.0]]))
    assert separation.tolist() == [[-0.5, 0, 0], [0.5, 0, 0]]
    assert alignment.tolist() == [[0, 0, 1], [0, 1, 0]]
    assert cohesion.tolist() == [[1, 0, 0], [-1, 0, 0]]


def test_a_fish_alone_gets_exactly_nothing():
    for part in parts(np.array([[0.0, 0, 0], [3.1, 0, 0]]), np.eye(3)[:2]):
        assert not part.any()


def test_where_the_world_stands_does_not_matter():
    at, heading = school()
    for a, b in zip(
        parts(at, heading), parts(at + np.array([1e3, -1e3, 1e3]), heading), strict=True
    ):
        assert np.allclose(a, b, atol=1e-9)


def test_the_order_of_the_fish_does_not_matter():
    at, heading = school()
    order = np.random.default_rng(4).permutation(len(at))
    for a, b in zip(parts(at, heading), parts(at[order], heading[order]), strict=True):
        assert np.allclose(a[order], b, atol=1e-12)


def test_twice_the_neighbours_on_the_same_places_leave_cohesion_and_alignment():
    at = np.array([[0.0, 0, 0], [1, 0, 0], [0, 2, 0]])
    heading = np.array([[1.0, 0, 0], [0, 1, 0], [0, 0, 1]])
    double = np.concatenate((at, at[1:])), np.concatenate((heading, heading[1:]))
    once, twice = parts(at, heading), parts(*double)
    assert np.allclose(once[1][0], twice[1][0])
    assert np.allclose(once[2][0], twice[2][0])


@pytest.mark.parametrize("part", [1, 2])
def test_alignment_and_cohesion_are_directions(part):
    found = parts(*school())[part]
    size = np.linalg.norm(found, axis=1)
    assert np.all((np.abs(size - 1) < 1e-12) | (size == 0))
