"""Faults of a file: what is wrong and where, the way a compiler says it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple, TypeVar

T = TypeVar("T")


class Place(NamedTuple):
    """A place in a text; line and column count characters from 1."""

    line: int
    column: int


@dataclass(frozen=True)
class Fault:
    """One thing wrong with a file."""

    path: str
    place: Place
    message: str
    severity: Literal["fault", "warning"] = "fault"
    source: str = ""
    """The line of the file that the place is in."""

    def __str__(self) -> str:
        """`path:line:column: message`."""
        word = "warning: " if self.severity == "warning" else ""
        return f"{self.path}:{self.place.line}:{self.place.column}: {word}{self.message}"

    def caret(self) -> str:
        """The line of the file with a caret under the place; empty for an empty line."""
        line = self.source.expandtabs(1)[:200]
        if not line.strip() or self.place.column > len(line) + 1:
            return ""
        return f"    {line}\n    {' ' * (self.place.column - 1)}^"


class Faults(Exception):
    """A file that cannot be used, with all that is wrong with it."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        """Sort the faults by their place and drop those said twice."""
        self.faults = in_order(faults)
        super().__init__("\n".join(map(str, self.faults)))


MOST: Final = 1000
"""So many faults of one kind are listed: a file that is something else has millions."""


def listed(wrong: Sequence[T], make: Callable[[T], Fault]) -> list[Fault]:
    """A fault for each thing that is wrong; beyond `MOST` one that counts the rest.

    Args:
        wrong: what is wrong, in the order of the file.
        make: says what is wrong with one.
    """
    faults = [make(one) for one in wrong[:MOST]]
    if len(wrong) > MOST:
        message = f"{len(wrong) - MOST} further faults of this kind from here on are not listed"
        faults.append(replace(make(wrong[MOST]), message=message))
    return faults


def in_order(faults: Iterable[Fault]) -> list[Fault]:
    """Faults by file, line and column, each once."""
    return sorted(set(faults), key=lambda f: (f.path, f.place, f.severity, f.message))
