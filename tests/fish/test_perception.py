"""What a fish knows: by sight with a memory, by scent, always; and when it is near."""

import numpy as np
import pytest

from game.fish.lifecycle import CODE
from game.maze.faults import Faults
from game.simulation.dive import dive_from_text
from game.simulation.simulation import Simulation
from game.submarine.controls import STILL, Controls
from tests.dives import START, open_water

SUB = np.array(START)


def sea(offset, direction=(1.0, 0.0, 0.0), **values):
    """A simulation with one fish at an offset from the submarine, and its first record."""
    values = {"base": "barracuda", "follow_noise": 0.0, "separation": 0.0} | values
    place = tuple((SUB + offset).tolist())
    text = open_water({"one": values}, [("one", place, direction)])
    return Simulation(dive_from_text(text))


@pytest.mark.parametrize(
    ("offset", "aware"),
    [((-19.9, 0, 0), True), ((-20.1, 0, 0), False), ((19.9, 0, 0), False), ((0, -19, 0), True)],
)
def test_sight_has_a_range_and_a_field_of_view(offset, aware):
    assert sea(offset, perception="sight").shoal.aware.tolist() == [aware]


@pytest.mark.parametrize(("view", "aware"), [(360.0, True), (359.0, False), (0.0, False)])
def test_a_full_circle_sees_behind(view, aware):
    one = sea((15.0, 0, 0), perception="sight", field_of_view=view)
    assert one.shoal.aware.tolist() == [aware]


def test_within_one_and_a_half_contacts_it_knows_whatever_it_sees():
    blind = {"perception": "sight", "sight_range": 0.0}
    assert sea((2.24, 0, 0), **blind).shoal.sees.tolist() == [True]
    assert sea((2.26, 0, 0), **blind).shoal.sees.tolist() == [False]


@pytest.mark.parametrize("perception", ["always", "scent"])
def test_always_and_scent_know_from_afar(perception):
    one = sea((-70.0, 0, 0), perception=perception)
    assert one.shoal.aware.tolist() == [True]
    assert one.shoal.known.tolist() == [SUB.tolist()]


def test_it_remembers_the_place_for_its_memory_and_no_longer():
    one = sea((-15.0, 0, 0), perception="sight", memory=0.5, max_speed=0.01, zone_radius=1.0)
    one.shoal.direction[:] = (-1.0, 0.0, 0.0)
    one.shoal.traits.turn[:] = 1e-9
    place = one.submarine.position.copy()
    for tick in range(1, 40):
        one.step(Controls(heave=1.0))
        assert one.shoal.aware.tolist() == [tick <= 30]
        if tick <= 30:
            assert one.shoal.known[0].tolist() == place.tolist()


def walled(perception, extra=""):
    """A fish round two corners from the submarine, 4 m cells."""
    return f"""
format = 1
title = "corner"
cell_size = 4.0
floors = ['''
#######
#S#...#
#.#.#.#
#...#.#
#######
''']
[goal]
catch = 9
air = 900.0
[[fish]]
species = "one"
position = [22.0, 6.0, 2.0]
direction = [0.0, 1.0, 0.0]
[species.one]
base = "lionfish"
perception = "{perception}"
follow_noise = 0.0
{extra}
"""


def test_scent_comes_round_corners_and_never_through_walls():
    one = Simulation(dive_from_text(walled("scent")))
    seen = set()
    for _ in range(60 * 40):
        one.step(STILL)
        if not len(one.shoal):
            break
        seen.add(tuple(one.maze.grid.cell_of(one.shoal.position)[0].tolist()))
    assert one.tally.struck == 1
    assert (3, 3, 0) in seen
    assert (3, 1, 0) in seen


def test_sight_does_not_go_through_walls():
    one = Simulation(dive_from_text(walled("sight", "field_of_view = 360.0")))
    assert one.shoal.aware.tolist() == [False]


def test_near_needs_a_clear_line():
    text = walled("always", "zone_radius = 50.0\nmax_speed = 0.001")
    one = Simulation(dive_from_text(text))
    one.step(STILL)
    assert one.shoal.near.tolist() == [False]
    assert one.shoal.state.tolist() == [CODE["follow"]]


def test_the_zone_is_left_only_beyond_its_release():
    one = sea((-9.9, 0, 0), perception="always", max_speed=0.001, zone_release=1.15)
    one.step(STILL)
    assert one.shoal.state.tolist() == [CODE["collide"]]
    for distance, near in ((10.1, True), (11.4, True), (11.6, False), (11.4, False), (9.9, True)):
        one.shoal.position[0] = SUB - (distance, 0, 0)
        one.step(STILL)
        assert one.shoal.near.tolist() == [near], distance


def test_species_are_refused_for_what_they_cannot_be():
    with pytest.raises(Faults, match="perception"):
        sea((0, 0, 5), perception="smell")
