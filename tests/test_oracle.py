"""The oracle itself, on scenes small enough to work out by hand."""

import copy
import math
from typing import Any

import pytest

from tests import oracle

SIZE = (200.0, 200.0, 60.0)
HERE = (100.0, 100.0, 30.0)  # the submarine

SARDINE: dict[str, Any] = {
    "kind": "edible",
    "radius": 0.25,
    "max_speed": 3.0,
    "speed_spread": 0.0,
    "turn_smoothing": 1.0,
    "strike_smoothing": 1.0,
    "follow_noise": 0.0,
    "noise_time": 1.0,
    "zone_radius": 6.0,
    "zone_release": 1.15,
    "side_gain": 1.0,
    "retreat_gain": 0.0,
    "dodge_side": "clear",
    "dart_time": 1.5,
    "strike_windup": 0.0,
    "strike_pause": 0.0,
    "lifetime": 60.0,
    "prediction": 0.0,
    "perception": "always",
    "sight_range": 20.0,
    "field_of_view": 270.0,
    "memory": 3.0,
    "look_ahead": 0.8,
    "separation": 0.0,
    "alignment": 0.0,
    "cohesion": 0.0,
    "neighbour_radius": 2.0,
}
BARRACUDA = SARDINE | {"kind": "dangerous", "radius": 0.5, "max_speed": 6.0, "zone_radius": 3.0}

Step = tuple[str, tuple[float, float, float], tuple[float, float, float]]


def scene(species: dict[str, Any], steps: list[Step], births: str, paths: dict[int, Any]) -> Any:
    """Write a trace by hand: one fish, its state, position and direction at every tick."""
    trace: list[dict[str, Any]] = [
        {"kind": "header", "submarine": {"radius": 1.0}, "species": {"it": species}}
    ]
    speed = species["max_speed"]
    trace.append(event(0, "spawned", species="it", type=species["kind"], max_speed=speed))
    trace.append(event(0, "state", path=["spawn", "type", "reaction", births, "follow"], cause={}))
    last = max([len(steps) - 1, *paths])
    for tick in range(last + 1):
        for path, cause in paths.get(tick, []):
            trace.append(event(tick, "state", path=path, cause=cause))
            if path[-1] == "removed":
                trace.append(event(tick, oracle.FAREWELL[path[-2]]))
        fish = []
        if tick < len(steps):
            state, position, direction = steps[tick]
            fish = [
                {
                    "id": 0,
                    "state": state,
                    "aware": True,
                    "position": list(position),
                    "direction": list(direction),
                }
            ]
        trace.append({"kind": "tick", "tick": tick, "submarine": {"position": HERE}, "fish": fish})
    return trace


def event(tick: int, name: str, **more: Any) -> dict[str, Any]:
    return {"kind": "event", "tick": tick, "event": name, "fish": 0, **more}


def cause(distance: float, touched: bool, tick: int) -> dict[str, Any]:
    truth = {"aware": True, "clear": True, "touched": touched}
    return {"distance": distance, "age": tick / 60, **truth}


def slipping_aside() -> Any:
    """A sardine 3 m east comes 5 cm nearer, then goes right, as seen from the submarine."""
    root = 2.950423697749165  # √(2.95² + 0.05²)
    right = (-0.05 / root, -2.95 / root, 0.0)
    steps: list[Step] = [
        ("follow", (103.0, 100.0, 30.0), (0.0, 1.0, 0.0)),
        ("side_dodge", (102.95, 100.0, 30.0), (-1.0, 0.0, 0.0)),
        ("side_dodge", (102.95, 99.95, 30.0), (0.0, -1.0, 0.0)),
        (
            "side_dodge",
            (102.95 + 0.05 * right[0], 99.95 + 0.05 * right[1], 30.0),
            right,
        ),
    ]
    path = ["follow", "evade_zone", "side_dodge"]
    return scene(SARDINE, steps, "evade", {1: [(path, cause(2.95, False, 1))]})


def striking() -> Any:
    """A barracuda 3.05 m east comes 10 cm nearer a tick, and touches at 1.45 m, in tick 16."""
    steps: list[Step] = [("follow", (103.05, 100.0, 30.0), (-1.0, 0.0, 0.0))]
    for tick in range(1, 16):
        steps.append(("collide", (103.05 - 0.1 * tick, 100.0, 30.0), (-1.0, 0.0, 0.0)))
    begins = ["follow", "pursue_zone", "collide"], cause(2.95, False, 1)
    ends = ["collide", "contact", "penalty", "removed"], cause(1.45, True, 16)
    return scene(BARRACUDA, steps, "pursue", {1: [begins], 16: [ends]})


def test_agrees_with_the_scenes_made_by_hand() -> None:
    dodge = oracle.check(slipping_aside(), SIZE)
    strike = oracle.check(striking(), SIZE)

    assert dodge.steps == 3
    assert dodge.lasting == {"side_dodge": 3}
    assert strike.steps == 15
    assert strike.paths[-1] == ("collide", "contact", "penalty", "removed")
    assert oracle.check_states(slipping_aside()).guards == 3
    assert oracle.check_turns(striking()) == 15


