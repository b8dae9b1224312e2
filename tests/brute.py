"""Brute-force checks over a trace, written apart from the game.

The rock is read from the maze file with tomllib alone and every distance to it is worked out from
the boxes of the cells, every clear line from the planes that it crosses. numpy only makes it fast.

From a shell, `python -m tests.brute mazes/coral-gate.toml dive.jsonl` checks traces (made with
`--every 1`) and prints what they hold.
"""

from __future__ import annotations

import itertools
import json
import math
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Entry = dict[str, Any]
Vector = tuple[float, float, float]

RATE = 60
SURE = 1.5
PATHS = {
    ("spawn", "type", "reaction", "pursue", "follow"),
    ("spawn", "type", "reaction", "evade", "follow"),
    ("follow", "pursue_zone", "collide"),
    ("follow", "evade_zone", "side_dodge"),
    ("follow", "lifetime", "removed"),
    ("collide", "contact", "penalty", "removed"),
    ("collide", "contact", "lifetime", "follow"),
    ("collide", "contact", "lifetime", "removed"),
    ("side_dodge", "capture", "bonus", "removed"),
    ("side_dodge", "capture", "lifetime", "follow"),
    ("side_dodge", "capture", "lifetime", "removed"),
}
STATES = set(itertools.chain.from_iterable(PATHS))
ORDER = {"spawned": 0, "state": 1, "struck": 2, "caught": 3, "expired": 4}
CAUSE = {"guard", "value", "distance", "limit", "aware", "clear", "touched", "age"}
FAREWELL = {"penalty": "struck", "bonus": "caught", "lifetime": "expired"}


class Broken(AssertionError):
    """A trace that cannot be true."""


def demand(condition: bool, message: str) -> None:
    if not condition:
        raise Broken(message)


# -- rock ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rock:
    """The cells of a maze with one layer of rock laid around: what is outside is rock."""

    cells: Bools
    size: float  # metres, the edge of a cell

    def at(self, cells: NDArray[np.int64]) -> Bools:
        """Say whether cells (N, 3), counted from the maze's own corner, are rock."""
        places = np.clip(cells + 1, 0, np.array(self.cells.shape) - 1)
        found: Bools = self.cells[places[:, 0], places[:, 1], places[:, 2]]
        return found


def read_rock(maze: Path) -> Rock:
    """Read the floors of a maze file: rows from the north, floors from the sea bed up."""
    table = tomllib.loads(maze.read_text(encoding="utf-8-sig"))
    floors = [[row for row in floor.splitlines() if row] for floor in table["floors"]]
    rows, columns = len(floors[0]), len(floors[0][0])
    cells = np.ones((columns + 2, rows + 2, len(floors) + 2), dtype=np.bool_)
    for k, floor in enumerate(floors):
        for north, row in enumerate(floor):
            for i, letter in enumerate(row):
                cells[i + 1, rows - north, k + 1] = letter == "#"
    return Rock(cells, float(table["cell_size"]))


def nearest_rock(rock: Rock, points: Floats) -> Floats:
    """Return the distance in metres from points (N, 3) to the nearest box of rock.

    Exact up to the size of a cell, beyond which no box that was not looked at can be nearer.
    """
    cells = np.floor(points / rock.size).astype(np.int64)
    nearest = np.full(len(points), rock.size)
    for offset in itertools.product((-1, 0, 1), repeat=3):
        other = cells + np.array(offset)
        low = other * rock.size
        away = np.maximum(np.maximum(low - points, points - (other + 1) * rock.size), 0.0)
        distance = np.sqrt((away * away).sum(axis=1))
        nearest = np.where(rock.at(other), np.minimum(nearest, distance), nearest)
    return nearest


