"""The life cycle for all fish at once: the table, compiled into a look-up.

A fish's next lasting state depends on its present one and six yes-or-no guards, so every case can
be walked once at load; a tick then is one gather, whatever the number of fish.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from game.fish.lifecycle import CODE, GUARDS, LASTING, STATES, TABLE
from game.steering.arrays import Bools, Ints


class Guards(NamedTuple):
    """What is asked of each fish, (N,) each; `edible` is the opposite of `hunter`."""

    hunter: Bools
    near: Bools
    darting: Bools
    touched: Bools
    expired: Bools


class Step(NamedTuple):
    """One walk from a lasting state to the next one."""

    path: tuple[str, ...]
    """The states passed, both ends included."""
    guard: str
    """The guard that decided: the last one asked on the way; `hunter` for a newborn."""
    value: bool
    """What that guard said."""


class Settled(NamedTuple):
    """Where each fish went, (N,) each."""

    state: Ints
    """The code of the lasting state, or of `removed`."""
    step: Ints
    """Index into `STEPS` of the way it took."""


def walk(start: str, values: dict[str, bool]) -> Step:
    """Walk the table from a state to the next lasting one.

    Args:
        start: name of the state.
        values: what each of the guards says.

    Returns:
        The path with the guard that decided it.
    """
    path, decided = [start], ("hunter", values["hunter"])
    while True:
        for row in TABLE:
            if row.state != path[-1]:
                continue
            asked = [guard for guard in row.guards if guard not in ("hunter", "edible")]
            applies = all(values[guard] for guard in row.guards if guard in ("hunter", "edible"))
            holds = all(values[guard] for guard in row.guards)
            # A dart is told only where it decides: when it is over, the zone was what mattered.
            if asked and applies and (holds or asked[-1] != "darting"):
                decided = (asked[-1], holds)
            if holds:
                path.append(row.next)
                break
        if path[-1] in LASTING or path[-1] == "removed":
            return Step(tuple(path), *decided)


_BITS: Final = 5
STARTS: Final = ("spawn", *LASTING)


def _compile() -> tuple[tuple[Step, ...], Ints, Ints]:
    """Walk every case: from each start, with each combination of guards."""
    steps: list[Step] = []
    where = np.zeros(len(STATES) << _BITS, dtype=np.int64)
    to = np.zeros_like(where)
    for start in STARTS:
        for bits in range(1 << _BITS):
            values = {name: bool(bits >> n & 1) for n, name in enumerate(Guards._fields)}
            values["edible"] = not values["hunter"]
            step = walk(start, values)
            if step not in steps:
                steps.append(step)
            code = CODE[start] << _BITS | bits
            where[code], to[code] = steps.index(step), CODE[step.path[-1]]
    return tuple(steps), where, to


STEPS, _WHERE, _TO = _compile()
assert set(GUARDS) == {*Guards._fields, "edible"}


def settle(state: Ints, guards: Guards) -> Settled:
    """Settle all fish at once.

    Args:
        state: (N,) codes of the states in which the fish are: `spawn` or a lasting one.
        guards: what is asked of them.

    Returns:
        The lasting state each comes to, and by which way.
    """
    code = state << _BITS
    for n, guard in enumerate(guards):
        code = code | guard.astype(np.int64) << n
    return Settled(_TO[code], _WHERE[code])