@pytest.mark.parametrize("check", [lambda t: oracle.check(t, SIZE), oracle.check_states])
@pytest.mark.parametrize("make", [slipping_aside, striking])
def test_sees_a_state_that_comes_a_tick_late(make: Any, check: Any) -> None:
    trace = copy.deepcopy(make())
    first = next(place for place, entry in enumerate(trace) if entry.get("tick") == 1)
    moved_event = trace.pop(first)
    record = trace[first]
    record["fish"][0]["state"] = "follow"
    trace.insert(first + 1, moved_event | {"tick": 2})

    with pytest.raises(oracle.Disagreement):
        check(trace)


@pytest.mark.parametrize("axis", [0, 1, 2])
@pytest.mark.parametrize("field", ["position", "direction"])
@pytest.mark.parametrize("make", [slipping_aside, striking])
def test_sees_an_error_of_two_billionths(make: Any, field: str, axis: int) -> None:
    trace = copy.deepcopy(make())
    record = [entry for entry in trace if entry["kind"] == "tick"][3]
    record["fish"][0][field][axis] += 2e-9

    with pytest.raises(oracle.Disagreement, match=field):
        oracle.check(trace, SIZE)


def test_sees_a_lie_in_a_cause() -> None:
    for name, lie in {"distance": 2.96, "touched": True, "age": 0.0, "aware": False}.items():
        trace = copy.deepcopy(slipping_aside())
        told = next(e for e in trace if e.get("path") == ["follow", "evade_zone", "side_dodge"])
        told["cause"][name] = lie

        with pytest.raises(oracle.Disagreement, match=name):
            oracle.check(trace, SIZE)


def test_sees_a_missing_record_a_ghost_and_a_missing_farewell() -> None:
    trace = striking()
    gap = [entry for entry in trace if entry.get("tick") != 5]
    with pytest.raises(oracle.Disagreement, match="missing"):
        oracle.check(gap, SIZE)

    quiet = [entry for entry in trace if entry.get("event") != "struck"]
    with pytest.raises(oracle.Disagreement, match="told None"):
        oracle.check(quiet, SIZE)

    ghost = copy.deepcopy(trace)
    ghost[-1]["fish"] = ghost[-2]["fish"] if ghost[-2]["kind"] == "tick" else ghost[-4]["fish"]
    with pytest.raises(oracle.Disagreement):
        oracle.check(ghost, SIZE)


def test_refuses_what_it_does_not_know() -> None:
    noisy = copy.deepcopy(striking())
    noisy[0]["species"]["it"]["follow_noise"] = 0.3
    with pytest.raises(ValueError, match="chance"):
        oracle.check(noisy, SIZE)

    with pytest.raises(ValueError, match="border"):
        oracle.check(striking(), (104.0, 200.0, 60.0))


def test_a_turn_is_a_weighted_mean_made_unit() -> None:
    assert oracle.turn((0, 1, 0), (-1, 0, 0), 0.25) == pytest.approx(
        (-0.31622776601683794, 0.9486832980505138, 0.0), abs=1e-15
    )
    assert oracle.turn((0, 1, 0), oracle.ZERO, 0.25) == (0, 1, 0)
    assert oracle.turn((0, 1, 0), (0, -1, 0), 1.0) == (0, -1, 0)


def test_a_nearly_opposite_wish_is_replaced_by_left() -> None:
    west = (-0.31622776601683794, 0.9486832980505138, 0.0)
    almost = oracle.unit((0.0009, -1.0, 0.0))
    not_so = oracle.unit((0.0011, -1.0, 0.0))

    assert oracle.turn((0, 1, 0), (0, -1, 0), 0.25) == pytest.approx(west, abs=1e-15)
    assert oracle.turn((0, 1, 0), almost, 0.25) == pytest.approx(west, abs=1e-15)
    assert oracle.turn((0, 1, 0), not_so, 0.25)[0] > 0.0
    # A fish that swims straight up has no left: east.
    assert oracle.turn((0, 0, 1), (0, 0, -1), 0.25) == pytest.approx(
        (0.31622776601683794, 0.0, 0.9486832980505138), abs=1e-15
    )


def test_side_is_left_as_the_fish_faces_the_submarine() -> None:
    east, north = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)

    assert oracle.side(north, east) == (-1.0, 0.0, 0.0)
    assert oracle.side(east, north) == (0.0, 1.0, 0.0)
    assert oracle.side(oracle.UP, north) == (-1.0, 0.0, 0.0)
    assert oracle.side(oracle.UP, oracle.UP) == east
    root = math.sqrt(1.09)
    assert oracle.dodge(oracle.UP, north, 1.0, 0.3) == pytest.approx((-1 / root, 0, -0.3 / root))


