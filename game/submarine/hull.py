"""The hull's physics: a sphere with thrust, quadratic drag, yaw, pitch, heave and inertia.

One body, so plain floats; the operations are those that come out the same everywhere. Angles are
kept as pairs (cosine, sine) and turned by Cayley's form.
"""

from __future__ import annotations

import math

import numpy as np

from game.maze.grid import Grid
from game.maze.sweep import sweep
from game.steering.arrays import Floats
from game.steering.exact import constant
from game.submarine.controls import Controls
from game.submarine.parameters import SubmarineParameters

RATE = 60
"""Ticks per second."""
DEGREE = constant(math.pi / 180.0)

Pair = tuple[float, float]


class Submarine:
    """The player's submarine at one tick.

    Args:
        parameters: its numbers.
        position: (3,) m.
        heading: (3,) unit and level.

    Attributes:
        position: (3,) m.
        velocity: (3,) m/s, the last tick's real displacement times 60.
        direction: (3,) unit, where the bow points.
    """

    def __init__(self, parameters: SubmarineParameters, position: Floats, heading: Floats) -> None:
        """Lie still, level, at a place."""
        self.parameters = parameters
        self.position: Floats = np.array(position, dtype=np.float64)
        self.velocity: Floats = np.zeros(3)
        self._yaw: Pair = (float(heading[0]), float(heading[1]))
        self._pitch: Pair = (1.0, 0.0)
        self.yaw_rate = 0.0
        """rad/s, against the clock seen from above."""
        self.pitch_rate = 0.0
        """rad/s, nose up."""
        self._radii = np.array([parameters.radius])
        self._yaw_share = constant(1.0 - math.exp(-1.0 / (RATE * parameters.yaw_time)))
        self._pitch_share = constant(1.0 - math.exp(-1.0 / (RATE * parameters.pitch_time)))
        limit = math.radians(parameters.pitch_limit)
        self._steepest: Pair = (constant(math.cos(limit)), constant(math.sin(limit)))

    @property
    def direction(self) -> Floats:
        """(3,) unit, where the bow points."""
        (hx, hy), (level, rise) = self._yaw, self._pitch
        return np.array([hx * level, hy * level, rise])

    @property
    def up(self) -> Floats:
        """(3,) unit, the top of the hull."""
        (hx, hy), (level, rise) = self._yaw, self._pitch
        return np.array([-hx * rise, -hy * rise, level])

    @property
    def left(self) -> Floats:
        """(3,) unit, the port side; always level."""
        hx, hy = self._yaw
        return np.array([-hy, hx, 0.0])

    @property
    def speed(self) -> float:
        """m/s."""
        x, y, z = self.velocity.tolist()
        return math.sqrt(x * x + y * y + z * z)

    def state(self) -> tuple[Floats, ...]:
        """All that its future depends on, for a digest."""
        rates = np.array([*self._yaw, *self._pitch, self.yaw_rate, self.pitch_rate])
        return self.position, self.velocity, rates

    def step(self, controls: Controls, grid: Grid, thrust_factor: float = 1.0) -> None:
        """Go one tick on.

        Args:
            controls: clamped to [-1, 1] here.
            grid: the rock it slides along.
            thrust_factor: share of all thrust that is left, in [0, 1].
        """
        controls = controls.clamped()
        self._turn(controls)
        move = self._accelerate(controls, thrust_factor) / RATE
        place = sweep(grid, self.position[None], move[None], self._radii)[0]
        self.velocity = (place - self.position) * RATE
        self.position = place

    def _turn(self, controls: Controls) -> None:
        p = self.parameters
        wanted = controls.yaw * p.yaw_rate * DEGREE
        self.yaw_rate += self._yaw_share * (wanted - self.yaw_rate)
        self._yaw = _turned(self._yaw, self.yaw_rate / RATE)
        wanted = controls.pitch * p.pitch_rate * DEGREE
        if controls.pitch == 0.0:
            wanted = -p.levelling_rate * self._pitch[1]
        self.pitch_rate += self._pitch_share * (wanted - self.pitch_rate)
        self._pitch = _turned(self._pitch, self.pitch_rate / RATE)
        level, rise = self._steepest
        if abs(self._pitch[1]) > rise or self._pitch[0] < level:
            self._pitch = (level, rise if self._pitch[1] > 0.0 else -rise)
            self.pitch_rate = 0.0

    def _accelerate(self, controls: Controls, thrust_factor: float) -> Floats:
        """The velocity of this tick, m/s, before the walls have their say."""
        p = self.parameters
        ahead, left, up = self.direction, self.left, self.up
        push = controls.thrust * p.thrust * (1.0 + p.boost * max(0.0, controls.boost))
        along = _along(self.velocity, ahead)
        along = _driven(along, push * thrust_factor, p.thrust, p.top_speed, p.still_drag)
        lift = controls.heave * p.heave_thrust * thrust_factor
        rising = _along(self.velocity, up)
        rising = _driven(rising, lift, p.heave_thrust, p.heave_speed, p.still_drag)
        slip = _along(self.velocity, left)
        slip -= slip * (p.slip_drag + p.still_drag) / RATE
        return along * ahead + slip * left + rising * up


def _along(v: Floats, axis: Floats) -> float:
    (x, y, z), (a, b, c) = v.tolist(), axis.tolist()
    return float(x * a + y * b + z * c)


def _driven(speed: float, push: float, thrust: float, top: float, still_drag: float) -> float:
    """The next speed along one axis under a push, m/s.

    Quadratic drag is such that full thrust comes to the top speed. Drag is taken implicitly (over
    the mean of old and new speed), so that it slows and never turns a body round.
    """
    full = thrust - still_drag * top
    drag = still_drag + max(0.0, full) / (top * top) * abs(speed)
    return (speed + push / RATE) / (1.0 + drag / RATE)


def _turned(pair: Pair, angle: float) -> Pair:
    """A unit pair (cosine, sine) turned by a small angle, rad, kept at length 1."""
    t = 0.5 * angle
    c, s = (1.0 - t * t) / (1.0 + t * t), 2.0 * t / (1.0 + t * t)
    x, y = c * pair[0] - s * pair[1], s * pair[0] + c * pair[1]
    size = math.sqrt(x * x + y * y)
    return x / size, y / size
