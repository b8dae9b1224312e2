"""The brute-force checks themselves, on rock small enough to look at."""

import itertools
import math
from pathlib import Path

import numpy as np
import pytest

from tests import brute

MAZE = """
cell_size = 2.0
floors = [
'''
###
#.#
..#
''',
'''
...
.#.
#..
''',
]
"""


@pytest.fixture
def rock(tmp_path: Path) -> brute.Rock:
    file = tmp_path / "small.toml"
    file.write_text(MAZE)
    return brute.read_rock(file)


def boxes(rock: brute.Rock) -> list[tuple[int, int, int]]:
    places = itertools.product(*(range(size) for size in rock.cells.shape))
    return [(i - 1, j - 1, k - 1) for i, j, k in places if rock.cells[i, j, k]]


def inside(rock: brute.Rock, point: np.ndarray, slack: float = 0.0) -> bool:
    return any(
        all(
            cell[axis] * 2.0 - slack <= point[axis] <= cell[axis] * 2.0 + 2.0 + slack
            for axis in range(3)
        )
        for cell in boxes(rock)
    )


def test_reads_rows_from_the_north_and_floors_from_the_sea_bed(rock: brute.Rock) -> None:
    water = np.argwhere(~rock.cells) - 1

    assert {tuple(cell) for cell in water.tolist()} == {
        (1, 1, 0),
        (0, 0, 0),
        (1, 0, 0),
        *((0, 2, 1), (1, 2, 1), (2, 2, 1), (0, 1, 1), (2, 1, 1), (1, 0, 1), (2, 0, 1)),
    }


def test_nearest_rock_is_the_nearest_of_all_boxes(rock: brute.Rock) -> None:
    points = np.random.default_rng(1).uniform(0.0, 6.0, (300, 3)) * (1.0, 1.0, 4.0 / 6.0)
    found = brute.nearest_rock(rock, points)

    for point, distance in zip(points, found, strict=True):
        all_of_them = [
            math.dist(
                point,
                [min(max(p, c * 2.0), c * 2.0 + 2.0) for p, c in zip(point, cell, strict=True)],
            )
            for cell in boxes(rock)
        ]
        assert distance == pytest.approx(min(*all_of_them, 2.0), abs=1e-12)


def test_clear_lines_agree_with_walking_in_small_steps(rock: brute.Rock) -> None:
    random = np.random.default_rng(2)
    starts = random.uniform(0.0, 6.0, (300, 3)) * (1.0, 1.0, 4.0 / 6.0)
    ends = random.uniform(0.0, 6.0, (300, 3)) * (1.0, 1.0, 4.0 / 6.0)
    found, sure = brute.clear_lines(rock, starts, ends)

    assert 10 < found.sum() < 290
    assert sure.sum() > 290
    for start, end, clear in zip(starts, ends, found, strict=True):
        walk = [start + share * (end - start) for share in np.linspace(0.0, 1.0, 400)]
        if clear:
            assert not any(inside(rock, point, -1e-9) for point in walk)
        else:
            assert any(inside(rock, point, 0.02) for point in walk)


def test_a_body_in_rock_is_found(rock: brute.Rock) -> None:
    header: brute.Entry = {"kind": "header", "submarine": {"radius": 0.9}, "species": {}}
    place: dict[str, list[float]] = {"position": [3.0, 3.0, 1.0]}
    trace: list[brute.Entry] = [header, {"kind": "tick", "tick": 0, "submarine": place, "fish": []}]

    assert brute.check_rock(trace, rock) == pytest.approx(0.1)
    place["position"][0] = 3.2
    with pytest.raises(brute.Broken, match="deep in rock"):
        brute.check_rock(trace, rock)