def test_closest_approach_lies_within_the_tick() -> None:
    still = (0.0, 0.0, 0.0)

    assert oracle.closest(still, still, (-3.0, 2.0, 0.0), (3.0, 2.0, 0.0)) == 2.0
    assert oracle.closest(still, still, (1.0, 2.0, 0.0), (3.0, 2.0, 0.0)) == math.sqrt(5.0)
    assert oracle.closest(still, still, (3.0, 4.0, 0.0), (3.0, 4.0, 0.0)) == 5.0
    assert oracle.closest((0, 0, 0), (4, 0, 0), (4, 1, 0), (0, 1, 0)) == 1.0


def test_a_strike_turns_at_least_so_fast_that_it_can_hit() -> None:
    barracuda = {"max_speed": 4.5, "speed_spread": 0.0, "radius": 0.5, "turn_smoothing": 0.02}

    assert oracle.derived_strike_smoothing(barracuda, 1.0) == pytest.approx(0.048770575499286)
    quick = barracuda | {"turn_smoothing": 0.06}
    assert oracle.derived_strike_smoothing(quick, 1.0) == 0.06
    spread = barracuda | {"speed_spread": 0.5}
    assert oracle.derived_strike_smoothing(spread, 1.0) == pytest.approx(1 - math.exp(-0.075))


def fish(**species: Any) -> oracle.Fish:
    return oracle.Fish(0, SARDINE | species, 3.0, 0, 1.25, HERE, (0.0, 1.0, 0.0))


def test_leads_at_most_as_far_as_prediction_allows() -> None:
    near = oracle.lead((6.0, 0.0, 0.0), (0.0, 2.0, 0.0), (0.0, 0.0, 0.0), 3.0, 5.0)
    far = oracle.lead((60.0, 0.0, 0.0), (0.0, 2.0, 0.0), (0.0, 0.0, 0.0), 3.0, 5.0)

    assert near == (6.0, 4.0, 0.0)
    assert far == (60.0, 10.0, 0.0)


def test_sight_has_range_and_field_and_memory() -> None:
    one = fish(perception="sight", memory=1.0)
    one.perceive(0, (100.0, 121.0, 30.0), True)
    assert not one.aware
    one.perceive(1, (100.0, 119.0, 30.0), False)
    assert not one.aware
    one.perceive(2, (100.0, 119.0, 30.0), True)
    assert (one.aware, one.place) == (True, (100.0, 119.0, 30.0))
    one.perceive(62, (100.0, 80.5, 30.0), True)  # behind it: remembered
    assert (one.aware, one.watching, one.place) == (True, False, (100.0, 119.0, 30.0))
    one.perceive(63, (100.0, 80.5, 30.0), True)
    assert not one.aware
    one.perceive(64, (110.0, 90.1, 30.0), True)  # 134.7° to the side
    assert one.aware
    other = fish(perception="sight")
    other.perceive(0, (110.0, 89.9, 30.0), True)  # 135.3°
    assert not other.aware
    other.perceive(1, (100.0, 98.2, 30.0), True)  # behind it, but within 1.5 contact distances
    assert other.watching


def test_the_zone_lets_go_further_out() -> None:
    one = fish()
    one.perceive(0, HERE, True)
    assert one.is_near(6.0, True)
    assert not one.is_near(6.001, True)
    one.near = True
    assert one.is_near(6.899, True)
    assert not one.is_near(6.901, True)
    assert not one.is_near(6.0, False)
    assert one.is_near(1.875, False)


def test_a_dodger_darts_for_its_time_and_coming_near_ends_it() -> None:
    one = fish(dart_time=0.05)
    assert one.settle(1, True, False)[-1] == "side_dodge"
    one.state = "side_dodge"
    assert one.settle(2, False, False) == []
    assert one.settle(3, False, False) == []
    assert one.settle(4, False, False) == []
    assert one.wish(4, oracle.ZERO) == one.heading
    assert one.settle(5, False, False) == ["side_dodge", "capture", "lifetime", "follow"]

    one.settle(6, True, False)
    one.settle(7, False, False)
    assert one.settle(8, True, False) == []
    assert one.left_zone is None


def test_touch_comes_before_expiry_and_expiry_before_the_zone() -> None:
    hunter = fish(kind="dangerous", lifetime=1.0)
    assert hunter.settle(60, True, True) == ["follow", "lifetime", "removed"]
    hunter.state = "collide"
    assert hunter.settle(60, True, True) == ["collide", "contact", "penalty", "removed"]
    assert hunter.settle(60, True, False) == ["collide", "contact", "lifetime", "removed"]
    assert hunter.settle(59, True, False) == []


def test_holds_still_while_winding_up_and_after_a_miss() -> None:
    hunter = fish(kind="dangerous", strike_windup=0.05, strike_pause=0.1)
    hunter.settle(10, True, False)
    hunter.state = "collide"
    assert [hunter.holding(tick) for tick in range(10, 15)] == [True, True, True, False, False]
    hunter.settle(20, False, False)
    hunter.state = "follow"
    assert [hunter.holding(tick) for tick in (20, 25, 26)] == [True, True, False]