def clear_lines(rock: Rock, starts: Floats, ends: Floats) -> tuple[Bools, Bools]:
    """Say for lines (N, 3) to (N, 3) whether no rock is between, and whether that is beyond doubt.

    A line enters a cell only through a plane of the grid: every plane of the maze is crossed with
    every line, and the cells on both sides of the crossing are looked up. In doubt is a line that
    passes an edge of the grid at less than a millionth of a cell.
    """
    clear = ~rock.at(np.floor(starts / rock.size).astype(np.int64))
    sure = np.ones(len(starts), dtype=np.bool_)
    for axis in range(3):
        run = ends[:, axis] - starts[:, axis]
        low = np.minimum(starts[:, axis], ends[:, axis]) / rock.size
        high = np.maximum(starts[:, axis], ends[:, axis]) / rock.size
        for plane in range(rock.cells.shape[axis] - 1):
            (which,) = np.nonzero((low < plane) & (plane < high))
            share = (plane * rock.size - starts[which, axis]) / run[which]
            points = starts[which] + share[:, None] * (ends[which] - starts[which])
            places = points / rock.size
            cells = np.floor(places).astype(np.int64)
            for step in (plane - 1, plane):
                cells[:, axis] = step
                clear[which] &= ~rock.at(cells)
            others = np.delete(places, axis, axis=1)
            sure[which] &= (np.abs(others - np.round(others)) > 1e-6).all(axis=1)
    return clear, sure


# -- the trace -------------------------------------------------------------------------------------


def load(path: Path) -> list[Entry]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def records(trace: list[Entry]) -> list[Entry]:
    return [entry for entry in trace if entry["kind"] == "tick"]


def events(trace: list[Entry], name: str | None = None) -> list[Entry]:
    found = [entry for entry in trace if entry["kind"] == "event"]
    return [entry for entry in found if name in (None, entry["event"])]


def species_of(trace: list[Entry]) -> dict[int, Entry]:
    """Return each fish's parameters, its own top speed and its tick of birth among them."""
    table = trace[0]["species"]
    return {
        event["fish"]: table[event["species"]] | {"own_speed": event["max_speed"], "event": event}
        for event in events(trace, "spawned")
    }


def check_rock(trace: list[Entry], rock: Rock) -> float:
    """Demand that no body is in rock at any tick.

    Returns:
        The smallest gap in metres between the hull of a body and the nearest rock.
    """
    species = species_of(trace)
    hull = trace[0]["submarine"]["radius"]
    points, radii = [], []
    for record in records(trace):
        points.append(record["submarine"]["position"])
        radii.append(hull)
        for fish in record["fish"]:
            points.append(fish["position"])
            radii.append(species[fish["id"]]["radius"])
    gaps = nearest_rock(rock, np.array(points)) - np.array(radii)
    demand(bool(np.isfinite(gaps).all()), "a position is not a number")
    demand(bool((gaps >= 0.0).all()), f"a body is {-gaps.min()} m deep in rock")
    return float(gaps.min())


def check_form(trace: list[Entry]) -> None:
    """Demand the order of the records and of the events in them."""
    demand(trace[0]["kind"] == "header", "the header is not first")
    demand(trace[0]["format"] == "shoal-trace" and trace[0]["version"] == 1, "another format")
    demand(trace[0]["dt"] == 1 / RATE, "the tick is not 1/60 s")
    demand(trace[-1]["kind"] == "end" and trace[-2]["kind"] == "tick", "it ends otherwise")
    demand(trace[-1]["outcome"] in ("won", "air", "hull", "running"), "unknown outcome")
    tick, last = 0, (-1, -1)
    for entry in trace[1:-1]:
        demand(entry["tick"] == tick, f"tick {entry['tick']} stands where {tick} should")
        demand(entry["time"] == tick / RATE, f"tick {tick} has the time {entry['time']}")
        if entry["kind"] == "tick":
            ids = [fish["id"] for fish in entry["fish"]]
            demand(len(set(ids)) == len(ids), f"tick {tick}: a fish stands twice")
            tick, last = tick + 1, (-1, -1)
            continue
        demand(entry["kind"] == "event", f"unknown kind {entry['kind']}")
        place = entry["fish"], ORDER[entry["event"]]
        demand(place > last, f"tick {tick}: event {place} after {last}")
        last = place


@dataclass
class Counts:
    """What became of the fish of a dive."""

    spawned: int = 0
    caught: int = 0
    struck: int = 0
    expired: int = 0
    alive: int = 0
    paths: Counter[tuple[str, ...]] = field(default_factory=Counter)


