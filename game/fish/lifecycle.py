"""The life cycle of a fish, as one table.

Two readers turn it into life: `game.fish.walk` for all fish at once, `game.fish.machine` for one
fish through `transitions`. The diagram in the documentation is drawn from it as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

STATES: Final = (
    "spawn",
    "type",
    "reaction",
    "pursue",
    "follow",
    "pursue_zone",
    "collide",
    "contact",
    "penalty",
    "evade",
    "evade_zone",
    "side_dodge",
    "capture",
    "bonus",
    "lifetime",
    "removed",
)
CODE: Final = {name: code for code, name in enumerate(STATES)}
SPAWN, FOLLOW, COLLIDE = CODE["spawn"], CODE["follow"], CODE["collide"]
SIDE_DODGE, REMOVED = CODE["side_dodge"], CODE["removed"]

LASTING: Final = ("follow", "collide", "side_dodge")
"""States that stay from tick to tick; the others are passed within one."""

GUARDS: Final = ("hunter", "edible", "near", "darting", "touched", "expired")


class Row(NamedTuple):
    """One way on: from `state`, when every guard holds, to `next`; the first that holds wins."""

    state: str
    guards: tuple[str, ...]
    next: str


TABLE: Final = (
    Row("spawn", (), "type"),
    Row("type", (), "reaction"),
    Row("reaction", ("hunter",), "pursue"),
    Row("reaction", ("edible",), "evade"),
    Row("pursue", (), "follow"),
    Row("evade", (), "follow"),
    Row("follow", ("expired",), "lifetime"),
    Row("follow", ("hunter",), "pursue_zone"),
    Row("follow", ("edible",), "evade_zone"),
    Row("pursue_zone", ("near",), "collide"),
    Row("pursue_zone", (), "follow"),
    Row("evade_zone", ("near",), "side_dodge"),
    Row("evade_zone", (), "follow"),
    Row("collide", (), "contact"),
    Row("contact", ("touched",), "penalty"),
    Row("contact", (), "lifetime"),
    Row("penalty", (), "removed"),
    Row("side_dodge", (), "capture"),
    Row("capture", ("touched",), "bonus"),
    Row("capture", (), "lifetime"),
    Row("bonus", (), "removed"),
    Row("lifetime", ("expired",), "removed"),
    Row("lifetime", ("hunter", "near"), "collide"),
    Row("lifetime", ("edible", "near"), "side_dodge"),
    Row("lifetime", ("edible", "darting"), "side_dodge"),
    Row("lifetime", (), "follow"),
)


def check_table(table: Sequence[Row]) -> None:
    """Refuse a table that would fail only once a fish gets there.

    Raises:
        ValueError: for an unknown state or guard, a state without a last unconditional way on
            (save where `hunter` and `edible` cover all fish), or a ring of instant states.
    """
    rows: dict[str, list[Row]] = {}
    for row in table:
        _check_names(row)
        rows.setdefault(row.state, []).append(row)
    if "removed" in rows:
        raise ValueError("nothing leads out of 'removed'")
    for name in STATES[:-1]:
        alone = {row.guards for row in rows.get(name, []) if len(row.guards) <= 1}
        if () not in alone and not {("hunter",), ("edible",)} <= alone:
            raise ValueError(f"'{name}' has no way on when its guards fail")
    for name in STATES:
        _check_no_ring(name, rows, ())


def _check_names(row: Row) -> None:
    for name in (row.state, row.next):
        if name not in CODE:
            raise ValueError(f"unknown state '{name}' in {row}")
    for guard in row.guards:
        if guard not in GUARDS:
            raise ValueError(f"unknown guard '{guard}' in {row}")


def _check_no_ring(name: str, rows: dict[str, list[Row]], seen: tuple[str, ...]) -> None:
    if name in seen:
        raise ValueError("instant states form a ring: " + " -> ".join((*seen, name)))
    for row in rows.get(name, []):
        if row.next not in LASTING:
            _check_no_ring(row.next, rows, (*seen, name))


check_table(TABLE)
