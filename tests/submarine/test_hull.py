"""The hull's physics: what its numbers promise, and never into rock."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.maze.clearance import penetration
from game.maze.grid import Grid
from game.submarine.controls import STILL, Controls
from game.submarine.hull import Submarine
from game.submarine.parameters import parameters
from tests.maze.rocks import seas

EAST = np.array([1.0, 0.0, 0.0])
SEA = Grid(np.zeros((40, 40, 20), dtype=bool), 50.0)
values = st.floats(-1, 1) | st.sampled_from([0.0, 1.0, -1.0])
controls = st.builds(Controls, values, values, values, values, values)


def boat(grid=SEA, at=None):
    return Submarine(parameters(), grid.size / 2 if at is None else at, EAST)


def drive(one, seconds, what, grid=SEA, **more):
    for _ in range(round(seconds * 60)):
        one.step(what, grid, **more)
    return one


def test_full_thrust_comes_to_the_top_speed_and_boost_beyond():
    top = parameters().top_speed
    assert drive(boat(), 20, Controls(thrust=1)).speed == pytest.approx(top, rel=1e-3)
    assert drive(boat(), 20, Controls(thrust=-1)).speed == pytest.approx(top, rel=1e-3)
    assert top * 1.2 < drive(boat(), 20, Controls(thrust=1, boost=1)).speed < top * 1.5
    assert drive(boat(), 20, Controls(thrust=1, boost=-1)).speed == pytest.approx(top, rel=1e-3)


def test_it_answers_at_once_and_glides_to_rest():
    one = drive(boat(), 0.5, Controls(thrust=1))
    assert one.speed > 0.3 * parameters().top_speed
    drive(one, 30, Controls(thrust=1))
    drive(one, 1.0, STILL)
    assert 0.3 * parameters().top_speed < one.speed < parameters().top_speed
    drive(one, 60, STILL)
    assert one.speed < 0.01


def test_weaker_thrust_is_slower():
    slow = drive(boat(), 20, Controls(thrust=1), thrust_factor=0.5)
    assert 0.5 < slow.speed / parameters().top_speed < 0.9
    assert drive(boat(), 5, Controls(thrust=1, heave=1), thrust_factor=0.0).speed == 0.0


@pytest.mark.parametrize("heave", [1.0, -1.0])
def test_heave_rises_and_sinks(heave):
    one = drive(boat(), 10, Controls(heave=heave))
    assert one.velocity[2] == pytest.approx(heave * parameters().heave_speed, rel=1e-2)
    assert abs(one.velocity[0]) < 1e-9


def test_yaw_is_left_for_plus_with_its_time_constant():
    one = drive(boat(), parameters().yaw_time, Controls(yaw=1))
    full = math.radians(parameters().yaw_rate)
    assert one.yaw_rate == pytest.approx(full * (1 - math.exp(-1)), rel=1e-6)
    assert one.direction[1] > 0
    drive(one, 5, Controls(yaw=1))
    assert one.yaw_rate == pytest.approx(full, rel=1e-5)
    before = math.atan2(one.direction[1], one.direction[0])
    one.step(Controls(yaw=1), SEA)
    gained = (math.atan2(one.direction[1], one.direction[0]) - before) % (2 * math.pi)
    assert gained == pytest.approx(full / 60, rel=1e-3)


def test_pitch_is_limited_and_levels_itself():
    one = drive(boat(), 10, Controls(pitch=1))
    limit = math.sin(math.radians(parameters().pitch_limit))
    assert one.direction[2] == pytest.approx(limit, abs=1e-9)
    drive(one, 10, STILL)
    assert abs(one.direction[2]) < 1e-3
    drive(one, 10, Controls(pitch=-1))
    assert one.direction[2] == pytest.approx(-limit, abs=1e-9)


def test_sideways_slip_dies_by_the_keel():
    one = drive(boat(), 5, Controls(thrust=1))
    drive(one, 1.0, Controls(yaw=1))
    slip = abs(float(one.velocity @ one.left))
    drive(one, 1.5, STILL)
    assert abs(float(one.velocity @ one.left)) < 0.2 * slip + 1e-3


def test_a_spin_of_an_hour_keeps_the_frame():
    one = drive(boat(), 3600 / 10, Controls(yaw=1, pitch=0.7))
    frame = np.stack((one.direction, one.left, one.up))
    assert np.abs(frame @ frame.T - np.eye(3)).max() < 1e-9
    assert np.allclose(np.cross(one.direction, one.left), one.up, atol=1e-9)


@settings(max_examples=30, deadline=None)
@given(seas(bodies=1), st.lists(controls, min_size=1, max_size=8))
def test_never_in_rock_whatever_the_controls(sea, doings):
    grid = Grid(sea[0].rock, 2.2)
    one = Submarine(parameters(), grid.centre(grid.water_cells()[:1])[0], EAST)
    for what in doings:
        for _ in range(20):
            before = one.position.copy()
            one.step(what, grid)
            assert penetration(grid, one.position[None], np.array([1.0]))[0] == 0.0
            assert np.array_equal(one.velocity, (one.position - before) * 60)


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), -float("inf"), 7.0])
def test_controls_are_clamped(bad):
    clamped = Controls(bad, bad, bad, bad, bad).clamped()
    assert all(-1 <= value <= 1 for value in clamped)
    one = drive(boat(), 1, Controls(bad, bad, bad, bad, bad))
    assert np.isfinite(one.position).all()


def test_two_boats_with_the_same_controls_are_the_same():
    a, b = boat(), boat()
    for n in range(500):
        what = Controls(math.cos(n), math.sin(n), math.cos(2 * n), math.sin(3 * n), 1.0)
        a.step(what, SEA)
        b.step(what, SEA)
    for one, other in zip(a.state(), b.state(), strict=True):
        assert np.array_equal(one, other)
