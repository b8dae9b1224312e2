"""Species as data: what a kind of fish is, checked, with every default filled in."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from game.maze.toml_file import TomlFile
from game.steering.exact import constant
from game.steering.model import strike_smoothing

TICKS_PER_SECOND: Final = 60
KINDS: Final = ("edible", "dangerous", "poisonous")
PERCEPTIONS: Final = ("always", "sight", "scent")
FEELERS: Final = ("single", "whiskers2", "whiskers")


class Species(BaseModel):
    """The parameters of a species (metres, seconds, degrees)."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, allow_inf_nan=False)

    kind: Literal["edible", "dangerous", "poisonous"] = Field(
        description="edible fish are caught, dangerous ones bite, poisonous ones poison"
    )
    radius: float = Field(gt=0, le=100, description="m, less than half a cell")
    max_speed: float = Field(gt=0, le=100, description="m/s")
    speed_spread: float = Field(
        0.0, ge=0, le=0.5, description="each fish's speed is max_speed times 1 plus or minus this"
    )
    turn_smoothing: float = Field(
        gt=0, le=1, description="share of the way to the wanted heading, each tick"
    )
    strike_smoothing: float | None = Field(
        None, gt=0, le=1, description="turn_smoothing in collide; left out: tight enough to hit"
    )
    follow_noise: float = Field(0.3, ge=0, le=1, description="weight of chance in the heading")
    noise_time: float = Field(
        1.0, ge=0, le=3600, description="s between two knots of the noise; 0 = new each tick"
    )
    zone_radius: float = Field(ge=0, le=1e4, description="m; where it strikes or dodges")
    zone_release: float = Field(
        1.15, ge=1, le=100, description="the zone is left beyond this times zone_radius"
    )
    side_gain: float = Field(1.0, ge=0, le=1e3, description="weight of sideways in a dodge")
    retreat_gain: float = Field(0.3, ge=0, le=1e3, description="weight of away in a dodge")
    dodge_side: Literal["fixed", "clear"] = Field(
        "clear", description="fixed: always its formula's side; clear: the other if that is blocked"
    )
    dart_time: float = Field(
        1.5, ge=0, le=3600, description="s; how long a dodger keeps its heading out of the zone"
    )
    strike_windup: float = Field(0.0, ge=0, le=3600, description="s; a pose before the strike")
    strike_pause: float = Field(0.0, ge=0, le=3600, description="s; a rest after a miss")
    lifetime: float = Field(gt=0, le=1e6, description="s")
    prediction: float = Field(0.0, ge=0, le=60, description="s; how far it leads its prey")
    perception: Literal["always", "sight", "scent"] = Field(description="how it knows its prey")
    sight_range: float = Field(20.0, ge=0, le=1e4, description="m")
    field_of_view: float = Field(270.0, ge=0, le=360, description="degrees, the whole cone")
    memory: float = Field(3.0, ge=0, le=3600, description="s; how long it remembers a place")
    avoidance: Literal["feelers", "none"] = Field("feelers", description="how it keeps off walls")
    feelers: Literal["single", "whiskers2", "whiskers"] = Field(
        "whiskers", description="feeler set"
    )
    look_ahead: float = Field(0.8, ge=0, le=10, description="s; feeler length over max_speed")
    wall_gain: float = Field(1.0, ge=0, le=1e3, description="weight of walls in the heading")
    separation: float = Field(1.0, ge=0, le=1e3, description="weight of keeping apart")
    alignment: float = Field(0.0, ge=0, le=1e3, description="weight of the neighbours' heading")
    cohesion: float = Field(0.0, ge=0, le=1e3, description="weight of the neighbours' centre")
    neighbour_radius: float = Field(2.0, ge=0, le=100, description="m")
    points: int = Field(0, ge=0, le=10**6, description="score of a catch")
    damage: float = Field(0.0, ge=0, le=1e6, description="hull lost by a bite")
    poison_time: float = Field(0.0, ge=0, le=3600, description="s of poison by a bite")
    air: float = Field(0.0, ge=0, le=1e6, description="s of air gained by a catch")

    @property
    def top_speed(self) -> float:
        """The speed of its quickest fish, m/s."""
        return self.max_speed * (1.0 + self.speed_spread)

    def resolved(self, submarine_radius: float) -> Species:
        """This species with the default of `strike_smoothing` filled in."""
        if self.strike_smoothing is not None:
            return self
        contact = self.radius + submarine_radius
        return self.model_copy(
            update={
                "strike_smoothing": strike_smoothing(self.top_speed, contact, self.turn_smoothing)
            }
        )

    @property
    def half_view_cosine(self) -> float:
        """Cosine of half the field of view; below any cosine for a full circle."""
        if self.field_of_view >= 360:
            return -2.0
        return constant(math.cos(math.radians(self.field_of_view / 2)))


def ticks(seconds: float) -> int:
    """Seconds as a whole number of ticks, to the nearest."""
    return math.floor(seconds * TICKS_PER_SECOND + 0.5)


@cache
def shipped() -> Mapping[str, dict[str, Any]]:
    """The tables of the species that ship, by name, as they stand in their file."""
    data = files("game.fish").joinpath("species.toml").read_bytes()
    tables: dict[str, dict[str, Any]] = TomlFile.read(data, name="species.toml").values["species"]
    for name in tables:
        Species.model_validate(tables[name])
    return tables


def names(tables: Mapping[str, Any]) -> list[str]:
    """Every species that can be named: those that ship and those of a maze file."""
    return [*shipped(), *(name for name in tables if name not in shipped())]


def merged(name: str, table: Mapping[str, Any]) -> dict[str, Any] | None:
    """A maze file's table over what it builds on, or None when its base is unknown.

    A shipped species builds on itself; a new one on its `base`, or on nothing.
    """
    base = table.get("base", name if name in shipped() else None)
    if base is not None and base not in shipped():
        return None
    own = {key: value for key, value in table.items() if key != "base"}
    return {**(shipped()[base] if base is not None else {}), **own}