def check_lives(trace: list[Entry]) -> Counts:
    """Demand that every fish is born once, lives in the records, and goes once by a known path."""
    counts = Counts()
    living: dict[int, str] = {}
    numbers: Counter[int] = Counter()
    pending: list[Entry] = []
    for entry in trace[1:-1]:
        if entry["kind"] == "event":
            pending.append(entry)
            continue
        for event in pending:
            _live(event, living, numbers, counts)
        pending = []
        states = {fish["id"]: fish["state"] for fish in entry["fish"]}
        demand(states == living, f"tick {entry['tick']}: {states} recorded, {living} alive")
        for fish in entry["fish"]:
            size = math.sqrt(sum(part * part for part in fish["direction"]))
            demand(abs(size - 1.0) < 1e-9, f"tick {entry['tick']}: a direction of length {size}")
    counts.alive = len(living)
    gone = counts.caught + counts.struck + counts.expired
    demand(counts.spawned == gone + counts.alive, f"the sums do not meet: {counts}")
    return counts


def _live(event: Entry, living: dict[int, str], numbers: Counter[int], counts: Counts) -> None:
    fish, where = event["fish"], f"tick {event['tick']}, fish {event['fish']}"
    if event["event"] == "spawned":
        source, number = divmod(fish, 2**20)
        demand(event["source"] == source, f"{where}: source {event['source']}")
        demand(number == numbers[source], f"{where}: the {numbers[source]}th of its source")
        numbers[source] += 1
        counts.spawned += 1
        living[fish] = "spawn"
    elif event["event"] == "state":
        path = tuple(event["path"])
        demand(path in PATHS, f"{where}: path {path}")
        demand(living.get(fish) == path[0], f"{where}: {path} from {living.get(fish)}")
        demand(set(event["cause"]) == CAUSE, f"{where}: a cause with {sorted(event['cause'])}")
        living[fish] = path[-1]
        counts.paths[path] += 1
        if path[-1] == "removed":
            living[fish] = FAREWELL[path[-2]]
    else:
        demand(living.pop(fish, None) == event["event"], f"{where}: {event['event']}")
        setattr(counts, event["event"], getattr(counts, event["event"]) + 1)


def check_spawns(trace: list[Entry], maze: Path) -> int:
    """Demand that each spawn fires on its beat, at its letters, and never above its number.

    Returns:
        The number of births that were checked.
    """
    table = tomllib.loads(maze.read_text(encoding="utf-8-sig"))
    sources = _sources(maze.read_text(encoding="utf-8-sig"), table)
    living: dict[int, set[int]] = {number: set() for number in range(len(sources))}
    births = 0
    for event in events(trace):
        source = event["fish"] >> 20
        if event["event"] == "spawned":
            kind, one = sources[source]
            demand(event["species"] == one["species"], f"{event['fish']} is a {event['species']}")
            beat = round(one["every"] * RATE) if kind == "spawn" else 0
            on_beat = event["tick"] % beat == 0 if beat else event["tick"] == 0
            demand(on_beat, f"source {source} fires at tick {event['tick']}")
            living[source].add(event["fish"])
            births += 1
            most = one["at_most"] if kind == "spawn" else 1
            demand(len(living[source]) <= most, f"source {source} has {len(living[source])} alive")
        elif event["event"] != "state":
            living[source].discard(event["fish"])
    return births


def _sources(text: str, table: Entry) -> list[tuple[str, Entry]]:
    """Return the spawns and the placed fish in the order in which they stand in the file."""
    heads = [line.strip() for line in text.splitlines()]
    order = [head[2:-2].strip() for head in heads if head in ("[[spawn]]", "[[fish]]")]
    left = {kind: iter(table.get(kind, [])) for kind in ("spawn", "fish")}
    return [(kind, next(left[kind])) for kind in order]


# -- what a fish could see -------------------------------------------------------------------------


def _vector(values: list[float]) -> Vector:
    x, y, z = values
    return x, y, z


