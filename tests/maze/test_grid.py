"""The grid: where cells lie, and that outside is rock."""

import numpy as np
import pytest

from game.maze.grid import Grid


def grid():
    rock = np.zeros((3, 4, 5), dtype=bool)
    rock[1, 2, 3] = True
    return Grid(rock, 2.0)


def test_cells_and_centres_are_each_others_inverse():
    cells = grid().water_cells()
    assert len(cells) == 59
    assert np.array_equal(grid().cell_of(grid().centre(cells)), cells)
    assert grid().centre(np.array([[0, 1, 2]])).tolist() == [[1, 3, 5]]
    assert grid().size.tolist() == [6, 8, 10]


def test_water_cells_come_from_the_bottom_up_south_to_north_west_to_east():
    cells = grid().water_cells().tolist()
    assert cells == sorted(cells, key=lambda c: (c[2], c[1], c[0]))


@pytest.mark.parametrize("cell", [(-1, 0, 0), (3, 0, 0), (0, 4, 0), (0, 0, 99), (-9, -9, -9)])
def test_outside_is_rock(cell):
    assert grid().is_rock(np.array([cell])).tolist() == [True]


def test_the_grid_cannot_be_changed_from_outside():
    rock = np.zeros((2, 2, 2), dtype=bool)
    made = Grid(rock, 1.0)
    rock[0, 0, 0] = True
    assert not made.is_rock(np.array([[0, 0, 0]]))[0]
    with pytest.raises(ValueError, match="read-only"):
        made.rock[0, 0, 0] = True


@pytest.mark.parametrize("size", [0.0, -1.0, float("nan"), float("inf")])
def test_a_cell_size_must_be_a_positive_number(size):
    with pytest.raises(ValueError, match="cell_size"):
        Grid(np.zeros((1, 1, 1), dtype=bool), size)


def test_room_counts_the_cells_to_rock():
    room = Grid(np.zeros((5, 5, 5), dtype=bool), 1.0).room.reshape(7, 7, 7)[1:-1, 1:-1, 1:-1]
    assert room[2, 2].tolist() == [1, 2, 3, 2, 1]
    assert room[0].max() == 1
