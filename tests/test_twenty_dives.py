"""Some of the many dives; `python -m tests.twenty_dives` swims them all."""

import pytest

from tests import brute
from tests.twenty_dives import dive, touching


@pytest.mark.parametrize("seed", [1, 2])
def test_a_dive_in_coral_gate(seed: int) -> None:
    one = dive("coral-gate", seed, "autopilot", 120.0)

    assert one.counts.caught > 0
    assert one.counts.struck > 0
    assert one.counts.expired > 0
    assert {state for path in one.counts.paths for state in path} == brute.STATES
    assert one.lively.ticks > 10_000
    assert one.lively.slow_share < 0.01
    assert one.lively.changes_a_second < 2.0


def test_fish_in_the_labyrinth_swim_on() -> None:
    one = dive("labyrinth", 1, "autopilot", 60.0)

    assert one.lively.ticks > 10_000
    assert one.lively.slow_share < 0.01
    assert one.lively.changes_a_second < 2.0


def test_most_strikes_at_a_still_submarine_touch() -> None:
    swum = [dive("coral-gate", seed, "still", 90.0) for seed in (1, 2)]

    assert sum(one.strikes[0] for one in swum) >= 4
    assert touching(swum) > 0.5
