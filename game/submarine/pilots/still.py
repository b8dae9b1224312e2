"""The pilot that does nothing."""

from __future__ import annotations

from game.submarine.controls import STILL, Controls
from game.submarine.pilots.world import World


def still(_world: World) -> Controls:
    """Hands off the controls."""
    return STILL
