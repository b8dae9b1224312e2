"""The game against the oracle: every fish, every tick, to 1e-9."""

import itertools
import math
import random
from collections.abc import Sequence
from typing import Any

import pytest

from game.submarine.controls import Controls
from game.submarine.pilots.still import still
from tests import oracle
from tests.dives import CALM, SIZE, START, open_water, swim

KINDS = ["sardine", "barracuda", "lionfish"]
HUNTERS = ["barracuda", "lionfish"]


def around(random_: random.Random, nearest: float, furthest: float) -> oracle.Vector:
    """Return a place at a distance from the submarine, anywhere about it."""
    way = oracle.unit((random_.gauss(0, 1), random_.gauss(0, 1), random_.gauss(0, 0.4)))
    return oracle.add(START, oracle.times(random_.uniform(nearest, furthest), way))


def heading(random_: random.Random) -> oracle.Vector:
    return oracle.unit((random_.gauss(0, 1), random_.gauss(0, 1), random_.gauss(0, 1)))


def weaving(world: Any) -> Controls:
    """Steer the submarine in wide loops that rise and fall, with a stop now and then."""
    beat = world.tick // 90
    thrust = (1.0, 0.6, 0.0, 1.0, -0.4)[beat % 5]
    return Controls(thrust, (0.5, -0.3, 1.0, 0.2)[beat % 4], (0.2, -0.2)[beat % 2], 0.0, 0.0)


PILOTS = {"still": still, "moving": weaving}


def scene(name: str, seed: int, **values: Any) -> str:
    """One fish in open water, within 9 m of the submarine."""
    own = random.Random(seed)
    fish = [(name, around(own, 3.0, 9.0), heading(own))]
    return open_water({name: CALM | values}, fish)


def school(bases: Sequence[str], seed: int, count: int, *variants: dict[str, Any]) -> str:
    """Some fish of each base and variant, blind to each other and harmless, within 14 m."""
    own = random.Random(seed)
    species: dict[str, dict[str, Any]] = {}
    fish = []
    for base, (number, values) in itertools.product(bases, enumerate(variants)):
        name = f"{base}-{number}"
        species[name] = CALM | {"base": base, "damage": 0.0, "poison_time": 0.0} | values
        fish += [(name, around(own, 3.0, 14.0), heading(own)) for _ in range(count)]
    return open_water(species, fish)


@pytest.mark.parametrize("pilot", PILOTS)
@pytest.mark.parametrize("name", KINDS)
def test_a_fish_of_each_kind_swims_as_the_rules_say(name: str, pilot: str) -> None:
    trace = swim(scene(name, 2), 20.0, pilot=PILOTS[pilot])
    found = oracle.check(trace, SIZE)

    assert found.guards > 60
    assert found.position_error < 1e-9
    assert oracle.check_states(trace).guards == found.guards
    assert oracle.check_turns(trace) == found.steps


@pytest.mark.parametrize("pilot", PILOTS)
def test_the_zone_lets_go_where_it_says(pilot: str) -> None:
    values = {"perception": "always", "dart_time": 0.5}
    releases = [values | {"zone_release": release} for release in (1.0, 1.15, 1.5)]
    trace = swim(school(KINDS, 1, 4, *releases), 20.0, pilot=PILOTS[pilot])
    paths = oracle.check(trace, SIZE).paths

    assert paths.count(("side_dodge", "capture", "lifetime", "follow")) > 10
    assert paths.count(("follow", "pursue_zone", "collide")) > 20


def test_a_hunter_with_prediction_aims_ahead() -> None:
    ahead = [{"prediction": seconds, "zone_radius": 12.0} for seconds in (0.3, 1.0, 4.0)]
    found = oracle.check(swim(school(HUNTERS, 2, 6, *ahead), 20.0, pilot=weaving), SIZE)

    assert found.lasting["collide"] > 1500


def test_every_perception() -> None:
    short = {"sight_range": 12.0, "field_of_view": 120.0, "memory": 0.5, "prediction": 1.0}
    perceptions = [short | {"perception": name} for name in ("always", "sight", "scent")]
    trace = swim(school(KINDS, 3, 8, *perceptions), 20.0, pilot=weaving)

    assert oracle.check(trace, SIZE).guards > 10_000


