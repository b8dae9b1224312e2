"""The fixed-step world: order of a tick, spawns, two readers of one table, leaks, traces."""

import gc
import gzip
import io
import json
import tracemalloc
import weakref

import numpy as np
import pytest

from game.fish import machine
from game.fish.lifecycle import CODE, STATES
from game.simulation.dive import dive_from_text, load_dive
from game.simulation.run import run
from game.simulation.simulation import Simulation
from game.simulation.summary import summary
from game.simulation.trace import TraceWriter, open_trace
from game.submarine.controls import STILL, Controls
from game.submarine.pilots.autopilot import Autopilot
from game.submarine.pilots.still import still
from tests.dives import START, open_water, read, trace_text

FISH = ("one", (START[0] - 10.0, START[1], START[2]), (1.0, 0.0, 0.0))


def spawning(every, at_most, lifetime=60.0, species="sardine"):
    return f"""
format = 1
title = "hall"
cell_size = 4.0
floors = ['''
############
#S........e#
#..........#
#.........e#
############
''']
[goal]
catch = 99
air = 9000.0
[[spawn]]
species = "{species}"
at = "e"
every = {every}
at_most = {at_most}
[species.{species}]
lifetime = {lifetime}
"""


def test_all_states_occur_and_two_readers_write_the_same_trace():
    texts = [
        trace_text(load_dive("coral-gate"), 60.0, seed=1, pilot=Autopilot(), **options)
        for options in ({}, {"settle": machine.settle})
    ]
    assert texts[0] == texts[1]
    events = [line for line in read(texts[0]) if line["kind"] == "event"]
    states = {state for event in events for state in event.get("path", [])}
    assert states == set(STATES)


def test_a_spawn_fires_at_tick_0_then_every_so_often_up_to_its_limit():
    one = Simulation(dive_from_text(spawning(every=0.5, at_most=3)))
    births = [event.tick for event in one.events if event.event == "spawned"]
    for _ in range(200):
        one.step(STILL)
        births += [event.tick for event in one.events if event.event == "spawned"]
    assert births == [0, 30, 60]
    assert len(one.shoal) == 3


def test_a_place_that_falls_free_is_filled_at_the_next_firing():
    one = Simulation(dive_from_text(spawning(every=0.5, at_most=1, lifetime=0.7)))
    births, deaths = [0], []
    for _ in range(200):
        one.step(STILL)
        births += [event.tick for event in one.events if event.event == "spawned"]
        deaths += [event.tick for event in one.events if event.event == "expired"]
    # 0.7 s are 42 ticks; the firing at 30 found no room.
    assert births == [0, 60, 120, 180]
    assert deaths == [42, 102, 162]
    assert one.shoal.id.tolist() == [3]


def test_fish_are_born_away_from_the_submarine_where_that_is_possible():
    for seed in range(20):
        one = Simulation(dive_from_text(spawning(every=0.1, at_most=9)), seed)
        run(one, still, 0.5)
        cells = {tuple(c) for c in one.maze.spawns[0].cells.tolist()}
        assert cells == {(10, 1, 0), (10, 3, 0)}
    near = spawning(every=0.1, at_most=9).replace("#S........e#", "#S.e.......#")
    for seed in range(5):
        one = Simulation(dive_from_text(near), seed)
        assert one.maze.grid.cell_of(one.shoal.position).tolist() == [[10, 1, 0]]


def test_both_cells_of_a_letter_are_used():
    seen = set()
    for seed in range(20):
        one = Simulation(dive_from_text(spawning(every=1.0, at_most=1)), seed)
        seen.add(tuple(one.maze.grid.cell_of(one.shoal.position)[0].tolist()))
    assert seen == {(10, 1, 0), (10, 3, 0)}


def test_speeds_spread_by_chance_within_their_bounds():
    text = spawning(every=0.02, at_most=300) + "speed_spread = 0.2\n"
    one = run(Simulation(dive_from_text(text)), still, 4.0)
    share = one.shoal.max_speed / 3.0
    assert len(share) > 100
    assert 0.8 <= share.min() < 0.85
    assert 1.15 < share.max() <= 1.2


def test_a_newborn_is_in_follow_in_its_first_record_and_asks_from_the_next_tick():
    one = Simulation(
        dive_from_text(open_water({"one": {"base": "barracuda", "perception": "always"}}, [FISH]))
    )
    one.shoal.position[0] = one.submarine.position - np.array([3.0, 0.0, 0.0])
    assert one.shoal.state.tolist() == [CODE["follow"]]
    one.step(STILL)
    assert one.shoal.state.tolist() == [CODE["collide"]]


def test_time_is_ticks_and_nothing_else():
    one = run(Simulation(load_dive("open-water")), still, 10.0)
    assert (one.tick, one.time) == (600, 10.0)


def test_a_dive_that_is_over_cannot_be_stepped():
    text = open_water({}, [], air=0.1)
    one = run(Simulation(dive_from_text(text)), still, 10.0)
    assert (one.outcome, one.tick) == ("air", 6)
    with pytest.raises(RuntimeError, match="over: air"):
        one.step(STILL)


