"""Random mazes with bodies in their water, for tests."""

import numpy as np
from hypothesis import strategies as st

from game.maze.grid import Grid


@st.composite
def seas(draw, bodies=6):
    """A grid with some water, places in it, and radii to just under half a cell."""
    seed = draw(st.integers(0, 2**32))
    rng = np.random.default_rng(seed)
    shape = tuple(draw(st.tuples(*[st.integers(1, 6)] * 3)))
    cell = draw(st.sampled_from([0.7, 1.0, 4.0, 10.0]))
    rock = rng.random(shape) < draw(st.floats(0, 0.8))
    rock[tuple(rng.integers(shape))] = False
    grid = Grid(rock, cell)
    water = grid.water_cells()
    at = grid.centre(water[rng.integers(len(water), size=bodies)])
    most = draw(st.sampled_from([0.2, 0.9, 0.999, 0.999999]))
    radii = rng.uniform(0.05, 0.5 * most, bodies) * cell
    radii[0] = 0.5 * most * cell
    return grid, at, radii, rng


def rock_distance(grid, point):
    """The distance to the nearest rock cell, over every cell and a border of two."""
    x, y, z = grid.shape
    cells = np.stack(
        np.meshgrid(np.arange(-2, x + 2), np.arange(-2, y + 2), np.arange(-2, z + 2)), axis=-1
    ).reshape(-1, 3)
    inside = ((cells >= 0) & (cells < grid.shape)).all(axis=1)
    solid = np.ones(len(cells), dtype=bool)
    solid[inside] = grid.rock[tuple(cells[inside].T)]
    low = cells[solid] * grid.cell_size
    gap = np.maximum(0, np.maximum(low - point, point - low - grid.cell_size))
    return float(np.sqrt((gap**2).sum(axis=1)).min())
