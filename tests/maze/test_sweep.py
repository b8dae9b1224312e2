"""The wall is law: no sphere in rock at any speed, and none is held back without cause."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.maze.clearance import clearance, penetration
from game.maze.eject import eject
from game.maze.grid import Grid
from game.maze.sweep import push_out, sweep
from tests.maze.rocks import rock_distance, seas


@settings(max_examples=60, deadline=None)
@given(seas(), st.floats(0, 15))
def test_never_in_rock_whatever_the_move(sea, far):
    grid, at, radii, rng = sea
    for _ in range(4):
        moves = rng.normal(size=at.shape)
        moves *= (far / np.linalg.norm(moves, axis=1))[:, None]
        at = sweep(grid, at, moves, radii)
        assert penetration(grid, at, radii).max() == 0.0
        for point, radius in zip(at, radii, strict=True):
            assert rock_distance(grid, point) >= radius - 1e-12


@settings(max_examples=60, deadline=None)
@given(seas(), st.floats(0, 15))
def test_batches_move_like_single_bodies(sea, far):
    grid, at, radii, rng = sea
    moves = rng.normal(size=at.shape) * far * rng.uniform(0, 1, (len(at), 1))
    batch = sweep(grid, at, moves, radii)
    single = [
        sweep(grid, at[n : n + 1], moves[n : n + 1], radii[n : n + 1])[0] for n in range(len(at))
    ]
    assert np.array_equal(batch, np.array(single))


@settings(max_examples=60, deadline=None)
@given(seas(), st.floats(0, 3))
def test_no_body_leaves_its_water_through_a_wall(sea, far):
    """Between two positions there is always a way through water cells that touch by a face."""
    from game.maze.flow import FlowField

    grid, at, radii, rng = sea
    to = sweep(grid, at, rng.normal(size=at.shape) * far * grid.cell_size, radii)
    for start, end in zip(at, to, strict=True):
        field = FlowField(grid, grid.cell_of(start[None])[0])
        assert field.steps(grid.cell_of(end[None]))[0] >= 0


def tunnel(cells=40):
    return Grid(np.zeros((cells, 1, 1), dtype=bool), 1.0)


@pytest.mark.parametrize("radius", [0.1, 0.3, 0.49, 0.4999])
@pytest.mark.parametrize("push", [0.0, -0.3, 5.0])
def test_seams_do_not_hold_a_body_back(radius, push):
    grid, at = tunnel(), np.array([[0.5, 0.5, 0.5]])
    radii, gone = np.array([radius]), 0.0
    for _ in range(60):
        before = at.copy()
        at = sweep(grid, at, np.array([[0.55, push, -push]]), radii)
        gone += 0.55
        assert at[0, 0] - before[0, 0] == pytest.approx(0.55, abs=1e-12)
    assert at[0, 0] == pytest.approx(0.5 + gone, abs=1e-11)


def room():
    return Grid(np.zeros((4, 4, 4), dtype=bool), 4.0)


def test_an_inside_corner_brings_to_rest():
    grid, at, radii = room(), np.array([[8.0, 8.0, 8.0]]), np.array([1.0])
    for step in range(200):
        before = at
        at = sweep(grid, at, np.array([[0.1, 0.1, 0.07]]), radii)
        assert penetration(grid, at, radii)[0] == 0.0
        if step > 120:
            assert np.abs(at - before).max() < 1e-8
    assert np.allclose(at, 15.0, atol=1e-6)


@pytest.mark.parametrize("lean", [0.0, 0.3, -0.3])
def test_an_outside_corner_is_slid_round(lean):
    rock = np.zeros((6, 6, 1), dtype=bool)
    rock[2:4, 2:4] = True
    grid, radii = Grid(rock, 2.0), np.array([0.6])
    at = np.array([[2.0, 8.5, 1.0]])
    for _ in range(120):
        before = at
        move = np.array([[0.1, -0.02 + lean * 0.01, 0.0]])
        at = sweep(grid, at, move, radii)
        assert penetration(grid, at, radii)[0] == 0.0
        assert np.linalg.norm(at - before) <= np.linalg.norm(move) + 1e-8
    assert at[0, 0] > 8.0


@pytest.mark.parametrize("far", [1e3, 1e6, 1e12])
def test_a_huge_move_stops_at_the_wall_and_does_not_hang(far):
    got = sweep(room(), np.array([[8.0, 8.0, 8.0]]), np.array([[far, 0, 0]]), np.array([1.0]))
    assert np.allclose(got, [[15.0, 8.0, 8.0]], atol=1e-6)


def test_a_free_body_moves_exactly_as_told_and_arguments_stay():
    at, move = np.array([[8.0, 8.0, 8.0]]), np.array([[0.05, -0.02, 0.01]])
    kept = at.copy(), move.copy()
    assert np.array_equal(sweep(room(), at, move, np.array([1.0])), at + move)
    assert np.array_equal(at, kept[0])
    assert np.array_equal(move, kept[1])
    assert np.array_equal(push_out(room(), at, np.array([1.0])), at)


def test_knocked_against_a_wall_it_stays_in_its_cell():
    grid = tunnel(3)
    for way in np.concatenate((np.eye(3), -np.eye(3))):
        at = sweep(grid, np.array([[1.5, 0.5, 0.5]]), 50 * way[None], np.array([0.45]))
        assert not grid.in_rock(at)[0]


@settings(max_examples=60, deadline=None)
@given(seas())
def test_clearance_and_penetration_are_the_nearest_rock(sea):
    grid, _, radii, rng = sea
    points = rng.uniform(-0.5, 1.5, (6, 3)) * grid.size
    true = np.array([rock_distance(grid, p) if not grid.in_rock(p[None])[0] else 0 for p in points])
    assert np.allclose(clearance(grid, points), true, atol=1e-9)
    assert np.allclose(penetration(grid, points, radii), np.maximum(0, radii - true), atol=1e-9)
    limit = 0.3 * grid.cell_size
    assert np.allclose(clearance(grid, points, limit), np.minimum(true, limit), atol=1e-9)


@settings(max_examples=80, deadline=None)
@given(seas())
def test_eject_frees_any_body(sea):
    grid, _, radii, rng = sea
    at = rng.uniform(-0.2, 1.2, (len(radii), 3)) * grid.size
    out = eject(grid, at, radii)
    assert penetration(grid, out, radii).max() == 0.0
    free = penetration(grid, at, radii) == 0.0
    assert np.array_equal(out[free], at[free])


def test_eject_goes_to_the_nearest_free_place():
    grid = Grid(np.array([[[False]], [[True]], [[True]], [[False]]]), 2.0)
    out = eject(grid, np.array([[3.1, 1.0, 1.0], [4.5, 1.2, 1.0]]), np.array([0.5, 0.5]))
    assert np.allclose(out, [[1.5, 1.0, 1.0], [6.5, 1.2, 1.0]], atol=1e-6)


def test_eject_says_so_when_there_is_no_water():
    with pytest.raises(ValueError, match="no water"):
        eject(Grid(np.ones((2, 2, 2), dtype=bool), 1.0), np.ones((1, 3)), np.array([0.3]))
