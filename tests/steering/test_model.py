"""The fish model: exact on hand-made scenes, and as the rules say in every degenerate case."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.steering import model, noise
from game.steering.vectors import dot, unit
from tests.steering.awkward import headings

EAST, NORTH, UP = np.eye(3)


def row(*v):
    return np.array([v], dtype=np.float64)


def test_side_of_a_submarine_due_north_is_west():
    assert model.side(row(0, 1, 0), row(0, 1, 0)).tolist() == [[-1, 0, 0]]


def test_side_dodge_by_hand():
    e = model.side_dodge(row(-1, 0, 0), row(0, 1, 0), 1.0, 0.3)
    size = math.sqrt(1 + 0.09)
    assert np.allclose(e, row(-1 / size, -0.3 / size, 0), atol=1e-15)


def test_turn_by_hand():
    new = model.turn(row(1, 0, 0), row(0, 1, 0), 0.1)
    size = math.hypot(0.9, 0.1)
    assert np.allclose(new, row(0.9 / size, 0.1 / size, 0), atol=1e-15)


def test_pursuit_leads_by_the_prediction_or_the_time_to_get_there():
    ahead = model.pursue_point(row(10, 0, 0), row(0, 2, 0), np.array([10.0]), np.array([4.0]), 1.0)
    assert ahead.tolist() == [[10, 2, 0]]
    near = model.pursue_point(row(2, 0, 0), row(0, 2, 0), np.array([2.0]), np.array([4.0]), 1.0)
    assert near.tolist() == [[2, 1, 0]]


@pytest.mark.parametrize("gap", [0.0, 0.9e-9, 5e-10])
def test_on_the_submarines_very_spot_it_keeps_its_heading(gap):
    assert model.towards(row(gap, 0, 0), row(0, 0, 0), row(0, 0, 1)).tolist() == [[0, 0, 1]]


def test_just_off_the_spot_it_does_not():
    assert model.towards(row(1.1e-9, 0, 0), row(0, 0, 0), row(0, 0, 1)).tolist() == [[1, 0, 0]]


@pytest.mark.parametrize("e_t", [(0, 0, 1), (0, 0, -1), (9e-7, 0, 1)])
def test_above_or_below_it_slips_to_its_own_left(e_t):
    assert model.side(row(*e_t), row(1, 0, 0)).tolist() == [[0, 1, 0]]
    assert model.side(row(*e_t), row(0, 0, 1)).tolist() == [[1, 0, 0]]


def test_a_wish_of_zero_keeps_the_heading():
    c = unit(row(0.3, -0.4, 0.5))
    assert np.array_equal(model.turn(c, row(0, 0, 0), 0.3), c)


@pytest.mark.parametrize("c", [(1, 0, 0), (0, 0, 1), (0, 1, 0)])
def test_a_wish_nearly_opposite_becomes_the_own_left(c):
    c = row(*c)
    left = row(1, 0, 0) if c[0, 2] else row(-c[0, 1], c[0, 0], 0)
    assert np.allclose(model.turn(c, -c, 0.1), unit(0.9 * c + 0.1 * left), atol=1e-15)
    assert np.array_equal(model.turn(c, -c, 1.0), -c)


def test_the_opposite_rule_begins_at_a_thousandth():
    c = row(1, 0, 0)
    for angle, ruled in ((0.9e-3, True), (1.1e-3, False)):
        e = row(-math.cos(angle), 0, math.sin(angle))
        plain = unit(0.9 * c + 0.1 * e)
        assert np.allclose(model.turn(c, e, 0.1), plain, atol=1e-12) != ruled


@pytest.mark.parametrize(("alpha", "seconds"), [(0.02, 10), (0.1, 2)])
@pytest.mark.parametrize("lean", [0.0, 1e-12, 1e-4])
def test_a_fish_facing_away_comes_round(alpha, seconds, lean):
    c, e = unit(row(-1, lean, 0)), row(1, 0, 0)
    for _ in range(seconds * 60):
        c = model.turn(c, e, alpha)
    assert float(dot(c, e)[0]) > math.cos(math.radians(5))


@pytest.mark.parametrize("gain", [0.1, 0.3, 0.6])
@pytest.mark.parametrize("alpha", [0.05, 0.1, 0.3])
def test_white_noise_turns_as_much_as_theory_says(gain, alpha):
    rng = np.random.default_rng(5)
    fish, e_t = 4000, np.array([1.0, 0.0, 0.0])
    c = np.tile(e_t, (fish, 1))
    for _ in range(int(6 / alpha) + 40):
        r = unit(rng.normal(size=(fish, 3)))
        c = model.turn(c, model.follow(e_t, r, gain), alpha)
    angle = np.arccos(np.clip(c[:, 0], -1, 1))
    expected = gain * math.sqrt(2 / 3) * math.sqrt(alpha / (2 - alpha))
    assert math.sqrt(float((angle**2).mean())) == pytest.approx(expected, rel=0.05)


@given(headings(4), headings(4), st.floats(0.001, 1))
def test_batches_turn_like_single_fish(c, e, alpha):
    batch = model.turn(c, e, alpha)
    single = np.concatenate([model.turn(c[n : n + 1], e[n : n + 1], alpha) for n in range(4)])
    assert np.array_equal(batch, single)


@given(headings(3), headings(3), st.floats(0, 6.28), st.floats(0.01, 0.99))
def test_turning_the_world_about_the_vertical_turns_the_motion(c, e, angle, alpha):
    # At the thresholds of the degenerate rules rounding decides; the rules themselves have tests.
    across = np.sqrt((np.cross(c, e) ** 2).sum(axis=1))
    if ((np.abs(across - 1e-3) < 1e-6) & (dot(c, e) < 0)).any():
        return
    flat = np.concatenate((np.hypot(c[:, 0], c[:, 1]), np.hypot(e[:, 0], e[:, 1])))
    if (flat < 1e-5).any():
        return
    turned = np.array(
        [[math.cos(angle), -math.sin(angle), 0], [math.sin(angle), math.cos(angle), 0], [0, 0, 1]]
    )
    for rule in (
        lambda a, b: model.turn(a, b, alpha),
        lambda a, b: model.side_dodge(model.side(b, a), b, 1.0, 0.3),
    ):
        assert np.allclose(rule(c @ turned.T, e @ turned.T), rule(c, e) @ turned.T, atol=1e-9)


def test_a_mirrored_world_mirrors_all_but_the_sense_of_the_dodge():
    e_t, c = unit(row(0.5, 0.7, 0.2)), unit(row(0.1, 0.9, -0.1))
    mirror = np.array([-1.0, 1.0, 1.0])
    assert np.allclose(model.side(e_t * mirror, c * mirror), -model.side(e_t, c) * mirror)
    assert np.allclose(model.turn(c * mirror, e_t * mirror, 0.1), model.turn(c, e_t, 0.1) * mirror)


@given(headings(6), headings(6))
def test_the_drawn_up_stays_across_the_heading(c, e):
    up = np.tile([0.0, 0.0, 1.0], (6, 1))
    for _ in range(30):
        new = model.turn(c, e, 0.1)
        up = model.level_up(up, c, new)
        c = new
        assert np.abs(dot(up, c)).max() < 1e-9
        assert np.abs(dot(up, up) - 1).max() < 1e-9


def test_the_drawn_up_comes_level_on_a_level_course():
    c, up = row(1, 0, 0), unit(row(0, 0.9, -0.2))
    for _ in range(600):
        up = model.level_up(up, c, c)
    assert up[0, 2] > 0.99


def test_strike_smoothing_and_turning_radius():
    smoothing = model.strike_smoothing(4.5, 1.5, 0.02)
    assert smoothing == pytest.approx(1 - math.exp(-4.5 / 90), abs=1e-11)
    assert model.turning_radius(4.5, smoothing) == pytest.approx(1.5, rel=1e-9)
    assert model.strike_smoothing(4.5, 1.5, 0.5) == 0.5
    assert model.turning_radius(3.0, 1.0) == 0.0


def test_noise_goes_through_its_knots_smoothly():
    a, b = row(1, 0, 0), row(0, 1, 0)
    at = [noise.between(a, b, np.array([t]))[0] for t in np.linspace(0, 1, 101)]
    assert at[0].tolist() == [1, 0, 0]
    assert np.allclose(at[-1], [0, 1, 0])
    assert np.allclose(at[50], np.array([1, 1, 0]) / math.sqrt(2))
    turns = [float(np.linalg.norm(q - p)) for p, q in pairwise(at)]
    assert turns[0] < 0.01 < max(turns) < 0.04
