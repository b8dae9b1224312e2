"""All fish of a dive as arrays, in the order of their ids."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from game.fish import chance
from game.fish.chance import Hashes, Purpose
from game.fish.columns import Columns
from game.fish.lifecycle import SPAWN
from game.fish.traits import Catalogue, Traits
from game.steering.arrays import Bools, Floats, Ints
from game.steering.vectors import UP

NUMBERS_PER_SOURCE: Final = 1 << 20
"""A fish's id is its source times this plus its number within the source."""
NEVER: Final = -(1 << 40)
"""A tick long before any dive, for what has not happened yet."""


@dataclass
class Shoal(Columns):
    """Columns of the living fish, (N,) or (N, 3); world frame, metres, ticks.

    The names say what holds at the present tick. `traits` is fixed for life, the rest changes.
    """

    id: Ints
    born: Ints
    """The tick of birth."""
    stem: Hashes
    """The fish's own chance, see `chance.stem`."""
    traits: Traits
    max_speed: Floats
    """The fish's own, m/s: its species' with the spread applied."""
    state: Ints
    """Code of the lasting state."""
    position: Floats
    direction: Floats
    """Unit heading."""
    up: Floats
    """Unit, across the heading: for drawing, never enters the motion; carried when asked for."""
    aware: Bools
    sees: Bools
    """Knows the submarine's true place now."""
    known: Floats
    """Where it believes the submarine to be, while aware."""
    seen: Ints
    """The last tick at which it saw."""
    near: Bools
    """The guard of that name; it holds the zone's release until it fails."""
    dart_until: Ints
    poised_until: Ints
    """In `collide` it holds still, only turning, in steps that begin before this tick."""
    resting_until: Ints
    """After a miss it holds still in steps that begin before this tick."""
    side: Floats
    """+1 for the dodge's formula side, -1 for the other, 0 before the dodge has begun."""
    committed: Ints
    """Side to which the wall avoidance is committed: +1 left, -1 right, 0 none."""
    knots: Floats
    """(N, 2, 3): the two knots of the noise between which the fish is."""

    def __len__(self) -> int:
        """The number of fish."""
        return len(self.id)

    @property
    def source(self) -> Ints:
        """(N,) the place in the maze file that each fish came from."""
        return self.id // NUMBERS_PER_SOURCE

    @property
    def kind(self) -> Ints:
        """(N,) 0 edible, 1 dangerous, 2 poisonous."""
        return self.traits.kind

    @property
    def radius(self) -> Floats:
        """(N,) m."""
        return self.traits.radius

    def sorted(self) -> Shoal:
        """The same fish in the order of their ids."""
        return self.take(np.argsort(self.id, kind="stable"))


def born(
    catalogue: Catalogue,
    seed: int,
    tick: int,
    *,
    source: Ints,
    number: Ints,
    species: Ints,
    position: Floats,
    direction: Floats | None = None,
) -> Shoal:
    """Make new fish, still in `spawn`.

    Args:
        catalogue: the species of the dive.
        seed: the dive's seed.
        tick: the tick of birth.
        source: (N,) place of the spawn or placed fish in the maze file.
        number: (N,) running number within the source.
        species: (N,) index into the catalogue.
        position: (N, 3) free water.
        direction: (N, 3) unit heading; None draws it by chance.
    """
    n = len(source)
    traits = catalogue.traits.take(species)
    stem = chance.stem(seed, source, number)
    if direction is None:
        direction = chance.direction(chance.draw(stem, tick, Purpose.DIRECTION))
    luck = 2.0 * chance.uniform(chance.draw(stem, tick, Purpose.SPEED)) - 1.0
    ticks = np.full(n, tick, dtype=np.int64)
    knots = np.stack(
        (
            chance.direction(chance.draw(stem, ticks, Purpose.NOISE)),
            chance.direction(chance.draw(stem, ticks + traits.knot_ticks, Purpose.NOISE)),
        ),
        axis=1,
    )
    return Shoal(
        id=source * NUMBERS_PER_SOURCE + number,
        born=ticks,
        stem=stem,
        traits=traits,
        max_speed=traits.max_speed * (1.0 + traits.speed_spread * luck),
        state=np.full(n, SPAWN, dtype=np.int64),
        position=position.copy(),
        direction=direction.copy(),
        up=np.tile(UP, (n, 1)),
        aware=np.zeros(n, dtype=np.bool_),
        sees=np.zeros(n, dtype=np.bool_),
        known=position.copy(),
        seen=np.full(n, NEVER, dtype=np.int64),
        near=np.zeros(n, dtype=np.bool_),
        dart_until=np.full(n, NEVER, dtype=np.int64),
        poised_until=np.full(n, NEVER, dtype=np.int64),
        resting_until=np.full(n, NEVER, dtype=np.int64),
        side=np.zeros(n, dtype=np.float64),
        committed=np.zeros(n, dtype=np.int64),
        knots=knots,
    )


def nobody(catalogue: Catalogue) -> Shoal:
    """A shoal of no fish."""
    none = np.zeros(0, dtype=np.int64)
    return born(
        catalogue,
        0,
        0,
        source=none,
        number=none,
        species=none,
        position=np.zeros((0, 3), dtype=np.float64),
    )
