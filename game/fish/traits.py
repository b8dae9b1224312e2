"""What is fixed in a fish for life: its species' parameters, in the units of a tick."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

import numpy as np

from game.fish.columns import Columns
from game.fish.species import FEELERS, KINDS, PERCEPTIONS, Species, ticks
from game.steering.arrays import Bools, Floats, Ints

EDIBLE, DANGEROUS, POISONOUS = range(3)
ALWAYS, SIGHT, SCENT = range(3)


@dataclass
class Traits(Columns):
    """Columns (N,) of fixed parameters; metres, ticks, cosines, gains."""

    species: Ints
    kind: Ints
    hunter: Bools
    radius: Floats
    contact: Floats
    max_speed: Floats
    speed_spread: Floats
    turn: Floats
    strike_turn: Floats
    follow_noise: Floats
    knot_ticks: Ints
    zone: Floats
    release: Floats
    side_gain: Floats
    retreat_gain: Floats
    chooses_side: Bools
    dart_ticks: Ints
    windup_ticks: Ints
    pause_ticks: Ints
    lifetime: Floats
    prediction: Floats
    perception: Ints
    sight_range: Floats
    view_cosine: Floats
    memory_ticks: Ints
    feelers: Ints
    """Index into `species.FEELERS`; -1 for a fish without."""
    look_ahead: Floats
    wall_gain: Floats
    separation: Floats
    alignment: Floats
    cohesion: Floats
    neighbour_radius: Floats
    points: Ints
    damage: Floats
    poison_ticks: Ints
    air: Floats


class Catalogue(NamedTuple):
    """The species of a dive: their names, parameters and one row of traits each."""

    names: tuple[str, ...]
    species: tuple[Species, ...]
    traits: Traits

    @classmethod
    def of(cls, species: Mapping[str, Species], submarine_radius: float) -> Catalogue:
        """Lay out resolved species, in the order of their names.

        Args:
            species: by name.
            submarine_radius: m, for the contact distance.
        """
        names = tuple(sorted(species))
        resolved = tuple(species[name].resolved(submarine_radius) for name in names)
        rows = [_row(n, one, submarine_radius) for n, one in enumerate(resolved)]
        kinds = {f.name: str(f.type) for f in fields(Traits)}
        types = {"Ints": np.int64, "Floats": np.float64, "Bools": np.bool_}
        columns: dict[str, Any] = {
            name: np.array([row[name] for row in rows], dtype=types[kind])
            for name, kind in kinds.items()
        }
        return cls(names, resolved, Traits(**columns))


def _row(index: int, s: Species, submarine_radius: float) -> dict[str, float | int | bool]:
    return {
        "species": index,
        "kind": KINDS.index(s.kind),
        "hunter": s.kind != "edible",
        "radius": s.radius,
        "contact": s.radius + submarine_radius,
        "max_speed": s.max_speed,
        "speed_spread": s.speed_spread,
        "turn": s.turn_smoothing,
        "strike_turn": s.strike_smoothing or s.turn_smoothing,
        "follow_noise": s.follow_noise,
        "knot_ticks": max(1, ticks(s.noise_time)),
        "zone": s.zone_radius,
        "release": s.zone_release * s.zone_radius,
        "side_gain": s.side_gain,
        "retreat_gain": s.retreat_gain,
        "chooses_side": s.dodge_side == "clear",
        "dart_ticks": ticks(s.dart_time),
        "windup_ticks": ticks(s.strike_windup),
        "pause_ticks": ticks(s.strike_pause),
        "lifetime": s.lifetime,
        "prediction": s.prediction,
        "perception": PERCEPTIONS.index(s.perception),
        "sight_range": s.sight_range,
        "view_cosine": s.half_view_cosine,
        "memory_ticks": ticks(s.memory),
        "feelers": FEELERS.index(s.feelers) if s.avoidance == "feelers" else -1,
        "look_ahead": s.look_ahead,
        "wall_gain": s.wall_gain,
        "separation": s.separation,
        "alignment": s.alignment,
        "cohesion": s.cohesion,
        "neighbour_radius": s.neighbour_radius,
        "points": s.points,
        "damage": s.damage,
        "poison_ticks": ticks(s.poison_time),
        "air": s.air,
    }
