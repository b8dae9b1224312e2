"""Broken maze files, each of its own kind: the right fault at its place, all of them in one run."""

from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.maze.faults import Faults
from game.maze.shipped import folder, names
from game.simulation.dive import check_file, dive_from_text

GOOD = """\
format = 1
title = "Reef"
cell_size = 4.0
floors = ['''
#####
#S.e#
#...#
#####
''',
]

[goal]
catch = 2
air = 60.0

[[spawn]]
species = "sardine"
at = "e"
every = 4.0
at_most = 6

[[fish]]
species = "barracuda"
position = [10.0, 6.0, 2.0]
direction = [0, 1, 0]

[[route]]
name = "round"
points = [[6.0, 6.0, 2.0], [10.0, 6.0, 2.0]]
"""


class Case(NamedTuple):
    """What is done to the good file, and what must be said: line, column, words."""

    old: str
    new: str
    faults: list[tuple[int, int, str]]


CASES = {
    "tab": Case("#...#", "#.\t.#", [(7, 3, "a tab (U+0009)")]),
    "blank in a row": Case("#...#", "#. .#", [(7, 3, "a blank (U+0020); write '.' for water")]),
    "ragged row": Case("#...#\n", "#...\n", [(7, 5, "is 4 cells wide, the first row is 5")]),
    "long row": Case("#...#\n", "#...##\n", [(7, 6, "the row is 6 cells wide")]),
    "floors of different size": Case(
        "''',\n]", "''',\n'''\n#####\n#####\n'''\n]", [(10, 1, "2 has 2 rows, the first has 4")]
    ),
    "an empty floor": Case(
        "''',\n]", "''',\n'''\n'''\n]", [(10, 1, "floor 2 has 0 rows, the first has 4")]
    ),
    "no floor": Case(GOOD[GOOD.index("floors") : GOOD.index("[goal]")], "floors = []\n", [
        (4, 10, "must have at least 1 items"),
    ]),
    "no floors": Case(GOOD[GOOD.index("floors") : GOOD.index("[goal]")], "", [
        (1, 1, "'floors' is missing"),
    ]),
    "two starts": Case("#...#", "#.S.#", [(7, 3, "a second start 'S'; the first is at 6:2")]),
    "no start": Case("#S.e#", "#..e#", [(4, 1, "no start: mark one cell with 'S'")]),
    "unknown symbol": Case(
        "#...#", "#.ß.#", [(7, 3, "unknown symbol 'ß' (U+00DF); known here: # . S e")]
    ),
    "control character symbol": Case("#...#", "#.\u200b.#", [(7, 3, "(U+200B)")]),
    "unknown species": Case(
        'species = "sardine"', 'species = "sardin"', [(17, 11, "did you mean 'sardine'?")]
    ),
    "fish in rock": Case(
        "position = [10.0, 6.0, 2.0]", "position = [2.0, 2.0, 2.0]", [(24, 12, "in rock")]
    ),
    "fish outside": Case(
        "position = [10.0, 6.0, 2.0]", "position = [-1.0, 6.0, 2.0]", [(24, 12, "in rock")]
    ),
    "fish without room": Case(
        "position = [10.0, 6.0, 2.0]",
        "position = [10.0, 4.2, 2.0]",
        [(24, 12, "needs 0.5 m of water around it")],
    ),
    "fish without direction": Case(
        "direction = [0, 1, 0]", "direction = [0, 0, 0]", [(25, 13, "needs a length")]
    ),
    "point of a route in rock": Case(
        "[10.0, 6.0, 2.0]]", "[10.0, 6.0, 9.0]]", [(29, 28, "the point is in rock")]
    ),
    "spawn letter nowhere": Case('at = "e"', 'at = "k"', [(18, 6, "no cell of the floors bears")]),
    "spawn letters in a list": Case(
        'at = "e"', 'at = ["e", "k"]', [(18, 12, "no cell of the floors bears")]
    ),
    "spawn letter of two": Case('at = "e"', 'at = "ee"', [(18, 6, "'at' String should match")]),
    "unreachable spawn": Case(
        "#S.e#\n#...#", "#S#e#\n#.###", [(18, 6, "cannot be reached"), (24, 12, "in rock"),
                                       (29, 28, "in rock")]
    ),
    "misspelt key": Case("at_most", "at_mots", [
        (16, 1, "'at_most' is missing"), (20, 1, "unknown key 'at_mots'; did you mean 'at_most'?"),
    ]),
    "misspelt table": Case("[goal]", "[gaol]", [
        (1, 1, "'goal' is missing"), (12, 2, "unknown key 'gaol'; did you mean 'goal'?"),
    ]),
    "wrong type": Case("catch = 2", 'catch = "two"', [(13, 9, "'catch' must be a whole number")]),
    "boolean for a number": Case("air = 60.0", "air = true", [(14, 7, "'air' must be a number")]),
    "NaN": Case("air = 60.0", "air = nan", [(14, 7, "'air' must be a finite number")]),
    "infinite": Case("every = 4.0", "every = inf", [(19, 9, "'every' must be a finite number")]),
    "negative cell size": Case("cell_size = 4.0", "cell_size = -4.0", [(3, 13, "must be")]),
    "a cell too small for the submarine": Case("cell_size = 4.0", "cell_size = 1.5", [
        (3, 13, "the submarine has to fit"), (24, 12, "in rock"), (29, 11, "in rock"),
        (29, 28, "in rock"),
    ]),
    "another format": Case("format = 1", "format = 2", [(1, 10, "'format' must be 1, not 2")]),
    "duplicate route": Case(
        "points = [[6", 'points = [[6.0, 6.0, 2.0], [6.0, 7.0, 2.0]]\n[[route]]\nname = "round"\n'
        "points = [[6", [(31, 8, "a second route named 'round'")]
    ),
    "open quotes": Case('title = "Reef"', 'title = "Reef', [
        (2, 14, "no other faults were looked for"),
    ]),
    "a key twice": Case("cell_size = 4.0", "cell_size = 4.0\ncell_size = 5.0", [
        (4, 16, "no other faults were looked for"),
    ]),
    "floors under goal": Case(GOOD, GOOD.replace(
        GOOD[GOOD.index("floors") : GOOD.index("[goal]")], ""
    ).replace("air = 60.0\n", "air = 60.0\n" + GOOD[GOOD.index("floors") : GOOD.index("[goal]")]), [
        (7, 1, "'floors' stands below [goal] and so belongs to that table"),
    ]),
    "species with a wrong value": Case("[[route]]", "[species.sardine]\nradius = -1.0\n[[route]]", [
        (28, 10, "'radius' must be greater than 0"),
    ]),
    "species with a misspelt key": Case("[[route]]", "[species.sardine]\nradios = 1.0\n[[route]]", [
        (28, 1, "unknown key 'radios'; did you mean 'radius'?"),
    ]),
    "species of an unknown base": Case("[[route]]", "[species.eel]\nbase = 'ell'\n[[route]]", [
        (28, 8, "unknown base 'ell'"),
    ]),
    "species too wide": Case("[[route]]", "[species.sardine]\nradius = 2.0\n[[route]]", [
        (28, 10, "not less than half a cell"),
    ]),
    "columns count characters": Case(
        "direction = [0, 1, 0]", "direction = [0, 1, 0] # ßß\n'ßß' = 1", [(26, 1, "unknown key")]
    ),
    "deep nesting": Case("catch = 2", "catch = " + "[" * 5000 + "]" * 5000, [
        (13, 70, "nested more than 32 deep"),
    ]),
    "a number of many digits": Case("catch = 2", "catch = " + "9" * 5000, [
        (1, 1, "no other faults were looked for"),
    ]),
}  # fmt: skip


