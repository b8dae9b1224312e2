"""The autopilot: hunts edible fish with exactly the player's controls.

Each tick it decides where to go (a fish it can see, the way to one, or a place where fish come),
bends that away from hunters, slows before walls and turns it into controls. When it gets nowhere
it backs out.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from game.maze.rays import cast, clear_line
from game.maze.toml_file import TomlFile
from game.steering.arrays import Floats, Ints
from game.steering.vectors import dot, length, unit
from game.submarine.controls import Controls
from game.submarine.pilots.world import World

EDIBLE: Final = 0


class Habits(BaseModel):
    """How this pilot drives (metres, seconds), from `autopilot.toml`."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, allow_inf_nan=False)

    think_ticks: int = Field(ge=1, description="ticks between two choices of a target")
    loyalty: float = Field(gt=0, le=1, description="share by which it prefers its old target")
    lead: float = Field(ge=0, description="s; how far it aims ahead of a fish")
    chase: float = Field(ge=0, description="m; nearer than this to a fish in sight it boosts")
    fear: float = Field(gt=0, description="m; a hunter in sight and nearer bends the course")
    caution: float = Field(ge=0, description="how much it bends")
    rudder: float = Field(gt=0, description="share of full rudder per sine of the angle off course")
    braking: float = Field(gt=0, description="m/s²; how hard it counts on slowing before a wall")
    look_ahead: float = Field(gt=0, description="m; how far it looks for walls")
    stuck_speed: float = Field(ge=0, description="m/s; slower is getting nowhere")
    stuck_ticks: int = Field(ge=1, description="ticks of that until it backs out")
    back_ticks: int = Field(ge=1, description="ticks for which it backs out")
    patrol_ticks: int = Field(ge=1, description="ticks at one place when no fish is about")


@cache
def habits() -> Habits:
    """The habits that ship."""
    data = files("game.submarine.pilots").joinpath("autopilot.toml").read_bytes()
    return Habits.model_validate(TomlFile.read(data, name="autopilot.toml").values)


