"""The fingerprint of a world: SHA-256 over all that its future depends on."""

from __future__ import annotations

import hashlib
from dataclasses import fields
from typing import Any

import numpy as np

from game.fish.columns import Columns
from game.simulation.simulation import Simulation

DRAWN = ("up",)
"""Columns that only drawing needs: the future does not depend on them."""


def digest(simulation: Simulation) -> str:
    """The SHA-256 of a simulation's state, as 64 hexadecimal digits.

    Little-endian bytes of the counters, the submarine and every column of the shoal, in a fixed
    order: equal digests mean equal worlds to the last bit.
    """
    state = hashlib.sha256()
    tally = simulation.tally
    counters = (
        tally.tick,
        tally.hull,
        tally.score,
        tally.gained_air,
        tally.poisoned_ticks,
        tally.poison_until,
        tally.spawned,
        tally.caught,
        tally.struck,
        tally.expired,
    )
    state.update(repr((simulation.seed, counters, tally.outcome)).encode())
    for part in simulation.submarine.state():
        _add(state, part)
    _add_columns(state, simulation.shoal)
    return state.hexdigest()


def _add_columns(state: Any, columns: Columns) -> None:
    for field in fields(columns):
        column = getattr(columns, field.name)
        if field.name in DRAWN:
            continue
        if isinstance(column, Columns):
            _add_columns(state, column)
        else:
            _add(state, column)


def _add(state: Any, array: Any) -> None:
    plain = np.ascontiguousarray(array)
    state.update(plain.astype(plain.dtype.newbyteorder("<")).tobytes())
