"""How long the parts of a tick take, for 20 to 10,000 fish: a table of microseconds and ratios.

Fish stand by seed in the water of the labyrinth. Up to 1,000 share one; beyond that the labyrinth
is laid out again and again side by side, so that the water grows with the fish. One process, one
thread; the least of several runs counts, since noise only ever adds. A whole tick is timed on the
first seconds of a fresh dive, while nearly all of its fish live, and shared among those that do.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np
from rich.console import Console
from rich.table import Table

from game.fish import walk
from game.fish.perception import perceive
from game.fish.swim import Target, steer
from game.fish.walk import Guards
from game.maze.arrays import Bools
from game.maze.flow import FlowField
from game.maze.grid import Grid
from game.maze.maze import Goal, PlacedFish
from game.maze.rays import cast
from game.maze.sweep import sweep
from game.simulation.dive import Dive, load_dive
from game.simulation.simulation import Simulation
from game.steering.feelers import FEELER_SETS, feel
from game.steering.neighbours import pairs
from game.steering.vectors import left_of
from game.submarine.controls import STILL

COUNTS: Final = (20, 200, 1_000, 5_000, 10_000)
FULL: Final = 1_000
"""Fish to one labyrinth."""
MIX: Final = ("sardine", "sardine", "sardine", "barracuda", "lionfish")
WARM_UP: Final = 30
"""Ticks before anything is timed: by then most fish have found what they do."""
LONGEST: Final = 240
"""Ticks of one dive that are timed."""
SPANS: Final = 5
PARTS: Final = ("steering", "rays", "sweep", "neighbours", "perception", "life cycle", "tick")


def crowded(count: int, seed: int = 1) -> Dive:
    """A dive with so many fish placed by seed in as much labyrinth as they need."""
    dive = load_dive("labyrinth")
    grid = dive.maze.grid
    wide = Grid(_laid_out(grid.rock, max(1, count // FULL)), grid.cell_size)
    chance = np.random.default_rng(seed)
    cells = wide.water_cells()
    chosen = cells[chance.integers(len(cells), size=count)]
    room = 0.5 * grid.cell_size - 0.6
    place = wide.centre(chosen) + chance.uniform(-room, room, (count, 3))
    heading = chance.normal(size=(count, 3))
    heading /= np.sqrt((heading * heading).sum(axis=1))[:, None]
    fish = tuple(
        PlacedFish(n, MIX[n % len(MIX)], tuple(at), tuple(to))
        for n, (at, to) in enumerate(zip(place.tolist(), heading.tolist(), strict=True))
    )
    maze = replace(dive.maze, grid=wide, goal=Goal(10**6, 1e9), spawns=(), fish=fish)
    return replace(dive, maze=maze)


def _laid_out(rock: Bools, tiles: int) -> Bools:
    """The same rock several times from west to east, with one way from each to the next."""
    wide = np.tile(rock, (tiles, 1, 1))
    j, k = np.argwhere(~rock[-2] & ~rock[1])[0]
    for seam in range(len(rock), len(wide), len(rock)):
        wide[seam - 1 : seam + 1, j, k] = False
    return wide


def measure(
    seconds: float,
    advance: Callable[[float], None] = lambda share: None,
    counts: Sequence[int] = COUNTS,
) -> dict[str, Any]:
    """Time every part for every number of fish.

    Args:
        seconds: spent on each figure.
        advance: called with the share done.
        counts: the numbers of fish.

    Returns:
        `fish`: for each count the microseconds per fish and tick by part; `flow_field_ms`.
    """
    rows = {}
    for n, count in enumerate(counts):
        rows[count] = _row(count, seconds)
        advance((n + 1) / (len(counts) + 1))
    grid = load_dive("labyrinth").maze.grid
    water = grid.water_cells()
    field = 1e3 * _best(lambda: FlowField(grid, water[len(water) // 2]), seconds)
    advance(1.0)
    return {"fish": rows, "flow_field_ms": field}


def _row(count: int, seconds: float) -> dict[str, float]:
    dive = crowded(count)
    simulation = _warm(dive)
    shoal, grid, flows = simulation.shoal, simulation.maze.grid, simulation.flow
    here, tick = simulation.submarine.position, simulation.tick
    target = Target(here, np.zeros(3))
    feelers = FEELER_SETS["whiskers"]
    rays = feel(feelers, shoal.direction, left_of(shoal.direction)).reshape(-1, 3)
    origins = np.repeat(shoal.position, len(feelers.lengths), axis=0)
    reach = shoal.traits.look_ahead * shoal.max_speed
    lengths = (reach[:, None] * feelers.lengths + shoal.radius[:, None]).reshape(-1)
    moves = shoal.direction * shoal.max_speed[:, None] / 60.0
    no = np.zeros(len(shoal), dtype=np.bool_)
    guards = Guards(shoal.traits.hunter, shoal.near, no, no, no)
    work: dict[str, Callable[[], object]] = {
        "steering": lambda: steer(shoal, target, grid, flows, tick),
        "rays": lambda: cast(grid, origins, rays, lengths),
        "sweep": lambda: sweep(grid, shoal.position, moves, shoal.radius),
        "neighbours": lambda: pairs(shoal.position, 2.0),
        "perception": lambda: perceive(shoal, here, grid, tick),
        "life cycle": lambda: walk.settle(shoal.state, guards),
    }
    row = {part: 1e6 * _best(call, seconds) / len(shoal) for part, call in work.items()}
    return row | {"tick": 1e6 * min(_tick(dive, seconds / SPANS) for _ in range(SPANS))}


def _warm(dive: Dive) -> Simulation:
    """A dive that is under way."""
    simulation = Simulation(dive, seed=1)
    for _ in range(WARM_UP):
        simulation.step(STILL)
    return simulation


def _tick(dive: Dive, seconds: float) -> float:
    """The mean time of a whole tick per living fish, s, on the first ticks of a dive."""
    simulation = _warm(dive)
    fish_steps, ticks, began = 0, 0, time.process_time()
    while True:
        fish_steps += len(simulation.shoal)
        simulation.step(STILL)
        ticks += 1
        took = time.process_time() - began
        if took >= seconds or ticks == LONGEST or simulation.outcome != "running":
            return took / fish_steps


def _best(work: Callable[[], object], seconds: float) -> float:
    """The mean time of one call, s, in the best of some equal spans."""
    work()
    best = float("inf")
    for _ in range(SPANS):
        calls, began = 0, time.process_time()
        while True:
            work()
            calls += 1
            took = time.process_time() - began
            if took >= seconds / SPANS:
                break
        best = min(best, took / calls)
    return best


def table(found: dict[str, Any]) -> str:
    """The figures as text: microseconds per fish and tick, and the ratio to 1,000 fish."""
    rows = found["fish"]
    shown = Table(title="microseconds per fish and tick (one core)", caption=_caption(found))
    shown.add_column("fish", justify="right")
    for part in PARTS:
        shown.add_column(part, justify="right")
    shown.add_column("ms a tick", justify="right")
    shown.add_column(f"to {FULL:,}", justify="right")
    for count, row in rows.items():
        shown.add_row(
            f"{count:,}",
            *(f"{row[part]:.2f}" for part in PARTS),
            f"{row['tick'] * count / 1e3:.2f}",
            f"{row['tick'] / rows[FULL]['tick']:.2f}" if FULL in rows else "",
        )
    console = Console(width=110, color_system=None)
    with console.capture() as capture:
        console.print(shown)
    return capture.get().rstrip()


def _caption(found: dict[str, Any]) -> str:
    return f"steering holds rays and neighbours; a new flow field: {found['flow_field_ms']:.2f} ms"
