"""The rules of a dive: hull, air, score, poison, and when it is won or lost.

Amounts that change with time are computed from counters, so nothing drifts.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from game.fish import chance
from game.fish.chance import Purpose
from game.fish.species import TICKS_PER_SECOND, ticks
from game.maze.maze import Goal
from game.maze.toml_file import TomlFile
from game.submarine.controls import Controls

Outcome = Literal["running", "won", "hull", "air"]


class Rules(BaseModel):
    """The numbers of the rules, from `rules.toml`."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, allow_inf_nan=False)

    hull: float = Field(gt=0, description="hull at the start")
    poison_thrust: float = Field(ge=0, le=1, description="share of thrust left while poisoned")
    poison_waver: float = Field(ge=0, le=1, description="greatest push on yaw and pitch")
    poison_waver_time: float = Field(gt=0, description="s between two pushes")
    poison_air_rate: float = Field(ge=1, description="air spent per second while poisoned")


@cache
def rules() -> Rules:
    """The rules that ship."""
    data = files("game.simulation").joinpath("rules.toml").read_bytes()
    return Rules.model_validate(TomlFile.read(data, name="rules.toml").values)


@dataclass
class Tally:
    """What has happened in a dive so far, in counters; amounts are computed from them."""

    goal: Goal
    rules: Rules
    tick: int = 0
    hull: float = 0.0
    score: int = 0
    gained_air: float = 0.0
    poisoned_ticks: int = 0
    poison_until: int = 0
    spawned: int = 0
    caught: int = 0
    struck: int = 0
    expired: int = 0
    outcome: Outcome = "running"

    def __post_init__(self) -> None:
        """Start with a whole hull."""
        self.hull = self.rules.hull

    @property
    def poisoned(self) -> bool:
        """Whether the next step is swum poisoned."""
        return self.tick < self.poison_until

    @property
    def air(self) -> float:
        """Air left, seconds at the plain rate; the tick that ends a dive may pass below zero."""
        spent = self.tick + (self.rules.poison_air_rate - 1.0) * self.poisoned_ticks
        return self.goal.air + self.gained_air - spent / TICKS_PER_SECOND

    @property
    def poison(self) -> float:
        """Seconds of poison left."""
        return max(0, self.poison_until - self.tick) / TICKS_PER_SECOND

    def pass_tick(self) -> None:
        """Count one tick."""
        self.poisoned_ticks += self.poisoned
        self.tick += 1

    def catch(self, points: int, air: float) -> None:
        """An edible fish was caught."""
        self.caught += 1
        self.score += points
        self.gained_air += air

    def bite(self, damage: float, poison_ticks: int) -> None:
        """A hunter struck; a second poison starts the first one's time anew."""
        self.struck += 1
        self.hull = max(0.0, self.hull - damage)
        if poison_ticks:
            self.poison_until = self.tick + poison_ticks

    def judge(self) -> None:
        """Settle the outcome: won comes before hull before air."""
        if self.caught >= self.goal.catch:
            self.outcome = "won"
        elif self.hull <= 0.0:
            self.outcome = "hull"
        elif self.air <= 0.0:
            self.outcome = "air"

    def impaired(self, controls: Controls, seed: int) -> tuple[Controls, float]:
        """Controls and share of thrust as poison leaves them in the next step."""
        if not self.poisoned:
            return controls, 1.0
        every = ticks(self.rules.poison_waver_time)
        stem = chance.stem(seed, chance.SUBMARINE, 0)
        yaw, pitch = (
            (2.0 * float(chance.uniform(chance.draw(stem, self.tick // every, purpose))[0]) - 1.0)
            * self.rules.poison_waver
            for purpose in (Purpose.WAVER_YAW, Purpose.WAVER_PITCH)
        )
        wavering = controls._replace(yaw=controls.yaw + yaw, pitch=controls.pitch + pitch)
        return wavering.clamped(), self.rules.poison_thrust
