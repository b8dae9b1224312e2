"""What happens in a tick, as records: births, changes of state, bites, catches, deaths."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

EVENT_ORDER = ("spawned", "state", "struck", "caught", "expired")


class Cause(NamedTuple):
    """The guard that decided a change of state, with the numbers it was evaluated on."""

    guard: str
    value: bool
    distance: float
    """m, from the submarine, the true one."""
    limit: float
    """What the guard compares with: m of the zone (near, darting, hunter), m of contact (touched),
    s of life (expired)."""
    aware: bool
    clear: bool
    touched: bool
    age: float
    """s."""


class Event(NamedTuple):
    """One event of one fish."""

    tick: int
    event: Literal["spawned", "state", "struck", "caught", "expired"]
    fish: int
    """Its id."""
    more: dict[str, Any]
    """spawned: species, type, source, max_speed; state: path, cause; else nothing."""

    @property
    def key(self) -> tuple[int, int]:
        """Order within a tick: by fish, then as things happen to it."""
        return self.fish, EVENT_ORDER.index(self.event)