def test_a_hunter_winds_up_and_rests() -> None:
    own = {"zone_radius": 4.0, "max_speed": 3.0}
    poses = [
        own | {"strike_windup": windup, "strike_pause": pause}
        for windup, pause in ((0.25, 0.0), (0.0, 1.0), (0.5, 2.0))
    ]
    trace = swim(school(HUNTERS, 4, 8, *poses), 20.0, pilot=weaving)
    missed = [path for path in oracle.check(trace, SIZE).paths if path[0] == "collide"]

    assert missed.count(("collide", "contact", "lifetime", "follow")) > 5


@pytest.mark.parametrize("given", [{}, {"strike_smoothing": 0.2}])
def test_a_strike_turns_by_its_own_smoothing(given: dict[str, float]) -> None:
    turns = [{"turn_smoothing": smoothing} | given for smoothing in (0.01, 0.05, 0.3, 1.0)]
    trace = swim(school(["barracuda"], 5, 4, *turns), 10.0, pilot=weaving)
    hull = trace[0]["submarine"]["radius"]

    for number in range(4):
        one = trace[0]["species"][f"barracuda-{number}"]
        wanted = given.get("strike_smoothing", oracle.derived_strike_smoothing(one, hull))
        assert one["strike_smoothing"] == pytest.approx(wanted, rel=1e-11)
    assert oracle.check(trace, SIZE).lasting["collide"] > 500


def place(*offset: float) -> oracle.Vector:
    return oracle.add(START, oracle.vector(offset))


AWAY = ((0.0, 12.0, 0.0), (0.0, 1.0, 0.0))
UPWARDS = ((0.0, 0.0, 12.0), (0.0, 0.0, 1.0))
BELOW = ((0.0, 0.0, -5.0), (0.0, 0.0, 1.0))
ABOVE = ((0.0, 0.0, 5.0), (1.0, 0.0, 0.0))
WITHIN = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0))


def test_the_degenerate_cases() -> None:
    cases = [AWAY, UPWARDS, BELOW, ABOVE, WITHIN]
    fish = [(name, place(*offset), way) for name in KINDS for offset, way in cases]
    species = {name: CALM | {"perception": "always", "damage": 0.0} for name in KINDS}
    found = oracle.check(swim(open_water(species, fish), 10.0), SIZE)

    assert found.guards > 1000


