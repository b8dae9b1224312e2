"""The rules: amounts from counters, poison, and the order of the ends."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.maze.maze import Goal
from game.simulation.rules import Tally, rules
from game.submarine.controls import Controls


def tally(catch=3, air=100.0):
    return Tally(Goal(catch=catch, air=air), rules())


def passed(count, of=None):
    of = of or tally()
    for _ in range(count):
        of.pass_tick()
    return of


def test_air_is_computed_from_counters_and_runs_faster_with_poison():
    t = passed(600)
    assert t.air == 100.0 - 10.0
    t.bite(5.0, 300)
    passed(600, t)
    assert t.poisoned_ticks == 300
    assert t.air == pytest.approx(100.0 - 20.0 - 5.0 * (rules().poison_air_rate - 1.0), abs=1e-12)


@given(st.lists(st.floats(0, 10, allow_subnormal=False), max_size=5), st.integers(0, 2000))
def test_air_gained_is_added_whenever_it_comes(gains, ticks):
    early, late = tally(), tally()
    for gain in gains:
        early.catch(10, gain)
    passed(ticks, early)
    passed(ticks, late)
    for gain in gains:
        late.catch(10, gain)
    assert early.air == late.air
    assert early.score == late.score == 10 * len(gains)


def test_a_second_poison_restarts_the_timer():
    t = passed(10)
    t.bite(1.0, 300)
    passed(200, t)
    t.bite(1.0, 300)
    assert t.poison == 5.0
    passed(299, t)
    assert t.poisoned
    passed(1, t)
    assert not t.poisoned
    assert t.poisoned_ticks == 500


def test_poison_weakens_and_wavers_by_chance_alone():
    t = passed(5)
    plain = Controls(thrust=1.0)
    assert t.impaired(plain, seed=1) == (plain, 1.0)
    t.bite(1.0, 600)
    seen = set()
    for _ in range(600):
        bent, thrust = t.impaired(plain, seed=1)
        assert thrust == rules().poison_thrust
        assert bent.thrust == 1.0
        assert abs(bent.yaw) <= rules().poison_waver
        assert t.impaired(plain, seed=1) == (bent, thrust)
        seen.add(bent.yaw)
        t.pass_tick()
    assert len(seen) > 10
    assert min(seen) < 0 < max(seen)


def test_wavering_stays_within_the_controls():
    t = tally()
    t.bite(1.0, 6000)
    for _ in range(2000):
        bent, _ = t.impaired(Controls(yaw=1.0, pitch=-1.0), seed=3)
        assert -1.0 <= bent.yaw <= 1.0
        assert -1.0 <= bent.pitch <= 1.0
        t.pass_tick()


@pytest.mark.parametrize(
    ("catches", "damage", "ticks", "outcome"),
    [
        (0, 0.0, 10, "running"),
        (3, 1000.0, 6000, "won"),
        (2, 1000.0, 6000, "hull"),
        (2, 99.0, 6000, "air"),
        (2, 99.0, 5999, "running"),
    ],
)
def test_won_comes_before_hull_before_air(catches, damage, ticks, outcome):
    t = passed(ticks)
    for _ in range(catches):
        t.catch(10, 0.0)
    t.bite(damage, 0)
    t.judge()
    assert t.outcome == outcome
