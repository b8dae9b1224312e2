"""Whole dives against brute force: nobody in rock, no life out of order, no cause untrue."""

import multiprocessing
import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

from game.maze.shipped import path_of
from game.simulation.dive import load_dive
from game.submarine.pilots.autopilot import Autopilot
from game.submarine.pilots.still import still
from tests import brute, oracle
from tests.dives import read, trace_text

SEEDS = range(1, 21)
SECONDS = 180.0


class Dive(NamedTuple):
    """What one dive came to."""

    counts: brute.Counts
    lively: brute.Liveness
    guards: int
    outcome: str
    strikes: tuple[int, int]


def dive(maze: str, seed: int, pilot: str, seconds: float) -> Dive:
    """Swim a dive, then demand all that a trace can show, and settle every state again."""
    text = trace_text(
        load_dive(maze), seconds, seed=seed, pilot=Autopilot() if pilot == "autopilot" else still
    )
    trace = read(text)
    file = Path(path_of(maze))
    rock = brute.read_rock(file)
    counts = brute.check_all(trace, file)
    guards = oracle.check_states(trace, brute.clear_of(trace, rock)).guards
    lively = brute.liveness(trace, rock)
    return Dive(counts, lively, guards, trace[-1]["outcome"], brute.strikes(trace))


def dives(maze: str, seeds: range, pilot: str, seconds: float) -> list[Dive]:
    """Swim dives side by side, as many at once as there are processors."""
    context = multiprocessing.get_context("spawn")
    count = len(seeds)
    with ProcessPoolExecutor(os.cpu_count(), mp_context=context) as pool:
        return list(pool.map(dive, [maze] * count, seeds, [pilot] * count, [seconds] * count))


def test_twenty_dives_in_coral_gate() -> None:
    swum = dives("coral-gate", SEEDS, "autopilot", SECONDS)
    paths: Counter[tuple[str, ...]] = Counter()
    lively = brute.Liveness()
    for one in swum:
        paths += one.counts.paths
        lively += one.lively

    assert sum(one.counts.caught > 0 for one in swum) >= 15
    assert sum(one.counts.struck > 0 for one in swum) >= 15
    assert sum(one.counts.expired > 0 for one in swum) >= 15
    assert {state for path in paths for state in path} == brute.STATES
    assert lively.ticks > 10_000
    assert lively.slow_share < 0.01
    assert lively.changes_a_second < 2.0
