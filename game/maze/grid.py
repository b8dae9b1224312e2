"""The cell grid: the only truth about walls. Outside it is rock."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from game.maze.arrays import Bools, Floats, Ints


class Grid:
    """Cubes of rock and water; index i east, j north, k up, the origin at the low corner.

    Args:
        rock: (X, Y, Z) True for rock; copied.
        cell_size: m, the edge of a cell.

    Raises:
        ValueError: for an empty grid or a cell size that is not a positive number.
    """

    def __init__(self, rock: Bools, cell_size: float) -> None:
        """Lay the grid out, with a border of rock around it for the kernels."""
        if rock.ndim != 3 or 0 in rock.shape:
            raise ValueError(f"a grid has three sides of at least one cell, not {rock.shape}")
        if not 0.0 < cell_size < float("inf"):
            raise ValueError(f"cell_size must be a positive number, not {cell_size}")
        self.rock = rock.astype(np.bool_)
        self.rock.setflags(write=False)
        self.cell_size = float(cell_size)
        padded = np.pad(self.rock, 1, constant_values=True)
        self.solid: Bools = padded.ravel()
        """The cells with one layer of rock around them, flat; see `index_of`."""
        self.strides: tuple[int, int, int] = (
            padded.shape[1] * padded.shape[2],
            padded.shape[2],
            1,
        )
        self.stride_row: Ints = np.array(self.strides, dtype=np.int64)
        self._shape_row: Ints = np.array(self.rock.shape, dtype=np.int64)

    @property
    def shape(self) -> tuple[int, int, int]:
        """Cells east, north and up."""
        x, y, z = self.rock.shape
        return x, y, z

    @property
    def size(self) -> Floats:
        """(3,) m."""
        size: Floats = np.array(self.shape, dtype=np.float64) * self.cell_size
        return size

    def cell_of(self, points: Floats) -> Ints:
        """The cells (N, 3) of points (N, 3) in metres; may lie outside."""
        cells: Ints = np.floor(points / self.cell_size).astype(np.int64)
        return cells

    def centre(self, cells: Ints) -> Floats:
        """The centres (N, 3) of cells (N, 3), m."""
        centres: Floats = (cells.astype(np.float64) + 0.5) * self.cell_size
        return centres

    def index_of(self, cells: Ints) -> Ints:
        """Places (N,) in `solid` of cells (N, 3); cells outside count as the border."""
        inside = np.minimum(np.maximum(cells, -1), self._shape_row) + 1
        sx, sy, _ = self.strides
        index: Ints = inside[:, 0] * sx + inside[:, 1] * sy + inside[:, 2]
        return index

    def is_rock(self, cells: Ints) -> Bools:
        """Whether cells (N, 3) are rock; outside is."""
        rock: Bools = self.solid[self.index_of(cells)]
        return rock

    def in_rock(self, points: Floats) -> Bools:
        """Whether points (N, 3) in metres are in rock."""
        return self.is_rock(self.cell_of(points))

    def water_cells(self) -> Ints:
        """Every water cell (M, 3), from the bottom up, south to north, west to east."""
        k, j, i = np.nonzero(~self.rock.transpose(2, 1, 0))
        return np.stack((i, j, k), axis=1)

    @cached_property
    def room(self) -> Ints:
        """For each place in `solid`, how many cells off the nearest rock is, counting diagonals.

        0 for rock; within fewer cells than this all is water.
        """
        x, y, z = (n + 2 for n in self.shape)
        water = ~self.solid.reshape(x, y, z)
        room = np.zeros((x, y, z), dtype=np.int64)
        while water.any():
            room += water
            for axis in range(3):
                ahead, behind = np.roll(water, 1, axis), np.roll(water, -1, axis)
                water = water & ahead & behind
        return room.ravel()
