"""A dive in numbers: what `simulate --json` prints."""

from __future__ import annotations

from typing import Any

from game.simulation.digest import digest
from game.simulation.simulation import Simulation


def summary(simulation: Simulation, maze: str, fish_steps_per_second: float) -> dict[str, Any]:
    """How a dive stands.

    Args:
        simulation: the dive.
        maze: what its maze is called.
        fish_steps_per_second: how fast it was simulated.
    """
    tally = simulation.tally
    return {
        "maze": maze,
        "seed": simulation.seed,
        "seconds": simulation.time,
        "ticks": simulation.tick,
        "fish": {
            "spawned": tally.spawned,
            "caught": tally.caught,
            "struck": tally.struck,
            "expired": tally.expired,
            "alive": len(simulation.shoal),
        },
        "score": tally.score,
        "hull": tally.hull,
        "air": tally.air,
        "outcome": tally.outcome,
        "fish_steps_per_second": fish_steps_per_second,
        "deepest_penetration": simulation.deepest_penetration,
        "digest": digest(simulation),
    }