class Autopilot:
    """A pilot that plays to win; it keeps a target and remembers being stuck.

    Args:
        own: how it drives; the habits that ship when left out.
    """

    def __init__(self, own: Habits | None = None) -> None:
        """Start without a target."""
        self._habits = own or habits()
        self._target = -1
        self._slow = 0
        self._backing = 0
        self._side = 1.0

    def __call__(self, world: World) -> Controls:
        """The controls of this tick."""
        wish, chasing = self._wish(world)
        if self._backing > 0:
            self._backing -= 1
            return Controls(thrust=-1.0, yaw=self._side, heave=-0.3 * self._side)
        self._watch(world)
        return self._drive(world, wish, chasing)

    def _wish(self, world: World) -> tuple[Floats, bool]:
        """The direction to go (3,), and whether a fish is being chased in sight."""
        here = world.submarine.position
        row = self._choose(world)
        if row < 0:
            return self._bend(world, self._along(world, self._place(world))), False
        fish = world.shoal.position[row]
        if not bool(clear_line(world.maze.grid, here[None], fish[None])[0]):
            return self._bend(world, self._along(world, fish)), False
        distance = float(length(fish - here))
        ahead = min(self._habits.lead, distance / world.submarine.parameters.top_speed)
        aim = fish + ahead * float(world.shoal.max_speed[row]) * world.shoal.direction[row]
        return self._bend(world, unit(aim - here)), distance < self._habits.chase

    def _choose(self, world: World) -> int:
        """The row of the fish to hunt; -1 when there is none that can be reached."""
        shoal, grid = world.shoal, world.maze.grid
        rows = np.flatnonzero(shoal.kind == EDIBLE)
        kept = np.flatnonzero(shoal.id == self._target)
        if len(kept) and world.tick % self._habits.think_ticks:
            return int(kept[0])
        self._target = -1
        if not len(rows):
            return -1
        here = world.submarine.position
        field = world.flow.to(grid.cell_of(here[None])[0])
        steps = field.steps(grid.cell_of(shoal.position[rows]))
        way = steps * grid.cell_size + length(shoal.position[rows] - here)
        way = np.where(steps < 0, np.inf, way)
        if len(kept):
            way[rows == kept[0]] *= self._habits.loyalty
        best = int(np.argmin(way))
        if not np.isfinite(way[best]):
            return -1
        self._target = int(shoal.id[rows[best]])
        return int(rows[best])

    def _place(self, world: World) -> Floats:
        """Where to wait for fish (3,): the cells of the spawns, one after the other."""
        cells: list[Ints] = [spawn.cells for spawn in world.maze.spawns]
        if not cells:
            return world.maze.start
        all_cells = np.concatenate(cells)
        turn = world.tick // self._habits.patrol_ticks
        # A step that has no factor in common with most counts visits far places in turn.
        place: Floats = world.maze.grid.centre(all_cells[turn * 7 % len(all_cells)][None])[0]
        return place

    def _along(self, world: World, goal: Floats) -> Floats:
        """The direction (3,) of the shortest way to a goal, two cells on where that is in sight."""
        grid, here = world.maze.grid, world.submarine.position[None]
        field = world.flow.to(grid.cell_of(goal[None])[0])
        following = field.aim(here)
        beyond = field.aim(following)
        if bool(clear_line(grid, here, beyond)[0]) and self._wide(world, here, beyond):
            following = beyond
        direction: Floats = unit(following - here)[0]
        return direction

    def _wide(self, world: World, start: Floats, end: Floats) -> bool:
        """Whether the hull fits along a line, by rays beside it."""
        along = unit(end - start)
        radius = world.submarine.parameters.radius
        flat = np.array([[-along[0, 1], along[0, 0], 0.0]])
        offsets = np.concatenate((flat, -flat)) * radius
        lines = clear_line(world.maze.grid, start + offsets, end + offsets)
        return bool(lines.all())

    def _bend(self, world: World, wish: Floats) -> Floats:
        """The wish (3,) bent away from hunters that are near and in sight."""
        shoal, here = world.shoal, world.submarine.position
        rows = np.flatnonzero(shoal.kind != EDIBLE)
        if not len(rows):
            return wish
        gap = here - shoal.position[rows]
        distance = length(gap)
        near = np.flatnonzero((distance < self._habits.fear) & (distance > 0.0))
        for n in near.tolist():
            seen = clear_line(world.maze.grid, here[None], shoal.position[rows[n]][None])
            if bool(seen[0]):
                weight = self._habits.caution * (1.0 - distance[n] / self._habits.fear)
                wish = wish + weight * gap[n] / distance[n]
        return unit(wish)

    def _watch(self, world: World) -> None:
        """Begin to back out when it has got nowhere for a time."""
        slow = world.submarine.speed < self._habits.stuck_speed
        self._slow = self._slow + 1 if slow else 0
        if self._slow > self._habits.stuck_ticks:
            self._slow, self._backing = 0, self._habits.back_ticks
            self._side = -self._side

    def _drive(self, world: World, wish: Floats, chasing: bool) -> Controls:
        """Turn a direction into controls."""
        boat = world.submarine
        ahead, left = boat.direction, boat.left
        (wx, wy, wz), (lx, ly, _) = wish.tolist(), left.tolist()
        flat = float(np.sqrt(wx * wx + wy * wy))
        across = wx * lx + wy * ly
        along = wx * ly - wy * lx
        yaw = 0.0
        if flat > 0.15:
            off = across / flat
            yaw = self._habits.rudder * off if along > 0.0 else (1.0 if off >= 0.0 else -1.0)
        facing = float(dot(ahead, wish))
        level = flat * max(0.0, along / flat) if flat > 0.0 else 0.0
        limit = self._safe_speed(world)
        speed = float(dot(boat.velocity, ahead))
        thrust = level * facing if facing > 0.0 else 0.0
        if speed > limit:
            thrust = min(thrust, (limit - speed) / 1.5)
        pitch = 2.0 * (wz - float(ahead[2])) if flat > 0.4 else 0.0
        climb = float(boat.velocity[2])
        heave = 1.5 * wz - (0.2 * climb if flat > 0.4 else 0.0)
        boost = 1.0 if chasing and facing > 0.8 else 0.0
        return Controls(thrust, yaw, pitch, heave, boost).clamped()

    def _safe_speed(self, world: World) -> float:
        """m/s from which it can still stop before what lies ahead."""
        boat = world.submarine
        reach = self._habits.look_ahead
        ahead = cast(world.maze.grid, boat.position[None], boat.direction[None], reach).distance
        free = min(reach, float(ahead[0])) - boat.parameters.radius
        return 0.5 + float(np.sqrt(2.0 * self._habits.braking * max(0.0, free)))