def clear_of(trace: list[Entry], rock: Rock) -> Callable[[Vector, Vector], bool]:
    """Return a clear-line test that has looked up every recorded fish and submarine beforehand."""
    pairs: list[tuple[Vector, Vector]] = [
        (_vector(fish["position"]), _vector(record["submarine"]["position"]))
        for record in records(trace)
        for fish in record["fish"]
    ]
    starts = np.array([pair[0] for pair in pairs]).reshape(-1, 3)
    ends = np.array([pair[1] for pair in pairs]).reshape(-1, 3)
    known: dict[tuple[Vector, Vector], bool] = dict(
        zip(pairs, clear_lines(rock, starts, ends)[0].tolist(), strict=True)
    )

    def clear(start: Vector, end: Vector) -> bool:
        if (start, end) not in known:
            lines = clear_lines(rock, np.array([start]), np.array([end]))
            known[start, end] = bool(lines[0][0])
        return known[start, end]

    return clear


# -- why ------------------------------------------------------------------------------------------


def check_causes(trace: list[Entry], rock: Rock) -> Counter[str]:
    """Demand that every cause of a change of state is true of the numbers in the records.

    A fish that is gone in the record of its tick is measured from where it was a tick before.

    Returns:
        How often each guard decided.
    """
    species, decided = species_of(trace), Counter[str]()
    before: Entry | None = None
    pending: list[Entry] = []
    for entry in trace:
        if entry["kind"] == "event" and entry["event"] == "state":
            pending.append(entry)
        elif entry["kind"] == "tick":
            for event in pending:
                one = species[event["fish"]]
                contact = one["radius"] + trace[0]["submarine"]["radius"]
                _true_of_places(event, one, contact, (before, entry), rock)
                _true_of_guard(event, one, contact)
                decided[event["cause"]["guard"]] += 1
            before, pending = entry, []
    return decided


def _of(record: Entry | None, fish: int) -> Entry | None:
    found = [one for one in record["fish"] if one["id"] == fish] if record else []
    return found[0] if found else None


def _true_of_places(
    event: Entry, one: Entry, contact: float, ticks: tuple[Entry | None, Entry], rock: Rock
) -> None:
    """Recompute distance, awareness, clear line, touch and age."""
    (before, record), cause = ticks, event["cause"]
    where = f"tick {event['tick']}, fish {event['fish']}"
    last, now = _of(before, event["fish"]), _of(record, event["fish"])
    hull = np.array(record["submarine"]["position"])
    demand(cause["age"] == (event["tick"] - one["event"]["tick"]) / RATE, f"{where}: age")
    if now is None:
        assert last is not None
        reach = 1.05 * one["own_speed"] / RATE
        guess = float(np.linalg.norm(hull - last["position"]))
        demand(abs(cause["distance"] - guess) <= reach, f"{where}: distance {cause['distance']}")
        return
    place = np.array(now["position"])
    distance = float(np.linalg.norm(hull - place))
    demand(abs(cause["distance"] - distance) < 1e-9, f"{where}: distance {cause['distance']}")
    demand(cause["aware"] == now["aware"], f"{where}: aware {cause['aware']}")
    clear, sure = clear_lines(rock, place[None], hull[None])
    demand(cause["clear"] == clear[0] or not sure[0], f"{where}: clear {cause['clear']}")
    if before is not None and last is not None:
        start = np.array(before["submarine"]["position"]) - last["position"]
        shares = np.linspace(0.0, 1.0, 101)[:, None]
        path = np.linalg.norm((1.0 - shares) * start + shares * (hull - place), axis=1)
        touched = bool(path.min() <= contact)
        grazes = abs(path.min() - contact) < 1e-4
        demand(cause["touched"] == touched or grazes, f"{where}: touched {cause['touched']}")


