"""What a fish does with what it knows: parts that add up, sides, noise, neighbours."""

from itertools import pairwise

import numpy as np
import pytest

from game.fish.lifecycle import CODE
from game.simulation.digest import digest
from game.simulation.dive import dive_from_text, load_dive
from game.simulation.simulation import Simulation
from game.steering import model
from game.steering.vectors import unit
from game.submarine.controls import STILL
from game.submarine.pilots.autopilot import Autopilot
from tests.dives import open_water


def test_the_parts_add_up_to_the_new_heading():
    one = Simulation(load_dive("coral-gate"), seed=3, keep_parts=True)
    pilot, met = Autopilot(), 0
    for _ in range(1500):
        before = one.shoal
        heading, state = before.direction.copy(), before.state.copy()
        one.step(pilot(one))
        parts = one.parts
        assert parts is not None
        assert np.array_equal(one.ids_of_parts, before.id)
        moved = (parts.flock != 0).any(axis=1)
        schooled = np.where(moved[:, None], unit(parts.wish + parts.flock), parts.wish)
        assert np.abs(schooled + parts.walls - parts.desired).max(initial=0) < 1e-12
        alpha = np.where(state == CODE["collide"], before.traits.strike_turn, before.traits.turn)
        turned = model.turn(heading, parts.desired, alpha)
        rows = np.isin(before.id, one.shoal.id)
        stayed = one.shoal.take(np.isin(one.shoal.id, before.id))
        assert np.abs(turned[rows] - stayed.direction).max(initial=0) < 1e-12
        met += int((parts.walls != 0).any(axis=1).sum())
    assert met > 100


def test_keeping_parts_and_frames_changes_nothing():
    ends = []
    for keep in (False, True):
        one = Simulation(load_dive("coral-gate"), seed=3, keep_parts=keep, keep_frames=keep)
        for _ in range(300):
            one.step(STILL)
        ends.append(digest(one))
    assert ends[0] == ends[1]
    up, heading = one.shoal.up, one.shoal.direction
    assert np.abs((up * up).sum(axis=1) - 1).max() < 1e-9
    assert np.abs((up * heading).sum(axis=1)).max() < 1e-9


@pytest.mark.parametrize(("choice", "side"), [("clear", -1.0), ("fixed", 1.0)])
def test_a_dodge_takes_the_free_side_and_keeps_it(choice, side):
    rows = ["#" * 9] + ["#.......#"] * 2 + ["#" * 9]
    text = (
        "format = 1\ntitle = 'hall'\ncell_size = 4.0\nfloors = ['''\n"
        + "\n".join(rows).replace("#.......#", "#...S...#", 1)
        + "\n''']\n[goal]\ncatch = 9\nair = 99.0\n"
        # North of the fish is the wall, 0.6 m off; its formula's side, facing west, is south;
        # facing east it is north.
        "[[fish]]\nspecies = 'sardine'\nposition = [13.0, 11.4, 2.0]\ndirection = [1.0, 0.0, 0.0]\n"
        f"[species.sardine]\ndodge_side = '{choice}'\nfollow_noise = 0.0\n"
    )
    one = Simulation(dive_from_text(text))
    sides = []
    for _ in range(40):
        one.step(STILL)
        if len(one.shoal) and one.shoal.state[0] == CODE["side_dodge"]:
            sides.append(float(one.shoal.side[0]))
    assert sides[0] == 0.0  # chosen in the step after the dodge began
    assert set(sides[1:]) == {side}


def test_coincident_fish_part_in_opposite_ways():
    fish = [("a", (100.0, 100.0, 30.0), (1.0, 0.0, 0.0))] * 2
    text = open_water({"a": {"base": "sardine", "follow_noise": 0.0, "speed_spread": 0.0}}, fish)
    one = Simulation(dive_from_text(text), keep_parts=True)
    one.step(STILL)
    assert one.parts is not None
    assert np.allclose(one.parts.flock[0], -one.parts.flock[1])
    assert np.allclose((one.parts.flock**2).sum(axis=1), 1.0)
    for _ in range(120):
        one.step(STILL)
    gap = one.shoal.position[0] - one.shoal.position[1]
    assert float(np.sqrt((gap * gap).sum())) > 0.5


def test_fish_in_open_water_swim_as_if_alone_beyond_the_neighbour_radius():
    a = ("a", (90.0, 90.0, 30.0), (1.0, 0.0, 0.0))
    far = ("a", (90.0, 130.0, 30.0), (0.0, 1.0, 0.0))
    paths = []
    for fish in ([a], [a, far]):
        one = Simulation(dive_from_text(open_water({"a": {"base": "sardine"}}, fish)), seed=4)
        for _ in range(200):
            one.step(STILL)
        paths.append((one.shoal.position[0].tolist(), one.shoal.direction[0].tolist()))
    assert paths[0] == paths[1]


def test_noise_has_knots_where_it_says_and_is_the_fishs_own():
    text = open_water(
        {"a": {"base": "sardine", "noise_time": 0.5}},
        [("a", (90.0, 90.0, 30.0), (1.0, 0.0, 0.0)), ("a", (90.0, 130.0, 30.0), (1.0, 0.0, 0.0))],
    )
    one = Simulation(dive_from_text(text), seed=4, keep_parts=True)
    r = []
    for _ in range(91):
        one.step(STILL)
        assert one.parts is not None
        r.append(one.parts.noise.copy())
    turns = [float(np.abs(b - a).max()) for a, b in pairwise(r)]
    # At a knot the noise stands still; between two it is quickest.
    assert max(turns[29], turns[59]) < 0.02 < turns[14]
    assert not np.allclose(r[30][0], r[30][1])
    same = Simulation(dive_from_text(text), seed=4, keep_parts=True)
    same.step(STILL)
    assert same.parts is not None
    assert np.array_equal(same.parts.noise, r[0])


def test_noise_time_zero_is_new_each_tick():
    text = open_water(
        {"a": {"base": "sardine", "noise_time": 0.0}},
        [("a", (90.0, 90.0, 30.0), (1.0, 0.0, 0.0))],
    )
    one = Simulation(dive_from_text(text), keep_parts=True)
    seen = set()
    for _ in range(50):
        one.step(STILL)
        assert one.parts is not None
        seen.add(tuple(one.parts.noise[0].tolist()))
    assert len(seen) > 45
