"""The mazes that ship keep their promises, and the schema is true of them."""

import tomllib

import jsonschema
import numpy as np
import pytest

from game.maze.flow import FlowFields
from game.maze.shipped import folder, names, path_of
from game.simulation.dive import check_file, load_dive, maze_schema
from tests.maze.test_broken_files import CASES, GOOD


def test_the_four_are_there():
    assert set(names()) >= {"open-water", "first-dive", "coral-gate", "labyrinth"}


@pytest.mark.parametrize("name", names())
def test_no_fault_no_warning_and_all_water_is_reached(name):
    assert [str(fault) for fault in check_file(path_of(name))] == []
    maze = load_dive(name).maze
    field = FlowFields(maze.grid).to(maze.grid.cell_of(maze.start[None])[0])
    assert (field.steps(maze.grid.water_cells()) >= 0).all()


def test_open_water_is_empty_and_wide():
    grid = load_dive("open-water").maze.grid
    assert not grid.rock.any()
    assert (grid.size >= [200, 200, 60]).all()


def test_first_dive_is_one_floor():
    assert load_dive("first-dive").maze.grid.shape[2] == 1


def test_coral_gate_has_three_floors_joined_by_shafts_and_all_species():
    maze = load_dive("coral-gate").maze
    assert maze.grid.shape[2] == 3
    water = ~maze.grid.rock
    for floor in (0, 1):
        assert np.count_nonzero(water[:, :, floor] & water[:, :, floor + 1]) >= 3
    assert {spawn.species for spawn in maze.spawns} == {"sardine", "barracuda", "lionfish"}


def test_labyrinth_is_large_and_has_loops():
    grid = load_dive("labyrinth").maze.grid
    assert (np.array(grid.shape) >= [31, 31, 7]).all()
    water = ~grid.rock
    edges = sum(
        int(
            np.count_nonzero(np.take(water, range(1, n), axis) & np.take(water, range(n - 1), axis))
        )
        for axis, n in enumerate(grid.shape)
    )
    assert edges > int(np.count_nonzero(water)) + 50


@pytest.mark.parametrize("name", names())
def test_the_schema_accepts_every_shipped_maze(name):
    values = tomllib.loads((folder() / f"{name}.toml").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(maze_schema())
    jsonschema.validate(values, maze_schema(), cls=jsonschema.Draft202012Validator)


@pytest.mark.parametrize(
    "name",
    ["wrong type", "boolean for a number", "negative cell size", "another format", "misspelt key",
     "misspelt table", "no floor", "no floors", "species with a wrong value", "spawn letter of two",
     "species with a misspelt key", "species of an unknown base"],
)  # fmt: skip
def test_the_schema_refuses_what_reading_refuses(name):
    values = tomllib.loads(GOOD.replace(CASES[name].old, CASES[name].new, 1))
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(values, maze_schema(), cls=jsonschema.Draft202012Validator)