def _true_of_guard(event: Entry, one: Entry, contact: float) -> None:
    """Hold the value of the guard and its limit against the numbers and the path."""
    cause, path = event["cause"], event["path"]
    where = f"tick {event['tick']}, fish {event['fish']}: {path} by {cause}"
    guard, value = cause["guard"], cause["value"]
    zone = one["zone_radius"], one["zone_radius"] * one["zone_release"]
    known = cause["aware"] and cause["clear"] and cause["distance"] <= cause["limit"]
    truth = {
        "touched": (cause["touched"], (contact,)),
        "expired": (cause["age"] >= one["lifetime"], (one["lifetime"],)),
        "hunter": (one["kind"] != "edible", zone),
        "near": (known or cause["distance"] <= SURE * contact, (*zone, SURE * contact)),
    }
    expected, limits = truth[guard]
    demand(value == expected, f"{where}: the guard is {expected}")
    demand(min(abs(cause["limit"] - limit) for limit in limits) < 1e-9, f"{where}: limit")
    if path[0] == "spawn":
        demand(guard == "hunter" and value == ("pursue" in path), where)
    elif path[-1] == "removed":
        demand(guard == ("expired" if path[-2] == "lifetime" else "touched") and value, where)
    else:
        demand(guard == "near" and value == (path[-1] != "follow"), where)


# -- how they swim --------------------------------------------------------------------------------


@dataclass
class Liveness:
    """How fish swim that wander or cannot see the submarine."""

    ticks: int = 0
    slow: int = 0  # below 15 % of their own top speed
    changes: int = 0  # of the sign of their turn

    @property
    def slow_share(self) -> float:
        return self.slow / max(1, self.ticks)

    @property
    def changes_a_second(self) -> float:
        return self.changes * RATE / max(1, self.ticks)

    def __add__(self, other: Liveness) -> Liveness:
        return Liveness(
            self.ticks + other.ticks, self.slow + other.slow, self.changes + other.changes
        )


def liveness(trace: list[Entry], rock: Rock, still: float = 1e-6) -> Liveness:
    """Measure the fish that follow but are not aware of the submarine, or have rock before it.

    A turn is the vertical part of (direction before × direction after); one below `still` is none.
    """
    species, clear = species_of(trace), clear_of(trace, rock)
    found = Liveness()
    before: dict[int, Entry] = {}
    signs: dict[int, int] = {}
    for record in records(trace):
        submarine = _vector(record["submarine"]["position"])
        for fish in record["fish"]:
            last = before.get(fish["id"])
            sees = fish["aware"] and clear(_vector(fish["position"]), submarine)
            if last is None or fish["state"] != "follow" or sees:
                signs.pop(fish["id"], None)
                continue
            found.ticks += 1
            gone = math.dist(fish["position"], last["position"]) * RATE
            found.slow += gone < 0.15 * species[fish["id"]]["own_speed"]
            (ax, ay, _), (bx, by, _) = last["direction"], fish["direction"]
            turn = ax * by - ay * bx
            if abs(turn) > still:
                sign = 1 if turn > 0.0 else -1
                found.changes += signs.get(fish["id"], sign) != sign
                signs[fish["id"]] = sign
        before = {fish["id"]: fish for fish in record["fish"]}
    return found


def strikes(trace: list[Entry]) -> tuple[int, int]:
    """Return how many strikes began and how many ended in a touch."""
    paths = Counter(tuple(event["path"]) for event in events(trace, "state"))
    began = paths["follow", "pursue_zone", "collide"]
    return began, paths["collide", "contact", "penalty", "removed"]


def check_all(trace: list[Entry], maze: Path) -> Counts:
    """Demand everything that a trace alone can show."""
    rock = read_rock(maze)
    check_form(trace)
    counts = check_lives(trace)
    check_spawns(trace, maze)
    check_rock(trace, rock)
    check_causes(trace, rock)
    return counts


def main(arguments: Iterable[str]) -> int:
    maze, *traces = (Path(argument) for argument in arguments)
    rock = read_rock(maze)
    for path in traces:
        trace = load(path)
        counts, lively = check_all(trace, maze), liveness(trace, rock)
        print(
            f"{path.name}: {trace[-1]['outcome']} after {records(trace)[-1]['time']:.1f} s; "
            f"spawned {counts.spawned} = caught {counts.caught} + struck {counts.struck} "
            f"+ expired {counts.expired} + alive {counts.alive}; "
            f"nearest to rock {check_rock(trace, rock):.3g} m; "
            f"slow {lively.slow_share:.2%}, {lively.changes_a_second:.2f} turns of sign a second"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
