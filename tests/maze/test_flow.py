"""Ways through the water: shortest, and aimed at the next cell's centre."""

from collections import deque

import numpy as np
import pytest
from hypothesis import given, settings

from game.maze import flow
from game.maze.flow import FlowField, FlowFields
from game.maze.grid import Grid
from tests.maze.rocks import seas

WAYS = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]


def steps_by_queue(rock, target):
    """Breadth first, cell by cell."""
    steps = np.full(rock.shape, -1)
    steps[target] = 0
    queue = deque([target])
    while queue:
        cell = queue.popleft()
        for way in WAYS:
            other = tuple(a + b for a, b in zip(cell, way, strict=True))
            inside = all(0 <= n < size for n, size in zip(other, rock.shape, strict=True))
            if inside and not rock[other] and steps[other] < 0:
                steps[other] = steps[cell] + 1
                queue.append(other)
    return steps


@pytest.mark.parametrize("long", [1, 3, 10**9])
@settings(max_examples=40, deadline=None)
@given(sea=seas())
def test_steps_equal_breadth_first(sea, long):
    grid, at, _, _ = sea
    kept, flow.LONG = flow.LONG, long
    try:
        target = grid.cell_of(at[:1])[0]
        field = FlowField(grid, target)
    finally:
        flow.LONG = kept
    cells = grid.water_cells()
    true = steps_by_queue(grid.rock, tuple(target.tolist()))
    assert np.array_equal(field.steps(cells), true[tuple(cells.T)])


@settings(max_examples=40, deadline=None)
@given(seas())
def test_following_the_aim_gets_there_in_as_many_steps(sea):
    grid, at, _, _ = sea
    target = grid.cell_of(at[:1])[0]
    field = FlowFields(grid).to(target)
    for cell in grid.water_cells():
        place, left = grid.centre(cell[None]), int(field.steps(cell[None])[0])
        for remaining in range(left, 0, -1):
            aim = field.aim(place)
            assert np.abs((aim - place) / grid.cell_size).sum() == pytest.approx(1)
            assert int(field.steps(grid.cell_of(aim))[0]) == remaining - 1
            place = aim
        assert left < 0 or np.array_equal(grid.cell_of(place)[0], target)


def test_aim_is_at_a_centre_also_in_the_target_and_without_a_way():
    grid = Grid(np.array([[[False]], [[False]], [[True]], [[False]]]), 2.0)
    field = FlowFields(grid).to(np.array([0, 0, 0]))
    places = np.array([[0.1, 0.1, 0.1], [3.9, 1.0, 1.9], [7.0, 1.0, 1.0], [-50.0, 0.0, 99.0]])
    assert field.aim(places).tolist() == [[1, 1, 1]] * 4
    assert field.steps(grid.cell_of(places)).tolist() == [0, 1, -1, -1]


def test_a_rock_target_has_no_ways():
    grid = Grid(np.array([[[False]], [[True]]]), 2.0)
    assert FlowFields(grid).to(np.array([1, 0, 0])).steps(np.array([[0, 0, 0]])).tolist() == [-1]


def test_fields_are_kept_per_target_and_not_for_ever():
    grid = Grid(np.zeros((9, 9, 9), dtype=bool), 1.0)
    fields = FlowFields(grid)
    first = fields.to(np.array([0, 0, 0]))
    assert fields.to(np.array([0, 0, 0])) is first
    for cell in grid.water_cells()[1 : flow.KEPT + 1]:
        fields.to(cell)
    assert fields.to(np.array([0, 0, 0])) is not first
