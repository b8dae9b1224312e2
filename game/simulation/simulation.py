"""The whole game without a picture: a fixed-step, seeded world.

`step` goes through the order of a tick from top to bottom. All is computed on the world as it
was before anything is written, so the order of the fish never matters.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from game.fish import machine, walk
from game.fish.lifecycle import COLLIDE, FOLLOW, REMOVED, SIDE_DODGE
from game.fish.perception import Senses, perceive, remember
from game.fish.shoal import Shoal, nobody
from game.fish.species import TICKS_PER_SECOND
from game.fish.swim import Parts, Steered, Target, steer
from game.fish.walk import Guards, Settled
from game.maze.clearance import penetration
from game.maze.flow import FlowFields
from game.maze.rays import clear_line
from game.maze.sweep import sweep
from game.simulation.contact import touched
from game.simulation.dive import Dive
from game.simulation.events import Cause, Event
from game.simulation.rules import Outcome, Tally, rules
from game.simulation.spawning import Spawner, placed, spawned
from game.steering.arrays import Bools, Floats, Ints
from game.steering.model import level_up
from game.submarine.controls import Controls
from game.submarine.hull import Submarine

Settle = Callable[[Ints, Guards], Settled]


class Simulation:
    """One dive, stepped tick by tick.

    Read its attributes as you like between two steps; only `step` changes them.

    Args:
        dive: the maze with its species.
        seed: of all chance in the dive; any whole number.
        keep_parts: keep in `parts` how each fish came to its heading in the last step.
        keep_frames: carry each fish's `up`, which only drawing needs.
        settle: the reader of the life-cycle table; `machine.settle` takes every fish through
            the state machine in every tick, for proofs.
    """

    def __init__(
        self,
        dive: Dive,
        seed: int = 0,
        *,
        keep_parts: bool = False,
        keep_frames: bool = False,
        settle: Settle = walk.settle,
    ) -> None:
        """Make the world at tick 0, with the placed fish and the first spawns."""
        self.dive = dive
        self.maze = dive.maze
        self.seed = seed
        self.catalogue = dive.catalogue
        self.flow = FlowFields(self.maze.grid)
        self.submarine = Submarine(dive.submarine, self.maze.start, self.maze.heading)
        self.tally = Tally(self.maze.goal, rules())
        self.shoal: Shoal = nobody(self.catalogue)
        self.events: list[Event] = []
        self.parts: Parts | None = None
        self.ids_of_parts: Ints = self.shoal.id
        self.deepest_penetration = 0.0
        self._keep_parts = keep_parts
        self._keep_frames = keep_frames
        self._settle = settle
        self._spawners = [Spawner(spawn) for spawn in self.maze.spawns]
        self._welcome(placed(self.maze.fish, self.catalogue, seed))
        self._spawn()
        self._measure()

    @property
    def tick(self) -> int:
        """Ticks gone, 1/60 s each."""
        return self.tally.tick

    @property
    def time(self) -> float:
        """Seconds gone."""
        return self.tally.tick / TICKS_PER_SECOND

    @property
    def outcome(self) -> Outcome:
        """`running`, `won`, `hull` or `air`."""
        return self.tally.outcome

    def step(self, controls: Controls) -> None:
        """Go one tick on.

        Args:
            controls: what the pilot does, seeing the world as it is now.

        Raises:
            RuntimeError: when the dive is over.
        """
        if self.outcome != "running":
            raise RuntimeError(f"the dive is over: {self.outcome}")
        tick, grid, shoal, submarine = self.tick, self.maze.grid, self.shoal, self.submarine
        self.events = []

        target = Target(submarine.position.copy(), submarine.velocity.copy())
        steered = steer(shoal, target, grid, self.flow, tick)
        speed = np.where(steered.holding, 0.0, shoal.max_speed)
        moves = speed[:, None] * steered.direction / TICKS_PER_SECOND
        position = sweep(grid, shoal.position, moves, shoal.radius)
        wavering, thrust = self.tally.impaired(controls.clamped(), self.seed)
        submarine.step(wavering, grid, thrust)

        touching = touched(
            shoal.position, position, target.position, submarine.position, shoal.traits.contact
        )
        self._write(steered, position)
        senses = perceive(shoal, submarine.position, grid, tick + 1)
        self.tally.pass_tick()
        self._live(senses, touching)
        self._spawn()
        self._measure()

    def _write(self, steered: Steered, position: Floats) -> None:
        """Write what the fish decided and where it brought them."""
        shoal = self.shoal
        if self._keep_parts:
            self.parts, self.ids_of_parts = steered.parts, shoal.id
        if self._keep_frames:
            shoal.up = level_up(shoal.up, shoal.direction, steered.direction)
        shoal.position, shoal.direction = position, steered.direction
        shoal.side, shoal.committed = steered.side, steered.committed
        shoal.knots = steered.knots

    def _live(self, senses: Senses, touching: Bools) -> None:
        """Take all fish through the life cycle, with what follows for them and the player."""
        shoal, traits, tick = self.shoal, self.shoal.traits, self.tick
        age = (tick - shoal.born) / TICKS_PER_SECOND
        left = shoal.near & ~senses.near & (shoal.state == SIDE_DODGE)
        dart_until = np.where(left, tick + traits.dart_ticks, shoal.dart_until)
        darting = (shoal.state == SIDE_DODGE) & (tick < dart_until)
        guards = Guards(traits.hunter, senses.near, darting, touching, age >= traits.lifetime)
        settled = self._settle(shoal.state, guards)
        changed = np.flatnonzero(settled.state != shoal.state)
        machine.confirm(shoal.state, guards, settled, changed)
        self._tell(changed, settled, senses, touching, age)
        self._affect(changed, settled)

        begins = (settled.state == COLLIDE) & (shoal.state != COLLIDE)
        misses = (settled.state == FOLLOW) & (shoal.state == COLLIDE)
        shoal.poised_until = np.where(begins, tick + traits.windup_ticks, shoal.poised_until)
        shoal.resting_until = np.where(misses, tick + traits.pause_ticks, shoal.resting_until)
        shoal.dart_until = dart_until
        shoal.side = np.where(settled.state == SIDE_DODGE, shoal.side, 0.0)
        shoal.state = settled.state
        remember(shoal, senses)
        gone = settled.state == REMOVED
        if gone.any():
            self.shoal = shoal.take(~gone)

    def _tell(
        self, rows: Ints, settled: Settled, senses: Senses, touching: Bools, age: Floats
    ) -> None:
        """Record the change of state of the fish in some rows, with its cause."""
        if not len(rows):
            return
        shoal = self.shoal
        clear = self._clear(rows, senses)
        for row in rows.tolist():
            way = walk.STEPS[settled.step[row]]
            limits = {
                "touched": shoal.traits.contact[row],
                "expired": shoal.traits.lifetime[row],
            }
            cause = Cause(
                way.guard,
                way.value,
                float(senses.distance[row]),
                float(limits.get(way.guard, senses.limit[row])),
                bool(senses.aware[row]),
                bool(clear[row]),
                bool(touching[row]),
                float(age[row]),
            )
            self._event("state", int(shoal.id[row]), path=list(way.path), cause=cause._asdict())

    def _clear(self, rows: Ints, senses: Senses) -> Bools:
        """The clear line of the fish whose change is told, also where no guard asked for it."""
        clear = senses.clear.copy()
        owed = rows[~senses.asked[rows]]
        if len(owed):
            ends = np.broadcast_to(self.submarine.position, (len(owed), 3))
            clear[owed] = clear_line(self.maze.grid, self.shoal.position[owed], ends)
        return clear

    def _affect(self, rows: Ints, settled: Settled) -> None:
        """What the fish that leave do to the player."""
        traits, tally = self.shoal.traits, self.tally
        for row in rows.tolist():
            passed = walk.STEPS[settled.step[row]].path
            if passed[-1] != "removed":
                continue
            fish = int(self.shoal.id[row])
            if "penalty" in passed:
                tally.bite(float(traits.damage[row]), int(traits.poison_ticks[row]))
                self._event("struck", fish)
            elif "bonus" in passed:
                tally.catch(int(traits.points[row]), float(traits.air[row]))
                self._event("caught", fish)
            else:
                tally.expired += 1
                self._event("expired", fish)
        tally.judge()

    def _spawn(self) -> None:
        """Bring the fish that are due at this tick into the world."""
        new = spawned(
            self._spawners,
            self.shoal,
            self.catalogue,
            self.maze.grid,
            self.submarine.position,
            self.seed,
            self.tick,
        )
        if new is not None:
            self._welcome(new)

    def _welcome(self, new: Shoal) -> None:
        """Take newborn fish through their first pass, which ends in `follow`, and let them in."""
        new = new.sorted()
        senses = perceive(new, self.submarine.position, self.maze.grid, self.tick)
        no = np.zeros(len(new), dtype=np.bool_)
        guards = Guards(new.traits.hunter, senses.near, no, no, no)
        settled = self._settle(new.state, guards)
        rows = np.arange(len(new))
        machine.confirm(new.state, guards, settled, rows)
        standing, self.shoal = self.shoal, new
        for row in rows.tolist():
            species = int(new.traits.species[row])
            self._event(
                "spawned",
                int(new.id[row]),
                species=self.catalogue.names[species],
                type=self.catalogue.species[species].kind,
                source=int(new.source[row]),
                max_speed=float(new.max_speed[row]),
            )
        self._tell(rows, settled, senses, no, np.zeros(len(new)))
        new.state = settled.state
        remember(new, senses)
        new.near = no
        self.tally.spawned += len(new)
        self.shoal = standing.joined(new).sorted()

    def _event(self, event: Any, fish: int, **more: Any) -> None:
        self.events.append(Event(self.tick, event, fish, more))

    def _measure(self) -> None:
        """Close the tick: put its events in order and measure whether a body stands in rock."""
        self.events.sort(key=lambda event: event.key)
        position = np.vstack((self.submarine.position[None], self.shoal.position))
        radius = np.concatenate(([self.submarine.parameters.radius], self.shoal.radius))
        deepest = float(penetration(self.maze.grid, position, radius).max())
        self.deepest_penetration = max(self.deepest_penetration, deepest)
