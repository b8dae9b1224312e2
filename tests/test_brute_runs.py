"""A true trace passes the brute-force checks; the same trace with one lie in it does not."""

import copy
import functools
from collections.abc import Callable
from pathlib import Path

import pytest

from game.maze.shipped import path_of
from game.simulation.dive import load_dive
from game.submarine.pilots.autopilot import Autopilot
from tests import brute
from tests.brute import Entry
from tests.dives import read, trace_text

MAZE = Path(path_of("coral-gate"))
Lie = Callable[[list[Entry]], None]


@functools.cache
def true_trace() -> list[Entry]:
    return read(trace_text(load_dive("coral-gate"), 25.0, seed=7, pilot=Autopilot()))


def state_event(trace: list[Entry], end: str) -> Entry:
    return next(event for event in brute.events(trace, "state") if event["path"][-1] == end)


def forget_a_birth(trace: list[Entry]) -> None:
    trace.remove(brute.events(trace, "spawned")[2])


def forget_a_change(trace: list[Entry]) -> None:
    trace.remove(state_event(trace, "side_dodge"))


def tell_after_the_record(trace: list[Entry]) -> None:
    place = trace.index(state_event(trace, "side_dodge"))
    trace[place], trace[place + 1] = trace[place + 1], trace[place]


def swap_two_births(trace: list[Entry]) -> None:
    trace[1:5] = [*trace[3:5], *trace[1:3]]


def take_a_short_cut(trace: list[Entry]) -> None:
    state_event(trace, "side_dodge")["path"].remove("evade_zone")


def lose_a_record(trace: list[Entry]) -> None:
    trace.remove(brute.records(trace)[100])


def lose_the_end(trace: list[Entry]) -> None:
    del trace[-1]


def put_a_fish_in_rock(trace: list[Entry]) -> None:
    brute.records(trace)[100]["fish"][0]["position"][2] = 0.25


def stretch_a_direction(trace: list[Entry]) -> None:
    direction = brute.records(trace)[100]["fish"][0]["direction"]
    direction[:] = [1.001 * part for part in direction]


def change_a_state(trace: list[Entry]) -> None:
    brute.records(trace)[1]["fish"][0]["state"] = "side_dodge"


def fire_off_the_beat(trace: list[Entry]) -> None:
    late = next(event for event in brute.events(trace, "spawned") if event["tick"] > 0)
    place = trace.index(late)
    moved = trace[place : place + 2]
    del trace[place : place + 2]
    record = next(n for n, entry in enumerate(trace) if entry.get("tick") == late["tick"])
    trace[record]["fish"] = [one for one in trace[record]["fish"] if one["id"] != late["fish"]]
    trace[record + 1 : record + 1] = [
        event | {"tick": late["tick"] + 1, "time": (late["tick"] + 1) / 60} for event in moved
    ]


LIES: list[Lie] = [
    forget_a_birth,
    forget_a_change,
    tell_after_the_record,
    swap_two_births,
    take_a_short_cut,
    lose_a_record,
    lose_the_end,
    put_a_fish_in_rock,
    stretch_a_direction,
    change_a_state,
    fire_off_the_beat,
]
CAUSES: dict[str, object] = {
    "guard": "expired",
    "value": False,
    "distance": 3.0,
    "limit": 5.0,
    "aware": False,
    "clear": False,
    "touched": True,
    "age": 1.0,
}


def test_a_true_trace_passes() -> None:
    counts = brute.check_all(true_trace(), MAZE)

    assert counts.spawned > 5


@pytest.mark.parametrize("lie", LIES, ids=[lie.__name__ for lie in LIES])
def test_a_lie_is_seen(lie: Lie) -> None:
    trace = copy.deepcopy(true_trace())
    lie(trace)

    with pytest.raises((brute.Broken, KeyError)):
        brute.check_all(trace, MAZE)


@pytest.mark.parametrize("name", CAUSES)
def test_a_lie_in_a_cause_is_seen(name: str) -> None:
    trace = copy.deepcopy(true_trace())
    state_event(trace, "side_dodge")["cause"][name] = CAUSES[name]

    with pytest.raises(brute.Broken):
        brute.check_all(trace, MAZE)
