"""Rays walk the cells exactly."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.maze import rays
from game.maze.grid import Grid
from game.maze.rays import cast, clear_line
from tests.maze.rocks import seas


def slab_hit(grid, origin, direction, length):
    """The first rock box that a ray meets, by the slab test over all boxes and a border."""
    x, y, z = grid.shape
    best = np.inf
    for cell in np.ndindex(x + 4, y + 4, z + 4):
        cell = np.array(cell) - 2
        inside = (cell >= 0).all() and (cell < grid.shape).all()
        if inside and not grid.rock[tuple(cell)]:
            continue
        low, high = cell * grid.cell_size, (cell + 1) * grid.cell_size
        with np.errstate(all="ignore"):
            a, b = (low - origin) / direction, (high - origin) / direction
        still = direction == 0
        if (still & ((origin < low) | (origin > high))).any():
            continue
        enter = np.max(np.where(still, -np.inf, np.minimum(a, b)))
        leave = np.min(np.where(still, np.inf, np.maximum(a, b)))
        if leave - enter > 1e-9 and leave > 0:
            best = min(best, max(0.0, enter))
    return best if best <= length else np.inf


@settings(max_examples=40, deadline=None)
@given(seas(bodies=4), st.floats(0.1, 6))
def test_cast_equals_the_slab_test(sea, reach):
    grid, at, _, rng = sea
    at = at + rng.uniform(-0.45, 0.45, at.shape) * grid.cell_size
    way = rng.normal(size=at.shape)
    way /= np.linalg.norm(way, axis=1)[:, None]
    length = reach * grid.cell_size
    hits = cast(grid, at, way, length)
    for n in range(len(at)):
        true = slab_hit(grid, at[n], way[n], length)
        if abs(true - length) < 1e-6:
            continue
        assert hits.distance[n] == pytest.approx(true, abs=1e-7)
        if np.isfinite(true):
            axis = int(np.argmax(np.abs(hits.normal[n])))
            assert abs(hits.normal[n, axis]) == 1
            assert hits.normal[n] @ way[n] < 0
            plane = hits.point[n, axis] / grid.cell_size
            assert plane == pytest.approx(round(plane), abs=1e-12)
            assert np.allclose(hits.point[n], at[n] + true * way[n], atol=1e-6)
    assert np.array_equal(clear_line(grid, at, at + way * length), ~np.isfinite(hits.distance))


@settings(max_examples=40, deadline=None)
@given(seas(bodies=5))
def test_batches_cast_like_single_rays(sea):
    grid, at, _, rng = sea
    way = rng.normal(size=at.shape)
    way /= np.linalg.norm(way, axis=1)[:, None]
    batch = cast(grid, at, way, 50.0)
    for n in range(len(at)):
        one = cast(grid, at[n : n + 1], way[n : n + 1], 50.0)
        for column, single in zip(batch, one, strict=True):
            assert np.array_equal(column[n], single[0])


@settings(max_examples=60, deadline=None)
@given(seas(bodies=6), st.sampled_from([0.0, 0.5, 1.0]))
def test_a_few_rays_are_walked_as_many_are(sea, level):
    grid, at, _, rng = sea
    way = rng.normal(size=at.shape) * (rng.random(at.shape) >= level / 2)
    at = at + rng.uniform(-0.6, 0.6, at.shape) * grid.cell_size * (level < 1)
    end = rng.uniform(0, 9, len(at))
    kept, rays.FEW = rays.FEW, 0
    try:
        many = rays._walk(grid, at / grid.cell_size, way, end)
    finally:
        rays.FEW = kept
    few = rays._walk_few(grid, at / grid.cell_size, way, end)
    for a, b in zip(many, few, strict=True):
        assert np.array_equal(a, b)


def test_by_hand():
    rock = np.zeros((5, 1, 1), dtype=bool)
    rock[3] = True
    hits = cast(Grid(rock, 2.0), np.array([[1.0, 1, 1]]), np.array([[1.0, 0, 0]]), 100.0)
    assert hits.distance.tolist() == [5.0]
    assert hits.point.tolist() == [[6.0, 1.0, 1.0]]
    assert hits.normal.tolist() == [[-1.0, 0.0, 0.0]]
    assert hits.inside.tolist() == [False]


def test_a_hit_at_exactly_the_length_counts_and_beyond_does_not():
    grid = Grid(np.zeros((1, 1, 1), dtype=bool), 2.0)
    at, way = np.array([[1.0, 1.0, 1.0]]), np.array([[0.0, 0.0, -1.0]])
    assert cast(grid, at, way, 1.0).distance.tolist() == [1.0]
    assert cast(grid, at, way, 0.999).distance.tolist() == [np.inf]


@pytest.mark.parametrize("way", [(0, 0, 0), (0, 0, 1)])
def test_no_direction_and_no_length_hit_nothing(way):
    grid = Grid(np.zeros((1, 1, 1), dtype=bool), 2.0)
    length = 0.0 if any(way) else 10.0
    hits = cast(grid, np.ones((1, 3)), np.array([way], dtype=float), length)
    assert hits.distance.tolist() == [np.inf]
    assert hits.face.tolist() == [-1]
    assert not hits.normal.any()


def test_no_ray_slips_between_two_rocks_that_share_an_edge():
    rock = np.zeros((2, 2, 1), dtype=bool)
    rock[0, 1] = rock[1, 0] = True
    grid = Grid(rock, 1.0)
    line = clear_line(grid, np.array([[0.5, 0.5, 0.5]]), np.array([[1.5, 1.5, 0.5]]))
    assert line.tolist() == [False]


def test_one_flat_wall_is_one_face():
    rock = np.zeros((4, 4, 1), dtype=bool)
    rock[3] = True
    grid = Grid(rock, 1.0)
    at = np.array([[0.5, 0.5, 0.5], [0.5, 2.5, 0.5], [0.5, 0.5, 0.5]])
    way = np.array([[1.0, 0, 0], [1, 0, 0], [0, 1, 0]])
    face = cast(grid, at, way, 9.0).face
    assert face[0] == face[1] != face[2]


def test_a_ray_that_starts_in_rock_says_so_and_points_out():
    rock = np.ones((3, 1, 1), dtype=bool)
    rock[0] = False
    at = np.array([[1.5, 0.5, 0.5], [2.5, 0.5, 0.5]])
    hits = cast(Grid(rock, 1.0), at, np.array([[0.0, 1, 0], [0, 0, 1.0]]), 9.0)
    assert hits.inside.tolist() == [True, True]
    assert hits.distance.tolist() == [0.0, 0.0]
    assert hits.normal.tolist() == [[-1, 0, 0], [0, 0, -1]]


def test_the_number_of_cells_does_not_slow_a_ray():
    """A ray visits what it passes: the same hits in a maze ten times as large."""
    small = Grid(np.zeros((5, 5, 5), dtype=bool), 1.0)
    rock = np.ones((50, 50, 50), dtype=bool)
    rock[:5, :5, :5] = False
    rng = np.random.default_rng(0)
    at, way = rng.uniform(0.1, 4.9, (50, 3)), rng.normal(size=(50, 3))
    way /= np.linalg.norm(way, axis=1)[:, None]
    a, b = cast(small, at, way, 99.0), cast(Grid(rock, 1.0), at, way, 99.0)
    assert np.array_equal(a.distance, b.distance)
