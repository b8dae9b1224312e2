"""Vectors stay finite and unit for anything they are given."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from game.steering import exact, model, vectors
from game.steering.neighbours import FEW, pairs
from tests.steering.awkward import AWKWARD, awkward, headings

numbers = st.floats(-1e300, 1e300, allow_nan=False)


@given(arrays(np.float64, (7, 3), elements=numbers))
def test_unit_is_unit_or_zero_and_changes_nothing(v):
    before = v.copy()
    u = vectors.unit(v)
    assert np.array_equal(v, before)
    size = np.sqrt((u * u).sum(axis=1))
    zero = ~v.any(axis=1)
    assert np.all(np.abs(size[~zero] - 1) < 1e-12)
    assert not u[zero].any()


@pytest.mark.parametrize("scale", [5e-324, 1e-300, 1e-9, 1.0, 1e9, 1e300])
def test_unit_at_every_scale(scale):
    got = vectors.unit(np.array([[scale, 0.0, 0.0], [0.0, -scale, 0.0], [0.0, 0.0, 0.0]]))
    assert got.tolist() == [[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 0.0]]


@given(headings(5), headings(5))
def test_cross_and_dot_are_numpys(a, b):
    assert np.allclose(vectors.cross(a, b), np.cross(a, b), atol=1e-15)
    assert np.allclose(vectors.dot(a, b), (a * b).sum(axis=1), atol=1e-15)


@given(headings(6))
def test_left_is_level_unit_and_across(c):
    left = vectors.left_of(c)
    assert np.allclose((left * left).sum(axis=1), 1, atol=1e-12)
    assert not left[:, 2].any()
    steep = np.hypot(c[:, 0], c[:, 1]) < 1e-6
    assert np.all(np.abs(vectors.dot(left, c))[~steep] < 1e-9)
    assert np.all(left[steep] == [1.0, 0.0, 0.0])


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=20))
def test_polynomials_against_the_library(xs):
    x = np.array(xs)
    y = x[::-1].copy()
    assert np.abs(exact.atan(x) - np.arctan(x)).max() < 1e-9
    gap = np.abs(exact.atan2(y, x) - np.arctan2(y + 0.0, x + 0.0))
    assert np.minimum(gap, np.abs(gap - 2 * np.pi)).max() < 1e-9
    assert np.abs(exact.acos(x / 1e6) - np.arccos(x / 1e6)).max() < 1e-7


def test_cayleys_turn_is_the_rotation_by_the_angle():
    rng = np.random.default_rng(1)
    v, axis = rng.normal(size=(200, 3)), vectors.unit(rng.normal(size=(200, 3)))
    angle = rng.uniform(-3, 3, 200)
    got = exact.rotate(v, axis * np.tan(angle / 2)[:, None])
    c, s = np.cos(angle)[:, None], np.sin(angle)[:, None]
    along = (axis * v).sum(axis=1)[:, None]
    assert np.allclose(got, v * c + np.cross(axis, v) * s + axis * along * (1 - c), atol=1e-12)


def test_constants_have_twelve_digits():
    assert exact.constant(np.pi) == 3.14159265359
    assert exact.constant(1e-300 / 3) == 3.33333333333e-301


@pytest.mark.parametrize("n", [0, 1, 2, FEW, FEW + 1, 300])
@pytest.mark.parametrize("radius", [0.0, 0.3, 1.0, 5.0])
def test_pairs_equal_brute_force(n, radius):
    rng = np.random.default_rng(n)
    at = rng.uniform(-4, 9, (n, 3))
    at[: n // 5] = np.round(at[: n // 5])
    i, j = pairs(at, radius)
    gap = ((at[:, None] - at[None]) ** 2).sum(axis=2)
    close = (gap <= radius * radius) & ~np.eye(n, dtype=bool)
    expected = np.argwhere(close) if radius > 0 else np.zeros((0, 2), dtype=int)
    assert np.array_equal(np.stack((i, j), axis=1), expected)


def test_pairs_meet_every_coincident_point_once():
    i, j = pairs(np.zeros((50, 3)), 1.0)
    assert len(i) == 50 * 49
    assert len(set(zip(i.tolist(), j.tolist(), strict=True))) == 50 * 49


@pytest.mark.parametrize("name", AWKWARD)
def test_the_model_is_finite_and_unit_for_awkward_vectors(name):
    a, b, c = awkward(name)
    with np.errstate(all="ignore"):
        e_t = model.towards(a, b, c)
        side = model.side(e_t, c)
        results = [
            e_t,
            side,
            model.follow(e_t, c, 0.3),
            model.wander(c, e_t, 1.0),
            model.side_dodge(side, e_t, 1.0, 0.3),
            model.turn(c, e_t, 0.06),
            model.turn(c, -c, 0.06),
            model.level_up(np.tile(vectors.UP, (len(c), 1)), c, model.turn(c, e_t, 0.5)),
        ]
    for result in results:
        assert np.isfinite(result).all()
        size = np.sqrt((result * result).sum(axis=1))
        assert np.all((np.abs(size - 1) < 1e-9) | (size == 0))
    assert np.all(np.abs(np.sqrt((results[5] ** 2).sum(axis=1)) - 1) < 1e-9)
