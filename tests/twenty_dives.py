"""Many whole dives, each held against brute force and the oracle: the long proof, as a command.

`python -m tests.twenty_dives` swims seeds 1 to 20 in coral-gate with the autopilot for 180 s, then
some dives in the labyrinth and some with the submarine lying still, prints what came of each and
demands what must be true of all of them. It takes some minutes; the tests swim a few of them.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

from game.maze.shipped import path_of
from game.simulation.dive import load_dive
from game.submarine.pilots.autopilot import Autopilot
from game.submarine.pilots.still import still
from tests import brute, oracle
from tests.dives import read, trace_text


class Dive(NamedTuple):
    """What one dive came to, all of it proven."""

    seed: int
    counts: brute.Counts
    lively: brute.Liveness
    guards: int
    """Evaluations of the life cycle that agreed with the oracle's."""
    outcome: str
    seconds: float
    strikes: tuple[int, int]
    """Begun, and ended in a touch."""


def dive(maze: str, seed: int, pilot: str, seconds: float) -> Dive:
    """Swim a dive, demand all that a trace can show, and settle every state again."""
    steer = Autopilot() if pilot == "autopilot" else still
    trace = read(trace_text(load_dive(maze), seconds, seed=seed, pilot=steer))
    file = Path(path_of(maze))
    rock = brute.read_rock(file)
    return Dive(
        seed,
        brute.check_all(trace, file),
        brute.liveness(trace, rock),
        oracle.check_states(trace, brute.clear_of(trace, rock)).guards,
        trace[-1]["outcome"],
        brute.records(trace)[-1]["time"],
        brute.strikes(trace),
    )


def dives(maze: str, seeds: Iterable[int], pilot: str, seconds: float) -> list[Dive]:
    """Swim dives side by side, as many at once as there are processors; print each."""
    print(f"{maze}, {pilot}, {seconds:.0f} s", flush=True)
    swum = []
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(os.cpu_count(), mp_context=context) as pool:
        for job in [pool.submit(dive, maze, seed, pilot, seconds) for seed in seeds]:
            one = job.result()
            swum.append(one)
            counts, lively, (began, touched) = one.counts, one.lively, one.strikes
            print(
                f"  seed {one.seed:2}: {one.outcome} at {one.seconds:5.1f} s; spawned "
                f"{counts.spawned} = caught {counts.caught} + struck {counts.struck} + expired "
                f"{counts.expired} + alive {counts.alive}; strikes {began}, touches {touched}; "
                f"slow {lively.slow_share:.2%}, {lively.changes_a_second:.2f} turns a second; "
                f"{one.guards} guards",
                flush=True,
            )
    return swum


def lively(swum: Iterable[Dive]) -> brute.Liveness:
    """Add up how the fish of some dives swam."""
    total = brute.Liveness()
    for one in swum:
        total += one.lively
    print(f"  together: slow {total.slow_share:.2%}, {total.changes_a_second:.2f} turns a second")
    return total


def touching(swum: Iterable[Dive]) -> float:
    """Return the share of all strikes begun that ended in a touch."""
    pairs = [one.strikes for one in swum]
    began, touched = sum(pair[0] for pair in pairs), sum(pair[1] for pair in pairs)
    print(f"  together: {touched} of {began} strikes touch")
    return touched / began


def main() -> int:
    """Swim them all."""
    gate = dives("coral-gate", range(1, 21), "autopilot", 180.0)
    paths: Counter[tuple[str, ...]] = Counter()
    for one in gate:
        paths += one.counts.paths
    for path, count in paths.most_common():
        print(f"  {count:5} {' '.join(path)}")
    for name in ("caught", "struck", "expired"):
        having = sum(getattr(one.counts, name) > 0 for one in gate)
        print(f"  dives in which fish were {name}: {having} of 20")
        brute.demand(having >= 15, f"{name} in {having} dives only")
    brute.demand({state for path in paths for state in path} == brute.STATES, "a state is missing")
    labyrinth = dives("labyrinth", range(1, 5), "autopilot", 180.0)
    for swum in (gate, labyrinth):
        found = lively(swum)
        brute.demand(found.slow_share < 0.01, "fish get stuck")
        brute.demand(found.changes_a_second < 2.0, "fish twitch")
    share = touching(dives("coral-gate", range(1, 21), "still", 180.0))
    brute.demand(share > 0.5, "strikes miss")
    return 0


if __name__ == "__main__":
    sys.exit(main())
