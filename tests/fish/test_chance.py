"""Chance is a counter: pure, even, and nobody's draw moves another's."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from game.fish import chance
from game.fish.chance import Purpose

MASK = (1 << 64) - 1
whole = st.integers(0, 2**40)


def mix(z: int) -> int:
    """SplitMix64's finaliser in plain integers."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


@given(st.integers(-(2**63), 2**63), whole, whole, whole, st.sampled_from(list(Purpose)))
def test_draw_is_the_chain_of_mixes(seed, source, number, tick, purpose):
    h = seed & MASK
    for part in (source, number, tick, int(purpose)):
        h = mix(h ^ part)
    got = chance.draw(chance.stem(seed, source, number), tick, purpose)
    assert int(got[0]) == h
    assert float(chance.uniform(got)[0]) == (h >> 11) * 2.0**-53
    assert np.array_equal(chance.direction(got)[0], chance.DIRECTIONS[h >> 52])


def test_batches_draw_like_single_fish():
    numbers = np.arange(500, dtype=np.int64)
    batch = chance.draw(chance.stem(7, numbers * 0 + 3, numbers), 99, Purpose.NOISE)
    single = [int(chance.draw(chance.stem(7, 3, int(n)), 99, Purpose.NOISE)[0]) for n in numbers]
    assert batch.tolist() == single


def test_uniform_and_directions_are_even():
    ticks = np.arange(20_000, dtype=np.int64)
    stems = np.repeat(chance.stem(1, 0, 0), len(ticks))
    h = chance.draw(stems, ticks, Purpose.NOISE)
    u, d = chance.uniform(h), chance.direction(h)
    assert u.min() >= 0
    assert u.max() < 1
    assert abs(u.mean() - 0.5) < 0.01
    assert abs(u.var() - 1 / 12) < 0.003
    assert np.abs(d.mean(axis=0)).max() < 0.02
    assert np.abs((d[:, :, None] * d[:, None, :]).mean(axis=0) - np.eye(3) / 3).max() < 0.02


def test_directions_are_unit_and_cover_the_sphere():
    table = chance.DIRECTIONS
    assert table.shape == (4096, 3)
    assert np.abs(np.linalg.norm(table, axis=1) - 1).max() < 1e-11
    nearest = np.sort(table @ table.T, axis=1)[:, -2]
    assert np.degrees(np.arccos(nearest)).min() > 2.0
    assert np.degrees(np.arccos(nearest)).max() < 4.0
