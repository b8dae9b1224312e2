"""A second opinion on every fish: the fish model in plain scalar Python.

Nothing here comes from the game. The oracle reads a trace made with one record a tick (a list of
JSON objects), takes every number from its header, gives each fish the state of its first record,
and from there swims it by itself, in words as close to the rules as code can be. Whatever the
trace says otherwise, by more than 1e-9 or by a single state, is a `Disagreement`.

Two strengths:

- `check` carries its own positions and directions from the first record to the last. It knows no
  walls and no flock: it refuses a fish near the border of the maze or near another fish, and it
  knows no chance, so it refuses a species with noise.
- `check_states` takes the recorded positions and directions as given and settles only what a fish
  knows and what state it is in. It works with noise, and with walls when told what a clear line is.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Vector = tuple[float, float, float]
ClearLine = Callable[[Vector, Vector], bool]

RATE = 60
ZERO: Vector = (0.0, 0.0, 0.0)
UP: Vector = (0.0, 0.0, 1.0)
EAST: Vector = (1.0, 0.0, 0.0)
SURE = 1.5  # within so many contact distances a fish knows the submarine whatever else
ROUND_AN_EDGE = 1.05  # pushed out of an edge it slides on, a body may go a little further
TOLERANCE = 1e-9


class Disagreement(AssertionError):
    """The trace says something else than the rules."""


# -- vectors ---------------------------------------------------------------------------------------


def vector(values: Iterable[float]) -> Vector:
    x, y, z = (float(value) for value in values)
    return x, y, z


def add(a: Vector, b: Vector) -> Vector:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def minus(a: Vector, b: Vector) -> Vector:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def times(s: float, a: Vector) -> Vector:
    return s * a[0], s * a[1], s * a[2]


def dot(a: Vector, b: Vector) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vector, b: Vector) -> Vector:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def length(a: Vector) -> float:
    return math.sqrt(dot(a, a))


def unit(a: Vector) -> Vector:
    size = length(a)
    return times(1.0 / size, a) if size > 0.0 else ZERO


def ticks(seconds: float) -> int:
    """A time is a whole number of ticks."""
    return round(seconds * RATE)


# -- the fish model --------------------------------------------------------------------------------


def towards(place: Vector, position: Vector, heading: Vector) -> Vector:
    """Return e_t: the way to the submarine, or the heading when the fish is on the very spot."""
    away = minus(place, position)
    return heading if length(away) < 1e-9 else unit(away)


def left(heading: Vector) -> Vector:
    """Return the fish's own left made horizontal, or east for a fish that swims straight up."""
    across = cross(UP, heading)
    return unit(across) if length(across) >= 1e-6 else EAST


def side(e_t: Vector, heading: Vector) -> Vector:
    across = cross(UP, e_t)
    return unit(across) if length(across) >= 1e-6 else left(heading)


def dodge(e_t: Vector, heading: Vector, side_gain: float, retreat_gain: float) -> Vector:
    return unit(minus(times(side_gain, side(e_t, heading)), times(retreat_gain, e_t)))


def lead(place: Vector, velocity: Vector, position: Vector, speed: float, limit: float) -> Vector:
    """Return the place to aim at: where the submarine will be, at most `limit` seconds ahead."""
    distance = length(minus(place, position))
    return add(place, times(min(limit, distance / speed), velocity))


def turn(heading: Vector, wish: Vector, smoothing: float) -> Vector:
    """Return the next heading, with the rule for a wish that is nearly opposite."""
    if wish == ZERO:
        return heading
    opposite = dot(heading, wish) < 0.0 and length(cross(heading, wish)) < 1e-3
    if opposite and smoothing < 1.0:
        wish = left(heading)
    return unit(add(times(1.0 - smoothing, heading), times(smoothing, wish)))


def moved(position: Vector, heading: Vector, speed: float) -> Vector:
    return add(position, times(speed / RATE, heading))


