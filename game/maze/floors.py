"""The floors of a maze file: drawings of cells, each fault at its cell."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

import numpy as np

from game.maze.arrays import Bools, Ints
from game.maze.faults import Fault, Place, listed
from game.maze.toml_file import TomlFile

ROCK: Final = "#"
WATER: Final = "."
START: Final = "S"
LARGEST_SIDE: Final = 1024
"""Cells along one side of a maze."""

_UNKNOWN: Final = re.compile("[^#.Sa-z]", re.DOTALL)


class Cells(NamedTuple):
    """What the floors show."""

    rock: Bools
    """(X, Y, Z)."""
    start: tuple[int, int, int]
    letters: dict[str, Ints]
    """For each letter its cells (M, 3), in the order of `Grid.water_cells`."""


class Floors:
    """The drawings, with the place of every character.

    Args:
        file: the maze file.
        floors: its floors, from the sea bed up.
        known: the letters that its spawns name, for a hint.
    """

    def __init__(self, file: TomlFile, floors: list[str], known: set[str]) -> None:
        """Cut the floors into rows, from the north down."""
        self._file, self._known = file, known
        self.rows = [_rows(floor) for floor in floors]

    def place(self, floor: int, row: int, column: int) -> Place:
        """The place of a cell in the file; of its floor where the text has escapes in it."""
        at = self._file.place(("floors", floor))
        line = self._file.line(at.line)[at.column - 1 :]
        if line.startswith(("'''", '"""')):
            first = 1 if line in ("'''", '"""') else 0
            text = self._file.line(at.line + first + row)
            indent = 0 if first or row else at.column + 2
            if text[indent:].startswith(self.rows[floor][row]):
                return Place(at.line + first + row, indent + column + 1)
        return at

    def fault(self, floor: int, row: int, column: int, message: str) -> Fault:
        """A fault at a cell."""
        return self._file.fault(self.place(floor, row, column), message)

    def read(self) -> tuple[Cells | None, list[Fault]]:
        """The cells, or None with the faults."""
        faults = [*self._sizes(), *self._symbols()]
        starts = self._find(START)
        if not starts and not faults:
            message = f"no start: mark one cell with '{START}'"
            faults.append(self._file.fault(("floors",), message, "key"))
        faults += listed(starts[1:], lambda cell: self.fault(*cell, self._second_start(starts[0])))
        if faults or not starts:
            return None, faults
        drawing = np.array([[list(row) for row in rows] for rows in self.rows])
        symbols = drawing[:, ::-1, :].transpose(2, 1, 0)
        i, j, k = (int(n[0]) for n in np.nonzero(symbols == START))
        marks = sorted(set(np.unique(symbols).tolist()) - {ROCK, WATER, START})
        letters = {mark: _cells(symbols == mark) for mark in marks}
        return Cells(symbols == ROCK, (i, j, k), letters), []

    def _sizes(self) -> list[Fault]:
        """Floors and rows that are not of one size, each at the first odd place."""
        if not self.rows[0] or not self.rows[0][0]:
            return [self._file.fault(("floors", 0), "the floor is empty")]
        height, width = len(self.rows[0]), len(self.rows[0][0])
        faults = []
        if max(height, width, len(self.rows)) > LARGEST_SIDE:
            faults.append(
                self._file.fault(("floors",), f"a side of more than {LARGEST_SIDE} cells", "key")
            )
        for f, rows in enumerate(self.rows):
            if len(rows) != height:
                message = f"floor {f + 1} has {len(rows)} rows, the first has {height}"
                faults.append(self._file.fault(("floors", f), message))
        ragged = [
            (f, r, len(row))
            for f, rows in enumerate(self.rows)
            for r, row in enumerate(rows)
            if len(row) != width
        ]
        return faults + listed(ragged, lambda one: self._ragged(*one, width))

    def _ragged(self, floor: int, row: int, cells: int, width: int) -> Fault:
        message = f"the row is {cells} cells wide, the first row is {width}"
        return self.fault(floor, row, min(cells, width), message)

    def _symbols(self) -> list[Fault]:
        wrong = [
            (f, r, match.start(), match[0])
            for f, rows in enumerate(self.rows)
            for r, row in enumerate(rows)
            for match in _UNKNOWN.finditer(row)
        ]
        return listed(wrong, lambda cell: self.fault(*cell[:3], self._unknown(cell[3])))

    def _second_start(self, first: tuple[int, int, int]) -> str:
        place = self.place(*first)
        return f"a second start '{START}'; the first is at {place.line}:{place.column}"

    def _unknown(self, symbol: str) -> str:
        code = f"U+{ord(symbol):04X}"
        if symbol in " \u00a0":
            return f"a blank ({code}); write '{WATER}' for water"
        if symbol == "\t":
            return f"a tab ({code}); a cell is one character, '{WATER}' for water"
        known = " ".join((ROCK, WATER, START, *sorted(self._known)))
        shown = symbol if symbol.isprintable() else f"\\x{ord(symbol):02x}"
        return f"unknown symbol '{shown}' ({code}); known here: {known}"

    def _find(self, symbol: str) -> list[tuple[int, int, int]]:
        return [
            (f, r, c)
            for f, rows in enumerate(self.rows)
            for r, row in enumerate(rows)
            for c, here in enumerate(row)
            if here == symbol
        ]


def _rows(floor: str) -> list[str]:
    rows = floor.split("\n")
    return rows[:-1] if rows and rows[-1] == "" else rows


def _cells(chosen: Bools) -> Ints:
    k, j, i = np.nonzero(chosen.transpose(2, 1, 0))
    return np.stack((i, j, k), axis=1)