def said(text):
    """The faults of a text: line, column, message."""
    try:
        dive_from_text(text, name="reef.toml")
    except Faults as error:
        return [(*fault.place, fault.message) for fault in error.faults]
    return []


def test_the_good_file_is_good():
    assert said(GOOD) == []


@pytest.mark.parametrize("name", CASES)
def test_each_kind_of_fault_at_its_place(name):
    case = CASES[name]
    assert case.old in GOOD
    found = said(GOOD.replace(case.old, case.new, 1))
    assert [place[:2] for place in found] == [fault[:2] for fault in case.faults], found
    for (*_, message), (*_, words) in zip(found, case.faults, strict=True):
        assert words in message


@pytest.mark.parametrize(
    ("data", "line", "column", "words"),
    [
        (b"", 1, 1, "is missing"),
        (b"\x7fELF\x00\x01\x02", 1, 1, "binary"),
        (GOOD.encode("utf-16"), 1, 1, "UTF-16"),
        (GOOD.encode("utf-16-le"), 1, 1, "binary"),
        (GOOD.replace("Reef", "Ré").encode("latin-1"), 2, 11, "no UTF-8 text: byte 0xe9"),
        (GOOD.replace("\n", "\r").encode(), 1, 11, "carriage return"),
        (b"# " + b"x" * (5 * 2**20), 1, 1, "larger than 4 MiB"),
    ],
    ids=["empty", "binary", "utf-16", "utf-16 without mark", "latin-1", "lone cr", "5 MiB"],
)
def test_files_that_are_no_toml(tmp_path, data, line, column, words):
    path = tmp_path / "reef.toml"
    path.write_bytes(data)
    first = check_file(path)[0]
    assert (*first.place, words in first.message) == (line, column, True), first


