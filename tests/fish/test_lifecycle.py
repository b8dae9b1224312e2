"""The life cycle: the table, its two readers, and that they agree in every case."""

import gc
import itertools
import weakref

import numpy as np
import pytest

from game.fish import lifecycle, machine, walk
from game.fish.diagram import mermaid
from game.fish.lifecycle import CODE, LASTING, STATES, TABLE, Row, check_table
from game.fish.walk import Guards

ALLOWED = {
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
CASES = list(itertools.product((False, True), repeat=5))


def lives(start):
    """The cases a fish can meet: hunters never dodge, prey never strikes."""
    return [
        case
        for case in CASES
        if not (start == "collide" and not case[0]) and not (start == "side_dodge" and case[0])
    ]


def guards_of(cases):
    return Guards(*(np.array(column, dtype=bool) for column in zip(*cases, strict=True)))


@pytest.mark.parametrize("start", ["spawn", *LASTING])
def test_machine_and_walk_agree_in_every_case(start):
    cases = CASES
    state = np.full(len(cases), CODE[start], dtype=np.int64)
    guards = guards_of(cases)
    fast, slow = walk.settle(state, guards), machine.settle(state, guards)
    assert fast.state.tolist() == slow.state.tolist()
    for a, b in zip(fast.step.tolist(), slow.step.tolist(), strict=True):
        assert walk.STEPS[a].path == walk.STEPS[b].path
    machine.confirm(state, guards, fast, np.arange(len(cases)))


def test_confirm_notices_a_wrong_forecast():
    state = np.array([CODE["follow"]])
    guards = guards_of([(True, True, False, False, False)])
    wrong = walk.settle(state, guards_of([(True, False, False, False, False)]))
    with pytest.raises(RuntimeError, match="life cycle"):
        machine.confirm(state, guards, wrong, np.array([0]))


@pytest.mark.parametrize("start", ["spawn", *LASTING])
def test_changes_take_only_the_listed_paths(start):
    for case in lives(start):
        step = walk.walk(
            start, dict(zip(Guards._fields, case, strict=True)) | {"edible": not case[0]}
        )
        if step.path[-1] != start:
            assert step.path in ALLOWED


def test_all_listed_paths_and_all_states_occur():
    paths = {step.path for step in walk.STEPS}
    assert paths >= ALLOWED
    assert {name for path in ALLOWED for name in path} == set(STATES)


@pytest.mark.parametrize(
    ("start", "guards", "end"),
    [
        ("collide", {"hunter", "touched", "expired", "near"}, "penalty"),
        ("side_dodge", {"touched", "expired", "near"}, "bonus"),
        ("follow", {"hunter", "expired", "near"}, "lifetime"),
        ("collide", {"hunter", "expired", "near"}, "lifetime"),
        ("side_dodge", {"expired", "near"}, "lifetime"),
    ],
)
def test_touch_before_expiry_before_zone(start, guards, end):
    values = {name: name in guards for name in Guards._fields}
    step = walk.walk(start, values | {"edible": not values["hunter"]})
    assert step.path[-2:] == (end, "removed")


@pytest.mark.parametrize(
    ("start", "guards", "decided"),
    [
        ("follow", {"hunter", "near"}, ("near", True)),
        ("follow", {"hunter", "expired"}, ("expired", True)),
        ("collide", {"hunter", "touched"}, ("touched", True)),
        ("collide", {"hunter"}, ("near", False)),
        ("side_dodge", set(), ("near", False)),
        ("side_dodge", {"darting"}, ("darting", True)),
        ("spawn", {"hunter"}, ("hunter", True)),
        ("spawn", set(), ("hunter", False)),
    ],
)
def test_the_guard_that_decided_is_told(start, guards, decided):
    values = {name: name in guards for name in Guards._fields}
    step = walk.walk(start, values | {"edible": not values["hunter"]})
    assert (step.guard, step.value) == decided


def test_a_darting_fish_stays_in_its_dodge_and_a_near_one_too():
    for name in ("near", "darting"):
        values = dict.fromkeys((*Guards._fields, "edible"), False) | {"edible": True, name: True}
        assert walk.walk("side_dodge", values).path[-1] == "side_dodge"


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (Row("follow", ("nere",), "lifetime"), "unknown guard 'nere'"),
        (Row("folow", (), "lifetime"), "unknown state 'folow'"),
        (Row("removed", (), "spawn"), "nothing leads out"),
        (Row("lifetime", (), "contact"), "ring"),
    ],
)
def test_a_faulty_table_is_refused_at_load(row, message):
    with pytest.raises(ValueError, match=message):
        check_table((*TABLE, row))


def test_a_state_without_a_way_on_is_refused():
    table = [row for row in TABLE if row != Row("contact", (), "lifetime")]
    with pytest.raises(ValueError, match="'contact' has no way on"):
        check_table(table)


def test_guards_have_one_list():
    assert set(lifecycle.GUARDS) == {*Guards._fields, "edible"}


def test_no_trigger_but_advance_and_only_the_tables_ways():
    assert list(machine.MACHINE.events) == ["advance"]
    ways = {
        (source, transition.dest)
        for source, transitions in machine.MACHINE.events["advance"].transitions.items()
        for transition in transitions
    }
    assert ways == {(row.state, row.next) for row in TABLE}


def test_two_fish_share_the_machine_without_sharing_their_state():
    one, two = machine.View("follow", hunter=True, near=True), machine.View("follow", hunter=False)
    assert machine.advance(one) == ("follow", "pursue_zone", "collide")
    assert (one.state, two.state) == ("collide", "follow")


def test_the_machine_keeps_no_fish_alive():
    class Watched(machine.View):
        __slots__ = ("__weakref__",)

    views = [Watched("follow", hunter=bool(n % 2), near=True) for n in range(200)]
    dead = [weakref.ref(view) for view in views]
    for view in views:
        machine.advance(view)
    del views, view
    gc.collect()
    assert not any(ref() for ref in dead)
    assert machine.MACHINE.models == []


def test_the_diagram_has_every_row():
    text = mermaid()
    for row in TABLE:
        assert f"    {row.state} --> {row.next}" in text
    assert text.startswith("stateDiagram-v2\n")