def closest(a: Vector, b: Vector, c: Vector, d: Vector) -> float:
    """Return how near two points come within a tick, one going from a to b, the other c to d."""
    start = minus(a, c)
    motion = minus(minus(b, d), start)
    square = dot(motion, motion)
    when = 0.0 if square == 0.0 else min(1.0, max(0.0, -dot(start, motion) / square))
    return length(add(start, times(when, motion)))


def derived_strike_smoothing(species: dict[str, Any], submarine_radius: float) -> float:
    """Return the smoothing of a strike that can still hit a target that lies still."""
    fastest = species["max_speed"] * (1.0 + species["speed_spread"])
    contact = species["radius"] + submarine_radius
    rate = 1.0 - math.exp(-fastest / (RATE * contact))
    return max(float(species["turn_smoothing"]), rate)


# -- the trace -------------------------------------------------------------------------------------


class Frame(NamedTuple):
    """One tick's record and the events written before it."""

    tick: int
    submarine: dict[str, Any]
    fish: dict[int, dict[str, Any]]
    events: list[dict[str, Any]]


def parse(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def frames(trace: Iterable[dict[str, Any]]) -> Iterator[Frame]:
    """Yield the records in order, each with its events; every tick must be there."""
    events: list[dict[str, Any]] = []
    expected = 0
    for entry in trace:
        if entry["kind"] == "event":
            events.append(entry)
        elif entry["kind"] == "tick":
            if entry["tick"] != expected:
                raise Disagreement(f"record {expected} is missing: found {entry['tick']}")
            fish = {one["id"]: one for one in entry["fish"]}
            yield Frame(expected, entry["submarine"], fish, events)
            events, expected = [], expected + 1


# -- one fish --------------------------------------------------------------------------------------


@dataclass
class Fish:
    """What the oracle knows of one fish: only this is carried from tick to tick."""

    id: int
    species: dict[str, Any]
    speed: float
    born: int
    contact: float
    position: Vector
    heading: Vector
    state: str = "follow"
    near: bool = False  # the latch: a fish in the zone is released further out than it was caught
    aware: bool = False
    seen: int | None = None  # the tick of the last sight
    place: Vector = ZERO  # where the submarine is, or was when last seen
    watching: bool = False  # it knows the true place now
    left_zone: int | None = None  # the tick at which a dodger got out of the zone
    struck_at: int | None = None  # the tick at which it began to strike
    missed_at: int | None = None  # the tick at which a strike ended without a touch

    @property
    def kind(self) -> str:
        return str(self.species["kind"])

    def darting(self, tick: int) -> bool:
        return self.left_zone is not None and tick - self.left_zone < ticks(
            self.species["dart_time"]
        )

    def holding(self, tick: int) -> bool:
        """Whether it stands still: winding up for a strike, or resting after a miss."""
        windup, pause = ticks(self.species["strike_windup"]), ticks(self.species["strike_pause"])
        striking = self.state == "collide" and self.struck_at is not None
        winding_up = striking and tick - (self.struck_at or 0) < windup
        return winding_up or (self.missed_at is not None and tick - self.missed_at < pause)

    def smoothing(self) -> float:
        key = "strike_smoothing" if self.state == "collide" else "turn_smoothing"
        return float(self.species[key])

    def wish(self, tick: int, velocity: Vector) -> Vector:
        """Return the desired direction at this tick, by the rule of the state."""
        e_t = towards(self.place, self.position, self.heading)
        if self.state == "collide":
            limit = float(self.species["prediction"])
            if limit <= 0.0:
                return e_t
            speed = velocity if self.watching else ZERO
            aim = lead(self.place, speed, self.position, self.speed, limit)
            return towards(aim, self.position, self.heading)
        if self.state == "side_dodge":
            if not self.near and self.darting(tick):
                return self.heading
            gains = self.species["side_gain"], self.species["retreat_gain"]
            return dodge(e_t, self.heading, *gains)
        return e_t if self.aware else self.heading

    def swim(self, tick: int, velocity: Vector) -> None:
        """Go from this tick to the next in open water."""
        held = self.holding(tick)
        self.heading = turn(self.heading, self.wish(tick, velocity), self.smoothing())
        if not held:
            self.position = moved(self.position, self.heading, self.speed)

    def perceive(self, tick: int, submarine: Vector, clear: bool) -> None:
        """Learn where the submarine is, from where both are now."""
        away = minus(submarine, self.position)
        distance = length(away)
        kind = self.species["perception"]
        self.watching = distance <= SURE * self.contact or kind in ("always", "scent")
        if kind == "sight" and clear and distance <= self.species["sight_range"]:
            view = self.species["field_of_view"]
            ahead = dot(self.heading, towards(submarine, self.position, self.heading))
            if view >= 360.0 or ahead >= math.cos(math.radians(view / 2.0)):
                self.watching = True
        if self.watching:
            self.seen, self.place = tick, submarine
        memory = ticks(self.species["memory"])
        self.aware = self.seen is not None and (self.watching or tick - self.seen <= memory)

    def limit(self) -> float:
        radius = float(self.species["zone_radius"])
        return radius * float(self.species["zone_release"]) if self.near else radius

    def is_near(self, distance: float, clear: bool) -> bool:
        known = self.aware and clear and distance <= self.limit()
        return known or distance <= SURE * self.contact

    def settle(self, tick: int, near: bool, touched: bool) -> list[str]:
        """Return the path of the life cycle at this tick, empty when the fish stays as it is."""
        expired = (tick - self.born) / RATE >= self.species["lifetime"]
        was, self.near = self.near, near
        if self.state == "follow":
            return self._settle_follow(tick, near, expired)
        if self.state == "collide":
            return self._settle_collide(tick, near, touched, expired)
        return self._settle_dodge(tick, near, was, touched, expired)

    def _settle_follow(self, tick: int, near: bool, expired: bool) -> list[str]:
        if expired:
            return ["follow", "lifetime", "removed"]
        if not near:
            return []
        if self.kind == "edible":
            self.left_zone = None
            return ["follow", "evade_zone", "side_dodge"]
        self.struck_at = tick
        return ["follow", "pursue_zone", "collide"]

    def _settle_collide(self, tick: int, near: bool, touched: bool, expired: bool) -> list[str]:
        if touched:
            return ["collide", "contact", "penalty", "removed"]
        if expired:
            return ["collide", "contact", "lifetime", "removed"]
        if near:
            return []
        self.missed_at = tick
        return ["collide", "contact", "lifetime", "follow"]

    def _settle_dodge(
        self, tick: int, near: bool, was: bool, touched: bool, expired: bool
    ) -> list[str]:
        if touched:
            return ["side_dodge", "capture", "bonus", "removed"]
        if expired:
            return ["side_dodge", "capture", "lifetime", "removed"]
        if near:
            self.left_zone = None
            return []
        if was:
            self.left_zone = tick
        if self.darting(tick):
            return []
        return ["side_dodge", "capture", "lifetime", "follow"]


# -- the whole trace -------------------------------------------------------------------------------

BIRTHS = {
    "edible": ["spawn", "type", "reaction", "evade", "follow"],
    "dangerous": ["spawn", "type", "reaction", "pursue", "follow"],
    "poisonous": ["spawn", "type", "reaction", "pursue", "follow"],
}
FAREWELL = {"penalty": "struck", "bonus": "caught", "lifetime": "expired"}


@dataclass
class Findings:
    """What was compared, so that a test can see that it was not nothing."""

    steps: int = 0
    position_error: float = 0.0
    direction_error: float = 0.0
    guards: int = 0
    paths: list[tuple[str, ...]] = field(default_factory=list)
    lasting: dict[str, int] = field(default_factory=dict)  # ticks spent in each state


@dataclass
class Oracle:
    """Walks through a trace, with its own fish beside the recorded ones."""

    header: dict[str, Any]
    carried: bool
    clear: ClearLine
    size: Vector | None
    school: dict[int, Fish] = field(default_factory=dict)
    findings: Findings = field(default_factory=Findings)
    before: Frame | None = None
    velocity: Vector = ZERO

    def read(self, frame: Frame) -> None:
        told: dict[int, list[str]] = {}
        farewells: dict[int, str] = {}
        causes: dict[int, dict[str, Any]] = {}
        births: list[dict[str, Any]] = []
        for event in frame.events:
            if event["event"] == "spawned":
                births.append(event)
            elif event["event"] == "state":
                told[event["fish"]] = event["path"]
                causes[event["fish"]] = event["cause"]
            elif event["event"] in FAREWELL.values():
                farewells[event["fish"]] = event["event"]
        if self.before is not None:
            for fish in list(self.school.values()):
                path, farewell = told.pop(fish.id, []), farewells.pop(fish.id, None)
                self._step(fish, frame, path, farewell, causes.get(fish.id))
        for event in births:
            self._born(event, frame, told.pop(event["fish"], []))
        if told or farewells:
            raise Disagreement(f"tick {frame.tick}: events of fish not alive: {told} {farewells}")
        if set(self.school) != set(frame.fish):
            raise Disagreement(
                f"tick {frame.tick}: alive {sorted(self.school)}, recorded {sorted(frame.fish)}"
            )
        self._note_submarine(frame)

    def _note_submarine(self, frame: Frame) -> None:
        here = vector(frame.submarine["position"])
        if self.before is not None:
            there = vector(self.before.submarine["position"])
            self.velocity = times(RATE, minus(here, there))
        self.before = frame

    def _born(self, event: dict[str, Any], frame: Frame, path: list[str]) -> None:
        record = frame.fish[event["fish"]]
        species = self.header["species"][event["species"]]
        fish = Fish(
            id=event["fish"],
            species=species,
            speed=float(event["max_speed"]),
            born=frame.tick,
            contact=species["radius"] + self.header["submarine"]["radius"],
            position=vector(record["position"]),
            heading=vector(record["direction"]),
        )
        where = f"fish {fish.id}, tick {frame.tick}"
        if record["state"] != "follow":
            raise Disagreement(f"{where}: a newborn's first record is {record['state']}")
        if path != BIRTHS[fish.kind]:
            raise Disagreement(f"{where}: born by {path}")
        spread = species["speed_spread"] * species["max_speed"] + TOLERANCE
        if abs(fish.speed - species["max_speed"]) > spread:
            raise Disagreement(f"{where}: its speed {fish.speed} is outside the spread")
        submarine = vector(frame.submarine["position"])
        fish.perceive(frame.tick, submarine, self.clear(fish.position, submarine))
        self._same_knowledge(fish, record, where)
        self.findings.paths.append(tuple(path))
        self.school[fish.id] = fish

    def _step(
        self,
        fish: Fish,
        frame: Frame,
        told: list[str],
        farewell: str | None,
        cause: dict[str, Any] | None,
    ) -> None:
        assert self.before is not None
        where = f"fish {fish.id}, tick {frame.tick}, {fish.state}"
        start, submarine = fish.position, vector(frame.submarine["position"])
        record = frame.fish.get(fish.id)
        self._swim(fish, record, where)
        nearest = closest(
            vector(self.before.submarine["position"]), submarine, start, fish.position
        )
        touched = nearest <= fish.contact
        if not self.carried and record is None:
            assert cause is not None
            touched = bool(cause["touched"])
            if touched and nearest > fish.contact + fish.speed / RATE:
                raise Disagreement(f"{where}: touched from {nearest} m away")
        clear = self.clear(fish.position, submarine)
        fish.perceive(frame.tick, submarine, clear)
        distance = length(minus(submarine, fish.position))
        near, latched = fish.is_near(distance, clear), fish.near
        if cause is not None and (self.carried or record is not None):
            truth = distance, near, clear, touched
            self._same_cause(fish, cause, frame.tick, truth, where)
        path = fish.settle(frame.tick, near, touched)
        self.findings.guards += 1
        if path != told:
            raise Disagreement(
                f"{where}: expected {path}, told {told}; distance {distance}, near {near} "
                f"(latched {latched}), touched {touched}, aware {fish.aware}, clear {clear}"
            )
        self._after(fish, record, path, farewell, where)

    def _swim(self, fish: Fish, record: dict[str, Any] | None, where: str) -> None:
        assert self.before is not None
        start = fish.position
        if self.carried:
            self._alone(fish, where)
            fish.swim(self.before.tick, self.velocity)
        elif record is not None:
            fish.position, fish.heading = vector(record["position"]), vector(record["direction"])
            gone = length(minus(fish.position, start))
            if gone > ROUND_AN_EDGE * fish.speed / RATE + TOLERANCE:
                raise Disagreement(f"{where}: faster than its own speed")
        if record is None:
            return
        self.findings.steps += 1
        position_error = _gap(fish.position, vector(record["position"]))
        direction_error = _gap(fish.heading, vector(record["direction"]))
        self.findings.position_error = max(self.findings.position_error, position_error)
        self.findings.direction_error = max(self.findings.direction_error, direction_error)
        if not position_error <= TOLERANCE:
            raise Disagreement(f"{where}: position {record['position']}, not {fish.position}")
        if not direction_error <= TOLERANCE:
            raise Disagreement(f"{where}: direction {record['direction']}, not {fish.heading}")

    def _after(
        self,
        fish: Fish,
        record: dict[str, Any] | None,
        path: list[str],
        farewell: str | None,
        where: str,
    ) -> None:
        """Compare what came out of the life cycle and take a fish that is gone out of the sea."""
        if path:
            self.findings.paths.append(tuple(path))
            fish.state = path[-1]
        gone = fish.state == "removed"
        if farewell != (FAREWELL[path[-2]] if gone else None):
            raise Disagreement(f"{where}: path {path}, but told {farewell}")
        if gone != (record is None):
            raise Disagreement(f"{where}: {'still' if gone else 'not'} in the record")
        if record is None:
            del self.school[fish.id]
            return
        if record["state"] != fish.state:
            raise Disagreement(f"{where}: state {record['state']}, not {fish.state}")
        self.findings.lasting[fish.state] = self.findings.lasting.get(fish.state, 0) + 1
        self._same_knowledge(fish, record, where)

    def _same_knowledge(self, fish: Fish, record: dict[str, Any], where: str) -> None:
        if record["aware"] != fish.aware:
            raise Disagreement(f"{where}: aware {record['aware']}, not {fish.aware}")

    def _same_cause(
        self,
        fish: Fish,
        cause: dict[str, Any],
        tick: int,
        truth: tuple[float, bool, bool, bool],
        where: str,
    ) -> None:
        distance, _, clear, touched = truth
        expected = {"aware": fish.aware, "clear": clear, "touched": touched}
        for name, value in expected.items():
            if cause[name] is not value:
                raise Disagreement(f"{where}: the cause's {name} is {cause[name]}, not {value}")
        if abs(cause["distance"] - distance) > TOLERANCE:
            raise Disagreement(f"{where}: the cause's distance is {cause['distance']}")
        if cause["age"] != (tick - fish.born) / RATE:
            raise Disagreement(f"{where}: the cause's age is {cause['age']}")

    def _alone(self, fish: Fish, where: str) -> None:
        """Refuse what the oracle does not know: noise, walls and neighbours."""
        species = fish.species
        if species["follow_noise"] != 0.0:
            raise ValueError(f"{where}: the oracle knows no chance; set follow_noise to 0")
        margin = species["look_ahead"] * fish.speed + 2.0 * species["radius"] + SURE * fish.contact
        if self.size is not None:
            for here, end in zip(fish.position, self.size, strict=True):
                if not margin <= here <= end - margin:
                    raise ValueError(f"{where}: too near the border, at {fish.position}")
        if any(species[gain] != 0.0 for gain in ("separation", "alignment", "cohesion")):
            for other in self.school.values():
                gap = length(minus(fish.position, other.position))
                if other is not fish and gap <= species["neighbour_radius"] + 1.0:
                    raise ValueError(f"{where}: the oracle knows no flock; set its gains to 0")


def _gap(a: Vector, b: Vector) -> float:
    return max(abs(x - y) for x, y in zip(a, b, strict=True))


def _everywhere(_from: Vector, _to: Vector) -> bool:
    return True


def _walk(trace: list[dict[str, Any]], carried: bool, clear: ClearLine, size: Any) -> Findings:
    oracle = Oracle(trace[0], carried, clear, size)
    for frame in frames(trace):
        oracle.read(frame)
    return oracle.findings


def check(trace: list[dict[str, Any]], size: Vector) -> Findings:
    """Swim every fish of a trace again, in open water of the given size in metres.

    Raises:
        Disagreement: the trace differs.
        ValueError: the trace has what the oracle does not know: walls near, noise, neighbours.
    """
    return _walk(trace, True, _everywhere, size)


def check_states(trace: list[dict[str, Any]], clear: ClearLine | None = None) -> Findings:
    """Settle awareness and states again on the recorded positions and directions.

    Args:
        trace: a trace with every tick.
        clear: whether no rock lies between two points; without it the water is open.

    Raises:
        Disagreement: the trace differs.
    """
    return _walk(trace, False, clear or _everywhere, None)


def check_turns(trace: list[dict[str, Any]]) -> int:
    """Check every single turn and move in open water, noise or not, from record to record.

    A direction of a state without noise must be the rule's, to 1e-9. For a fish that follows with
    noise, the desired direction is worked back from the turn that was made, and must lie within
    the cone that the noise can reach: its half angle about the noiseless wish is asin(k_r).

    Returns:
        The number of turns that were checked.
    """
    oracle = Oracle(trace[0], False, _everywhere, None)
    count = 0
    for frame in frames(trace):
        before = {fish.id: _turned(oracle, fish) for fish in oracle.school.values()}
        held = {fish.id: fish.holding(frame.tick - 1) for fish in oracle.school.values()}
        starts = {fish.id: fish for fish in oracle.school.values()}
        places = {fish.id: fish.position for fish in starts.values()}
        oracle.read(frame)
        for number, (heading, wish, smoothing, noise) in before.items():
            record = frame.fish.get(number)
            if record is None:
                continue
            where = f"fish {number}, tick {frame.tick}"
            new = vector(record["direction"])
            _check_turn(heading, wish, new, smoothing, noise, where)
            speed = 0.0 if held[number] else starts[number].speed
            if _gap(moved(places[number], new, speed), vector(record["position"])) > TOLERANCE:
                raise Disagreement(f"{where}: it did not move along its heading")
            count += 1
    return count


def _turned(oracle: Oracle, fish: Fish) -> tuple[Vector, Vector, float, float]:
    assert oracle.before is not None
    noise = float(fish.species["follow_noise"]) if fish.state == "follow" else 0.0
    wish = fish.wish(oracle.before.tick, oracle.velocity)
    return fish.heading, wish, fish.smoothing(), noise


def _check_turn(
    heading: Vector, wish: Vector, new: Vector, smoothing: float, noise: float, where: str
) -> None:
    if abs(length(new) - 1.0) > TOLERANCE:
        raise Disagreement(f"{where}: a direction of length {length(new)}")
    if noise == 0.0:
        if _gap(turn(heading, wish, smoothing), new) > TOLERANCE:
            raise Disagreement(f"{where}: turned to {new}")
        return
    reach = math.sqrt(max(0.0, 1.0 - noise * noise)) if noise < 1.0 else 0.0
    made = _wishes(heading, new, smoothing)
    if not made:
        raise Disagreement(f"{where}: no desired direction turns it so far")
    opposite = _gap(turn(heading, times(-1.0, heading), smoothing), new) <= TOLERANCE
    if not opposite and all(dot(one, wish) < reach - 1e-6 for one in made):
        raise Disagreement(f"{where}: its wish left the cone of the noise")


def _wishes(heading: Vector, new: Vector, smoothing: float) -> list[Vector]:
    """Return the unit wishes e for which (1 - α)·heading + α·e points along the new direction."""
    keep = 1.0 - smoothing
    along = dot(heading, new)
    room = keep * keep * (along * along - 1.0) + smoothing * smoothing
    if room < -1e-9:
        return []
    root = math.sqrt(max(0.0, room))
    sizes = [keep * along + root, keep * along - root]
    return [unit(minus(times(size, new), times(keep, heading))) for size in sizes if size > 0.0]
