"""The pilot that does nothing."""

from __future__ import annotations

from game.submarine.controls import STILL, Controls
from game.submarine.pilots.world import World


def still(world: World) -> Controls:
    """Hands off the controls, whatever the world."""
    return STILL