@pytest.mark.parametrize("make", ["folder", "nothing"])
def test_paths_that_cannot_be_read(tmp_path, make):
    path = tmp_path / "reef.toml"
    if make == "folder":
        path.mkdir()
    assert "cannot be read" in check_file(path)[0].message


def test_all_faults_of_a_file_come_in_one_run_in_order():
    names = ["unknown symbol", "two starts", "misspelt key", "wrong type", "NaN", "unknown species",
             "fish without direction", "point of a route in rock"]  # fmt: skip
    text = GOOD.replace("#...#", "#Sß.#")
    for name in names[2:]:
        text = text.replace(CASES[name].old, CASES[name].new, 1)
    found = said(text)
    places = [place[:2] for place in found]
    assert places == sorted(places)
    assert places == [(7, 2), (7, 3), (13, 9), (14, 7), (16, 1), (17, 11), (20, 1)]
    # Rock is looked at once the floors are in order.
    found = said(text.replace("#Sß.#", "#...#"))
    places = [(13, 9), (14, 7), (16, 1), (17, 11), (20, 1), (25, 13), (29, 28)]
    assert [place[:2] for place in found] == places


def test_a_file_of_another_kind_is_not_told_of_in_millions_of_lines():
    floor = GOOD.replace("#...#", "?" * 5 + "\n" + "#..S?" * 1200)
    found = [message for *_, message in said(floor)]
    assert len(found) < 2100
    assert "205 further faults of this kind from here on are not listed" in found
    assert len(said("".join(f"k{n} = 1\n" for n in range(1500)))) == 1001


def test_a_fault_reads_like_a_compilers_with_a_caret():
    with pytest.raises(Faults) as told:
        dive_from_text(GOOD.replace("#...#", "#.ß.#"), name="reef.toml")
    fault = told.value.faults[0]
    assert str(fault) == "reef.toml:7:3: unknown symbol 'ß' (U+00DF); known here: # . S e"
    assert fault.caret() == "    #.ß.#\n      ^"


def test_a_strike_that_can_orbit_is_warned_of(tmp_path):
    path = tmp_path / "reef.toml"
    path.write_text(GOOD + "[species.barracuda]\nstrike_smoothing = 0.01\n")
    warnings = [str(fault) for fault in check_file(path)]
    assert any(":31:20: warning: at 4.5 m/s a strike_smoothing" in line for line in warnings)
    assert said(path.read_text()) == []


@pytest.mark.parametrize("maze", names())
@pytest.mark.parametrize(
    "rewrite",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "\ufeff" + text,
        lambda text: text.rstrip("\n"),
        lambda text: text.rstrip("\n").replace("\n", "\r\n"),
        lambda text: text + "\n\n",
        lambda text: "\ufeff" + text.replace("\n", "\r\n"),
    ],
    ids=[
        "crlf",
        "bom",
        "no last newline",
        "crlf without the last",
        "more newlines",
        "bom and crlf",
    ],
)
def test_line_ends_and_marks_make_no_difference(maze, rewrite):
    text = (folder() / f"{maze}.toml").read_text("utf-8")
    one, other = dive_from_text(text).maze, dive_from_text(rewrite(text)).maze
    assert (one.grid.rock == other.grid.rock).all()
    assert one.start.tolist() == other.start.tolist()
    assert [s.cells.tolist() for s in one.spawns] == [s.cells.tolist() for s in other.spawns]
    assert (one.goal, one.fish, one.species) == (other.goal, other.fish, other.species)


WORDS = """
''' [ ] [[ { } = # S e . nan 1e999 -1 true ß 1979-05-27 "e" radius a.b.c [species.sardine]
99999999999999999999999999999999
"""
PIECES = [*WORDS.split(), '"' * 3, "\\u0000", "\n", "\x00", "\ufeff", "\r", "\U0001f41f"]


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.integers(0, len(GOOD)),
            st.integers(0, 12),
            st.sampled_from(PIECES) | st.text(max_size=3),
        ),
        min_size=1,
        max_size=4,
    )
)
def test_mutated_files_are_mazes_or_faults(changes):
    text = GOOD
    for at, gone, piece in changes:
        text = text[:at] + piece + text[at + gone :]
    try:
        text.encode()
    except UnicodeEncodeError:
        return
    lines = text.replace("\r\n", "\n").split("\n")
    for line, column, message in said(text):
        assert 1 <= line <= len(lines) + 1
        assert column >= 1
        assert message


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_a_fault(tmp_path_factory, data):
    path = Path(tmp_path_factory.getbasetemp()) / "any.toml"
    path.write_bytes(data)
    assert check_file(path)
