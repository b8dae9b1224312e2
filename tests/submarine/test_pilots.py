"""Pilots: still, a script file with all its faults placed, and the autopilot in small mazes."""

import textwrap

import numpy as np
import pytest

from game.maze.faults import Faults
from game.simulation.dive import dive_from_text, load_dive
from game.simulation.run import run
from game.simulation.simulation import Simulation
from game.submarine.controls import STILL, Controls
from game.submarine.pilots.autopilot import Autopilot
from game.submarine.pilots.script import read_script
from game.submarine.pilots.still import still

SCRIPT = """\
format = 1
[[at]]
time = 0.5
thrust = 1.0
[[at]]
time = 1.0
yaw = -0.5
heave = 1
"""


class At:
    """A world of which only the tick is seen."""

    def __init__(self, tick):
        self.tick = tick


def test_still_does_nothing():
    assert still(At(0)) == STILL


@pytest.mark.parametrize(
    ("tick", "controls"),
    [
        (0, STILL),
        (29, STILL),
        (30, Controls(thrust=1.0)),
        (59, Controls(thrust=1.0)),
        (60, Controls(yaw=-0.5, heave=1.0)),
        (10**6, Controls(yaw=-0.5, heave=1.0)),
    ],
)
def test_a_script_holds_its_controls_until_the_next(tick, controls):
    assert read_script(SCRIPT)(At(tick)) == controls


def test_all_faults_of_a_script_are_told_at_their_places(tmp_path):
    text = """\
    format = 2
    [[at]]
    time = 0.0
    trust = 1.0
    [[at]]
    time = nan
    yaw = 1.5
    """
    file = tmp_path / "drive.toml"
    file.write_text(textwrap.dedent(text))
    with pytest.raises(Faults) as told:
        read_script(file)
    places = [(fault.place, fault.message) for fault in told.value.faults]
    assert [place for place, _ in places] == [(1, 10), (4, 1), (6, 8), (7, 7)]
    assert "did you mean 'thrust'?" in places[1][1]


@pytest.mark.parametrize("times", [(1.0, 1.0), (2.0, 1.0), (1.0, 1.001)])
def test_times_must_ascend(times):
    text = "format = 1\n" + "".join(f"[[at]]\ntime = {t}\n" for t in times)
    with pytest.raises(Faults, match=r":5:8: times must ascend"):
        read_script(text)


def test_the_submarine_readme_shows_a_script_that_reads():
    from pathlib import Path

    page = Path(__file__).resolve().parents[2] / "game" / "submarine" / "README.md"
    code = page.read_text("utf-8").split("```toml\n")[1].split("```")[0]
    assert read_script(code)(At(0)) == Controls(thrust=1.0, yaw=0.2)


MAZE = """
format = 1
title = "two corners"
cell_size = 4.0
floors = ['''
#########
#S###...#
#.###.#.#
#.....#.#
#######.#
#.......#
#########
''']
[goal]
catch = 1
air = 60.0
[[fish]]
species = "statue"
position = [6.0, 6.0, 2.0]
direction = [1.0, 0.0, 0.0]
[species.statue]
base = "sardine"
max_speed = 0.001
zone_radius = 0.0
side_gain = 0.0
"""


def test_the_autopilot_gets_a_still_fish_behind_corners():
    simulation = run(Simulation(dive_from_text(MAZE)), Autopilot(), 60.0)
    assert simulation.outcome == "won"


def test_the_autopilot_backs_out_of_a_corner_it_was_put_into():
    simulation = Simulation(dive_from_text(MAZE))
    bow = simulation.submarine.direction.copy()
    # Nose to the wall at the end of the entrance, all of the way still to go.
    run(simulation, lambda world: Controls(thrust=1.0, yaw=1.0), 3.0)
    assert not np.allclose(bow, simulation.submarine.direction)
    assert run(simulation, Autopilot(), 60.0).outcome == "won"


@pytest.mark.parametrize("maze", ["first-dive", "coral-gate"])
def test_the_autopilot_plays_and_is_never_stuck(maze):
    simulation, slow = Simulation(load_dive(maze), seed=2), [0, 0]

    def watch(world):
        slow[0] = slow[0] + 1 if world.submarine.speed < 0.3 else 0
        slow[1] = max(slow)

    run(simulation, Autopilot(), 60.0, watch)
    assert simulation.tally.caught >= 2
    assert slow[1] < 5 * 60


def test_the_autopilot_of_two_runs_is_the_same():
    ends = [run(Simulation(load_dive("coral-gate"), 5), Autopilot(), 20.0) for _ in range(2)]
    assert ends[0].submarine.position.tolist() == ends[1].submarine.position.tolist()
