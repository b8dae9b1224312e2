"""What a fish knows of the submarine: always, by sight with a memory, or by scent.

All on the positions of one tick. Sees means that it knows the true place now; aware means that it
acts on a place, seen or remembered.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from game.fish.shoal import Shoal
from game.fish.traits import ALWAYS, SCENT, SIGHT
from game.maze.grid import Grid
from game.maze.rays import clear_line
from game.steering.arrays import Bools, Floats, Ints
from game.steering.model import towards
from game.steering.vectors import dot, length

CLOSE: Final = 1.5
"""Within this many contact distances a fish knows the true place, whatever else it perceives."""


class Senses(NamedTuple):
    """What all fish perceive in one tick, (N,) each unless said otherwise."""

    distance: Floats
    """m, the true one."""
    clear: Bools
    """No rock between; False also where nobody asked."""
    asked: Bools
    """Where `clear` was asked, for it costs a ray."""
    limit: Floats
    """m, the zone's radius, or its release while the fish is in it."""
    aware: Bools
    sees: Bools
    known: Floats
    """(N, 3) where it believes the submarine to be."""
    seen: Ints
    near: Bools


def perceive(shoal: Shoal, submarine: Floats, grid: Grid, tick: int) -> Senses:
    """Perceive the submarine from every fish.

    Args:
        shoal: the fish, at their new positions, with what they knew before.
        submarine: (3,) its new position.
        grid: the rock.
        tick: the tick of these positions.
    """
    traits = shoal.traits
    distance = length(submarine - shoal.position)
    close = distance <= CLOSE * traits.contact
    limit = np.where(shoal.near, traits.release, traits.zone)
    by_sight, by_scent = traits.perception == SIGHT, traits.perception == SCENT
    in_view = by_sight & (distance <= traits.sight_range)
    if in_view.any():
        toward = towards(submarine, shoal.position, shoal.direction)
        in_view &= dot(shoal.direction, toward) >= traits.view_cosine
    asked = in_view | by_scent | (distance <= limit)
    clear = np.zeros(len(shoal), dtype=np.bool_)
    rows = np.flatnonzero(asked)
    if len(rows):
        clear[rows] = clear_line(
            grid, shoal.position[rows], np.broadcast_to(submarine, (len(rows), 3))
        )
    sees = close | (traits.perception == ALWAYS) | (clear & (in_view | by_scent))
    seen = np.where(sees, tick, shoal.seen)
    aware = ~by_sight | (tick - seen <= traits.memory_ticks)
    near = close | (aware & clear & (distance <= limit))
    known = np.where((sees | by_scent)[:, None], submarine, shoal.known)
    return Senses(distance, clear, asked, limit, aware, sees, known, seen, near)


def remember(shoal: Shoal, senses: Senses) -> None:
    """Write what was perceived into the shoal."""
    shoal.aware, shoal.sees = senses.aware, senses.sees
    shoal.known, shoal.seen, shoal.near = senses.known, senses.seen, senses.near
