"""Feelers and what is made of their hits."""

import numpy as np
import pytest

from game.steering.avoidance import Felt, avoid, push
from game.steering.feelers import FEELER_SETS, feel
from game.steering.vectors import dot, left_of, unit

WHISKERS = FEELER_SETS["whiskers"]
INF = float("inf")


def felt(**hits):
    """Hits of one fish's whiskers by name: distance, normal, face."""
    names = ("centre", "left", "right", "rise", "fall")
    distance, normal, face = np.full((1, 5), INF), np.zeros((1, 5, 3)), np.full((1, 5), -1)
    for name, (far, out, plane) in hits.items():
        n = names.index(name)
        distance[0, n], normal[0, n], face[0, n] = far, out, plane
    return Felt(distance, normal, face)


def turned(e, hits, committed=0, gain=1.0, c=(1.0, 0, 0)):
    c = np.array([c])
    lengths = 2.0 * WHISKERS.lengths[None]
    out, side = avoid(
        np.array([e], dtype=float),
        c,
        left_of(c),
        WHISKERS,
        hits,
        np.array([0.5]),
        lengths,
        np.array([gain]),
        np.array([committed]),
    )
    return out[0], int(side[0])


@pytest.mark.parametrize("name", FEELER_SETS)
def test_feelers_are_unit_and_the_first_looks_ahead(name):
    rng = np.random.default_rng(0)
    c = unit(rng.normal(size=(20, 3)))
    rays = feel(FEELER_SETS[name], c, left_of(c))
    assert np.allclose((rays**2).sum(axis=2), 1, atol=1e-11)
    assert np.allclose(rays[:, 0], c)


def test_whiskers_stand_off_by_six_tenths_to_four_sides():
    rays = feel(WHISKERS, np.array([[1.0, 0, 0]]), np.array([[0.0, 1, 0]]))[0]
    assert np.allclose(np.arccos(rays[1:, 0]), 0.6)
    assert rays[WHISKERS.left, 1] > 0.5
    assert rays[WHISKERS.right, 1] < -0.5
    assert sorted(rays[3:, 2].round(3).tolist()) == [-0.565, 0.565]
    assert WHISKERS.lengths.tolist() == [1.0, 0.6, 0.6, 0.6, 0.6]


def test_no_hit_leaves_the_wish_to_the_last_bit():
    e = unit(np.array([[0.3, 0.4, 0.1]]))[0]
    out, side = turned(e, felt())
    assert out.tolist() == e.tolist()
    assert side == 0


def test_a_wall_at_the_left_pushes_right_by_its_weight():
    out, side = turned((1, 0, 0), felt(left=(1.1, (0, -1, 0), 7)))
    weight = 1 - (1.1 - 0.5) / 1.2
    assert np.allclose(out, unit(np.array([1.0, -weight, 0])), atol=1e-12)
    assert side == 0


def test_one_face_counts_once_by_its_nearest_feeler():
    near = (0.8, (0, 0, 1), 3)
    once = push(felt(fall=near), np.array([0.5]), 2.0 * WHISKERS.lengths[None])
    both = push(
        felt(fall=near, centre=(1.9, (0, 0, 1), 3)), np.array([0.5]), 2.0 * WHISKERS.lengths[None]
    )
    two = push(
        felt(fall=near, centre=(1.9, (0, 0, 1), 4)), np.array([0.5]), 2.0 * WHISKERS.lengths[None]
    )
    assert np.array_equal(once, both)
    assert two[0, 2] > once[0, 2]


@pytest.mark.parametrize(("beyond", "weight"), [(0.0, 1.0), (0.5, 1.0), (2.5, 0.0), (9.0, 0.0)])
def test_weights_are_clamped(beyond, weight):
    got = push(felt(centre=(beyond, (-1, 0, 0), 1)), np.array([0.5]), 2.0 * WHISKERS.lengths[None])
    assert got[0].tolist() == [-weight, 0, 0]


def test_heading_into_a_wall_it_commits_to_the_freer_side():
    wall = (0.5, (-1, 0, 0), 1)
    beside = (0.6, (0, 1, 0), 2)
    out, side = turned((1, 0, 0), felt(centre=wall, right=beside), gain=1.5)
    assert side == 1
    assert out[1] > 0.5
    out, side = turned((1, 0, 0), felt(centre=wall, left=(0.6, (0, -1, 0), 2)), gain=1.5)
    assert side == -1
    assert out[1] < -0.5


def test_it_stays_committed_until_the_way_ahead_is_clear():
    wall = (2.4, (-1, 0, 0), 1)
    _, side = turned((1, 0, 0), felt(centre=wall, left=(0.6, (0, -1, 0), 2)), committed=1)
    assert side == 1
    _, side = turned((1, 0, 0), felt(left=(0.6, (0, -1, 0), 2)), committed=1)
    assert side == 0


def test_a_corner_of_three_faces_has_a_way_out():
    out, _ = turned(
        unit(np.array([[1.0, 1, 1]]))[0],
        felt(
            centre=(0.6, (-1, 0, 0), 1),
            left=(0.6, (0, -1, 0), 2),
            rise=(0.6, (0, 0, -1), 3),
        ),
        c=tuple(unit(np.array([[1.0, 1, 1]]))[0]),
    )
    assert np.isfinite(out).all()
    assert dot(out[None], out[None])[0] == pytest.approx(1)
