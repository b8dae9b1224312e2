"""The mazes that ship, found in a wheel and in a checkout alike."""

from __future__ import annotations

import difflib
from functools import cache
from pathlib import Path

from game.maze.faults import Fault, Faults, Place


@cache
def folder() -> Path:
    """The folder of the shipped mazes."""
    package = Path(__file__).resolve().parent.parent
    installed, checkout = package / "data" / "mazes", package.parent / "mazes"
    return installed if installed.is_dir() else checkout


def names() -> list[str]:
    """The names of the shipped mazes, sorted."""
    return sorted(path.stem for path in folder().glob("*.toml"))


def path_of(maze: str) -> Path:
    """The file of a maze given as a path or as the name of a shipped one.

    Raises:
        Faults: when it is neither.
    """
    if maze in names():
        return folder() / f"{maze}.toml"
    path = Path(maze)
    try:
        found = path.exists()
    except (OSError, ValueError):
        found = False
    if found:
        return path
    near = difflib.get_close_matches(path.stem, names(), 1)
    hint = f"; did you mean '{near[0]}'?" if near else f"; shipped mazes: {', '.join(names())}"
    raise Faults([Fault(maze, Place(1, 1), f"there is no such file and no shipped maze{hint}")])