def test_a_bite_and_a_catch_do_what_the_species_say():
    bite = {"base": "lionfish", "perception": "always", "damage": 7.0, "poison_time": 2.0}
    one = Simulation(dive_from_text(open_water({"one": bite}, [FISH])))
    run(one, still, 20.0)
    assert one.tally.hull == 93.0
    assert one.tally.struck == 1
    assert one.tally.poisoned_ticks == 120
    prey = {"base": "sardine", "perception": "always", "max_speed": 0.01, "points": 3, "air": 2.5}
    one = Simulation(dive_from_text(open_water({"one": prey}, [FISH], air=100.0)))
    one.shoal.position[0] = one.submarine.position + 5.0 * one.submarine.direction
    run(one, lambda world: Controls(thrust=1.0), 10.0)
    assert (one.tally.caught, one.tally.score) == (1, 3)
    assert one.tally.air == 100.0 + 2.5 - 10.0


def test_ten_thousand_fish_and_twenty_dives_leave_nothing_behind():
    x, y, z = START
    crowd = [("one", (x + 6.0 * (n % 20 - 10), y + 6.0 * (n // 20 - 12), z), (1.0, 0.0, 0.0))
             for n in range(500)]  # fmt: skip
    dive = dive_from_text(open_water({"one": {"base": "sardine", "lifetime": 0.05}}, crowd))
    born, gone, sizes = 0, [], []
    tracemalloc.start()
    for seed in range(20):
        one = Simulation(dive, seed)
        gone += [weakref.ref(one), weakref.ref(one.shoal), weakref.ref(one.flow)]
        run(one, still, 0.1)
        born += one.tally.spawned
        ended = one.tally.expired + one.tally.caught + one.tally.struck
        assert (len(one.shoal), ended) == (0, 500)
        del one
        gc.collect()
        sizes.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    assert born == 10_000
    assert not any(ref() for ref in gone)
    assert machine.MACHINE.models == []
    slope = float(np.polyfit(range(10), sizes[10:], 1)[0])
    assert abs(slope) < 2_000, sizes


def test_the_trace_reads_back_and_ends_with_the_digest_of_the_summary(tmp_path):
    path = tmp_path / "dive.jsonl.gz"
    one = Simulation(load_dive("coral-gate"), seed=2)
    with open_trace(path) as stream:
        writer = TraceWriter(one, stream, every=7)
        run(one, Autopilot(), 10.0, writer)
        writer.close()
    with gzip.open(path, "rt", encoding="utf-8") as text:
        lines = [json.loads(line) for line in text]
    assert list(lines[0]) == [
        "kind", "format", "version", "maze", "seed", "dt", "submarine", "species",
    ]  # fmt: skip
    ticks = [line for line in lines if line["kind"] == "tick"]
    assert [line["tick"] for line in ticks] == [*range(0, 600, 7), 600]
    assert list(ticks[0]["submarine"]) == [
        "position", "direction", "speed", "hull", "air", "score",
    ]  # fmt: skip
    assert list(ticks[-1]["fish"][0]) == ["id", "state", "aware", "position", "direction"]
    assert ticks[-1]["fish"][0]["position"] == one.shoal.position[0].tolist()
    found = summary(one, "coral-gate", 1.0)
    assert lines[-1] == {"kind": "end", "outcome": one.outcome, "digest": found["digest"]}


def test_a_packed_trace_has_the_same_bytes_whenever_it_is_written(tmp_path):
    bytes_ = []
    for name in ("a.jsonl.gz", "b.jsonl.gz"):
        one = Simulation(load_dive("open-water"), seed=2)
        with open_trace(tmp_path / name) as stream:
            TraceWriter(one, stream).close()
        bytes_.append((tmp_path / name).read_bytes())
    assert bytes_[0] == bytes_[1]


def test_writing_a_trace_changes_nothing():
    ends = []
    for traced in (False, True):
        one = Simulation(load_dive("coral-gate"), seed=3)
        writer = TraceWriter(one, io.StringIO(), every=1) if traced else None
        run(one, Autopilot(), 5.0, writer)
        ends.append(summary(one, "", 0.0)["digest"])
    assert ends[0] == ends[1]


def test_a_used_process_gives_the_dive_of_a_fresh_one_and_seeds_differ():
    digests = [
        summary(run(Simulation(load_dive("coral-gate"), seed), still, 5.0), "", 0.0)["digest"]
        for seed in (1, 2, 1)
    ]
    assert digests[0] == digests[2] != digests[1]


def test_the_order_of_tables_of_different_kinds_gives_the_sources():
    text = open_water({})
    text += "".join(
        '[[fish]]\nspecies = "sardine"\nposition = [90.0, 90.0, 30.0]\ndirection = [1, 0, 0]\n'
        for _ in range(2)
    )
    one = Simulation(dive_from_text(text))
    assert one.shoal.id.tolist() == [0, 1 << 20]
