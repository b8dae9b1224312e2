"""The benchmark's sea: as many fish as said, in water, at the same density, and all joined."""

import numpy as np
import pytest

from game.lab import bench
from game.maze.clearance import penetration
from game.maze.flow import FlowField
from game.simulation.simulation import Simulation


@pytest.mark.parametrize("count", [20, 1_000, 2_000])
def test_so_many_fish_stand_free_in_water_that_grows_with_them(count):
    dive = bench.crowded(count)
    shoal, grid = Simulation(dive).shoal, dive.maze.grid
    assert len(shoal) == count
    assert penetration(grid, shoal.position, shoal.radius).max() == 0.0
    water = len(grid.water_cells())
    assert water == pytest.approx(
        len(bench.crowded(1).maze.grid.water_cells()) * max(1, count // 1000), rel=0.01
    )


def test_the_labyrinths_are_joined():
    grid = bench.crowded(3_000).maze.grid
    water = grid.water_cells()
    assert np.all(FlowField(grid, water[0]).steps(water) >= 0)


def test_the_same_fish_each_time():
    one, other = bench.crowded(50).maze.fish, bench.crowded(50).maze.fish
    assert one == other


def test_the_table_has_a_row_for_each_number_and_all_parts():
    found = bench.measure(1e-4, counts=(5, 20))
    shown = bench.table(found)
    assert set(found["fish"][5]) == set(bench.PARTS)
    assert all(part in shown for part in bench.PARTS)
    assert "new flow field" in shown
