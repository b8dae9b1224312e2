"""The life cycle for one fish through one shared `transitions.Machine`.

Every fish whose state changes passes here, so the state machine is the authority and the array
walk its fast forecast; the two must agree. Fish are not registered as models (that is quadratic
and keeps them alive): a light view with a `state` and the guards as attributes is enough.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from transitions import Machine

from game.fish.lifecycle import CODE, LASTING, STATES, TABLE
from game.fish.walk import STEPS, Guards, Settled
from game.steering.arrays import Ints


class View:
    """One fish as the machine sees it: its state and what its guards say."""

    __slots__ = ("darting", "edible", "expired", "hunter", "near", "state", "touched")

    def __init__(
        self,
        state: str,
        *,
        hunter: bool,
        near: bool = False,
        darting: bool = False,
        touched: bool = False,
        expired: bool = False,
    ) -> None:
        """A fish in a state; guards that are not given say no."""
        self.state = state
        self.hunter = hunter
        self.edible = not hunter
        self.near = near
        self.darting = darting
        self.touched = touched
        self.expired = expired


def build() -> Any:
    """The machine of the table: sixteen states, one trigger `advance`, conditions by name."""
    return Machine(
        model=None,
        states=list(STATES),
        initial=STATES[0],
        auto_transitions=False,
        transitions=[
            {
                "trigger": "advance",
                "source": row.state,
                "dest": row.next,
                "conditions": list(row.guards),
            }
            for row in TABLE
        ],
    )


MACHINE: Final = build()
_ADVANCE: Final = MACHINE.events["advance"]


def advance(view: View) -> tuple[str, ...]:
    """Take a fish through the machine to its next lasting state.

    Args:
        view: the fish; its `state` is changed.

    Returns:
        The states passed, both ends included.
    """
    path = [view.state]
    while True:
        _ADVANCE.trigger(view)
        path.append(view.state)
        if view.state in LASTING or view.state == "removed":
            return tuple(path)


def view_of(state: Ints, guards: Guards, row: int) -> View:
    """The view of the fish in one row of the arrays."""
    return View(
        STATES[state[row]], **{name: bool(column[row]) for name, column in guards._asdict().items()}
    )


def confirm(state: Ints, guards: Guards, settled: Settled, rows: Ints) -> None:
    """Take the fish in some rows through the machine and hold the array walk against it.

    Raises:
        RuntimeError: when the two readers of the table disagree.
    """
    for row in rows.tolist():
        path = advance(view_of(state, guards, row))
        forecast = STEPS[settled.step[row]].path
        if path != forecast:
            raise RuntimeError(f"life cycle: the machine went {path}, the walk {forecast}")


def settle(state: Ints, guards: Guards) -> Settled:
    """Like `walk.settle`, but with every fish taken through the machine: slow, for proofs."""
    to, steps = np.zeros_like(state), np.zeros_like(state)
    for row in range(len(state)):
        path = advance(view_of(state, guards, row))
        to[row] = CODE[path[-1]]
        steps[row] = next(n for n, step in enumerate(STEPS) if step.path == path)
    return Settled(to, steps)