@pytest.mark.parametrize(("smoothing", "seconds"), [(0.02, 10.0), (0.1, 2.0)])
@pytest.mark.parametrize("way", [(0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (0.6, 0.0, -0.8)])
def test_a_fish_that_faces_exactly_away_comes_round(
    way: oracle.Vector, smoothing: float, seconds: float
) -> None:
    values = CALM | {"perception": "always", "turn_smoothing": smoothing, "max_speed": 1.0}
    text = open_water({"sardine": values}, [("sardine", place(*oracle.times(15.0, way)), way)])
    trace = swim(text, seconds)
    oracle.check(trace, SIZE)
    last = trace[-2]["fish"][0]
    e_t = oracle.towards(START, oracle.vector(last["position"]), oracle.UP)

    assert oracle.dot(e_t, oracle.vector(last["direction"])) > math.cos(math.radians(10.0))


@pytest.mark.parametrize("height", [4.0, -4.0])
@pytest.mark.parametrize("way", [(0.0, 0.0, 1.0), (0.0, 0.0, -1.0), (0.0, 1.0, 0.0)])
def test_a_fish_exactly_above_or_below_slips_aside(height: float, way: oracle.Vector) -> None:
    values = CALM | {"perception": "always"}
    text = open_water({"sardine": values}, [("sardine", place(0.0, 0.0, height), way)])
    trace = swim(text, 2.0)
    oracle.check(trace, SIZE)
    last = oracle.vector(trace[-2]["fish"][0]["position"])

    assert math.hypot(last[0] - START[0], last[1] - START[1]) > 1.0


@pytest.mark.parametrize("height", [4.0, -4.0])
def test_exactly_above_or_below_the_fish_goes_to_its_own_left(height: float) -> None:
    values = CALM | {"perception": "always", "max_speed": 1e-6, "turn_smoothing": 0.5}
    gains = {"side_gain": 1.0, "retreat_gain": 0.0}
    fish = [("sardine", place(0.0, 0.0, height), oracle.EAST)]
    trace = swim(open_water({"sardine": values | gains}, fish), 0.05)
    oracle.check(trace, SIZE)
    headings = [entry["fish"][0]["direction"] for entry in trace if entry["kind"] == "tick"]
    half, down = math.sqrt(0.5), -math.copysign(1.0, height)

    assert headings[0] == [1.0, 0.0, 0.0]
    assert headings[1] == pytest.approx([half, 0.0, down * half], abs=1e-6)  # follows
    assert headings[2] == pytest.approx([0.5, half, down * 0.5], abs=1e-6)  # its left is north


def test_noise_stays_within_its_cone_and_out_of_strikes_and_dodges() -> None:
    noises = [{"follow_noise": 0.4, "noise_time": seconds} for seconds in (0.0, 0.2, 1.0)]
    trace = swim(school(KINDS, 7, 4, *noises), 20.0, pilot=weaving)

    assert oracle.check_turns(trace) > 10_000
    assert oracle.check_states(trace).guards > 10_000


def heading_errors(trace: list[dict[str, Any]], since: int) -> dict[str, list[float]]:
    """Return the angles in radians between heading and submarine, by species."""
    names = {
        entry["fish"]: entry["species"]
        for entry in trace
        if entry.get("species", 0) and "fish" in entry
    }
    angles: dict[str, list[float]] = {name: [] for name in names.values()}
    for record in trace:
        if record["kind"] != "tick" or record["tick"] < since:
            continue
        for one in record["fish"]:
            e_t = oracle.towards(START, oracle.vector(one["position"]), oracle.UP)
            way = oracle.vector(one["direction"])
            angle = math.atan2(oracle.length(oracle.cross(e_t, way)), oracle.dot(e_t, way))
            angles[names[one["id"]]].append(angle)
    return angles


def test_white_noise_makes_the_heading_waver_by_its_formula() -> None:
    own = random.Random(4)
    far = CALM | {"base": "sardine", "perception": "always", "noise_time": 0.0, "max_speed": 0.5}
    species, fish = {}, []
    for noise, smoothing in itertools.product((0.1, 0.3, 0.6), (0.05, 0.1, 0.3)):
        name = f"noise-{round(noise * 100)}-{round(smoothing * 100)}"
        species[name] = far | {"follow_noise": noise, "turn_smoothing": smoothing}
        for _ in range(20):
            where = around(own, 40.0, 90.0)
            fish.append((name, where, oracle.unit(oracle.minus(START, where))))
    angles = heading_errors(swim(open_water(species, fish), 20.0), since=240)

    for name, values in species.items():
        k_r, alpha = values["follow_noise"], values["turn_smoothing"]
        expected = k_r * math.sqrt(2.0 / 3.0) * math.sqrt(alpha / (2.0 - alpha))
        mean_square = sum(angle * angle for angle in angles[name]) / len(angles[name])
        assert len(angles[name]) > 15_000
        assert math.sqrt(mean_square) == pytest.approx(expected, rel=0.05), name


def test_three_thousand_strikes_at_a_still_submarine_all_touch() -> None:
    """A fish that begins at the edge and faces away may be carried out first, and comes again."""
    own = random.Random(11)
    species: dict[str, dict[str, Any]] = {}
    fish = []
    for speed, smoothing in itertools.product(range(1, 13), (0.02, 0.1)):
        name, radius = f"hunter-{speed}-{round(smoothing * 100)}", own.uniform(0.2, 1.0)
        values = {"base": "barracuda", "max_speed": float(speed), "turn_smoothing": smoothing}
        more = {"radius": radius, "damage": 0.0, "lifetime": 600.0, "perception": "always"}
        species[name] = CALM | values | more
        for _ in range(125):
            fish.append((name, around(own, 1.3 + radius, 9.9), heading(own)))
    trace = swim(open_water(species, fish), 60.0)
    told = [entry for entry in trace if entry.get("event") == "state"]
    paths = [tuple(entry["path"]) for entry in told]
    missed = [
        entry for entry in told if entry["path"] == ["collide", "contact", "lifetime", "follow"]
    ]

    assert paths.count(("collide", "contact", "penalty", "removed")) == len(fish) == 3000
    assert trace[-2]["fish"] == []
    assert paths.count(("follow", "pursue_zone", "collide")) == 3000 + len(missed)
    assert len(missed) < 10
    assert all(entry["cause"]["distance"] > 11.5 for entry in missed)
    assert oracle.check(trace, SIZE).lasting["collide"] > 100_000


def no_release(fish: oracle.Fish) -> float:
    return float(fish.species["zone_radius"])


def own_smoothing(fish: oracle.Fish) -> float:
    return float(fish.species["turn_smoothing"])


def plain_turn(now: oracle.Vector, wish: oracle.Vector, smoothing: float) -> oracle.Vector:
    return oracle.unit(
        oracle.add(oracle.times(1.0 - smoothing, now), oracle.times(smoothing, wish))
    )


def other_side(e_t: oracle.Vector, _now: oracle.Vector) -> oracle.Vector:
    return oracle.unit(oracle.cross(e_t, oracle.UP))


def towards_it(
    e_t: oracle.Vector, now: oracle.Vector, side_gain: float, retreat_gain: float
) -> oracle.Vector:
    across = oracle.times(side_gain, oracle.side(e_t, now))
    return oracle.unit(oracle.add(across, oracle.times(retreat_gain, e_t)))


def at_the_start(a: Any, _b: Any, c: Any, _d: Any) -> float:
    return oracle.length(oracle.minus(a, c))


def uncapped(place_: Any, velocity: Any, _from: Any, _speed: float, limit: float) -> Any:
    return oracle.add(place_, oracle.times(limit, velocity))


def no_left(_now: oracle.Vector) -> oracle.Vector:
    return oracle.EAST


def never(_fish: oracle.Fish, _tick: int) -> bool:
    return False


def a_tick_ago(fish: oracle.Fish, distance: float, clear: bool) -> bool:
    """Settle on the positions before the move."""
    before = BEFORE.get(fish.id, distance)
    BEFORE[fish.id] = distance
    return IS_NEAR(fish, before, clear)


def unforgetting(fish: oracle.Fish, tick: int, submarine: oracle.Vector, clear: bool) -> None:
    PERCEIVE(fish, tick, submarine, clear)
    fish.place = submarine


BEFORE: dict[int, float] = {}
IS_NEAR, PERCEIVE = oracle.Fish.is_near, oracle.Fish.perceive
FAR = [("sardine", place(0.0, 15.0, 0.0), (0.0, 1.0, 0.0))]
ALWAYS = {"sardine": CALM | {"perception": "always"}}
BLINKERED = {"field_of_view": 120.0, "memory": 2.0}
WEAK = {"turn_smoothing": 0.02}
SLOW = {"strike_windup": 0.5, "zone_radius": 4.0}
MUTANTS: list[tuple[str, Any, Any, str, str]] = [
    ("side", oracle, other_side, "moving", school(["sardine"], 1, 3, {})),
    ("dodge", oracle, towards_it, "moving", school(["sardine"], 1, 3, {})),
    ("left", oracle, no_left, "still", open_water(ALWAYS, FAR)),
    ("turn", oracle, plain_turn, "still", open_water(ALWAYS, FAR)),
    ("lead", oracle, uncapped, "moving", school(HUNTERS, 1, 3, {"prediction": 4.0})),
    ("closest", oracle, at_the_start, "moving", school(["barracuda"], 1, 3, {})),
    ("limit", oracle.Fish, no_release, "moving", school(["sardine"], 1, 3, {})),
    ("smoothing", oracle.Fish, own_smoothing, "still", school(HUNTERS, 1, 3, WEAK)),
    ("darting", oracle.Fish, never, "moving", school(["sardine"], 1, 3, {})),
    ("holding", oracle.Fish, never, "moving", school(["barracuda"], 1, 3, SLOW)),
    ("is_near", oracle.Fish, a_tick_ago, "still", school(HUNTERS, 1, 3, {})),
    ("perceive", oracle.Fish, unforgetting, "moving", school(KINDS, 1, 3, BLINKERED)),
]


@pytest.mark.parametrize(
    ("name", "owner", "mutant", "pilot", "text"), MUTANTS, ids=[one[0] for one in MUTANTS]
)
def test_the_oracle_disagrees_once_a_rule_is_changed(
    name: str, owner: Any, mutant: Any, pilot: str, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    trace = swim(text, 10.0, pilot=PILOTS[pilot])
    oracle.check(trace, SIZE)
    monkeypatch.setattr(owner, name, mutant)

    with pytest.raises(oracle.Disagreement):
        oracle.check(trace, SIZE)
