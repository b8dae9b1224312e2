"""Run a simulation with a pilot: a small helper, for `simulate`, tests and demonstrations."""

from __future__ import annotations

from collections.abc import Callable

from game.fish.species import ticks
from game.simulation.simulation import Simulation
from game.submarine.pilots.world import Pilot


def run(
    simulation: Simulation,
    pilot: Pilot,
    seconds: float,
    on_tick: Callable[[Simulation], None] | None = None,
) -> Simulation:
    """Step until a time is reached or the dive is won or lost.

    Args:
        simulation: the world; stepped in place.
        pilot: gives the controls from the world as it is before each step.
        seconds: time of the dive at which to stop, counted from its tick 0.
        on_tick: called with the world after each step.

    Returns:
        The same simulation.
    """
    end = ticks(seconds)
    while simulation.tick < end and simulation.outcome == "running":
        simulation.step(pilot(simulation))
        if on_tick is not None:
            on_tick(simulation)
    return simulation
