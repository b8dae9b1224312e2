"""What a fish does with what it knows: wish, flock, walls, turn.

The order and the gains stand in `steer`; the formulas are in `game.steering`. A fish acts on the
world of one tick and nothing here writes into it: the caller does, when all is computed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from game.fish import chance
from game.fish.chance import Purpose
from game.fish.lifecycle import COLLIDE, SIDE_DODGE
from game.fish.shoal import Shoal
from game.fish.species import FEELERS
from game.fish.traits import SCENT
from game.maze.flow import FlowFields
from game.maze.grid import Grid
from game.maze.rays import cast
from game.steering import flock, model
from game.steering.arrays import Bools, Floats, Ints
from game.steering.avoidance import Felt, avoid
from game.steering.feelers import FEELER_SETS, FeelerSet, feel
from game.steering.neighbours import pairs
from game.steering.noise import between
from game.steering.vectors import left_of, length, unit


class Target(NamedTuple):
    """The submarine as the fish's rules need it."""

    position: Floats
    """(3,) m."""
    velocity: Floats
    """(3,) m/s, the last tick's real displacement times 60."""


class Parts(NamedTuple):
    """How each fish came to its new heading, (N, 3) each: what later views show."""

    toward: Floats
    """e_t: towards where it believes the submarine to be."""
    noise: Floats
    """r: the unit vector of chance."""
    wish: Floats
    """What the rule of its state wants."""
    flock: Floats
    """The weighted sum of separation, alignment and cohesion."""
    walls: Floats
    """What the walls changed in the desired direction."""
    desired: Floats
    """e, before the turn."""


class Steered(NamedTuple):
    """The new headings with what goes with them."""

    direction: Floats
    """(N, 3) unit."""
    holding: Bools
    """(N,) holds still in this step, only turning."""
    side: Floats
    """(N,) the side each dodge has chosen."""
    committed: Ints
    """(N,) the side each fish takes round the wall before it."""
    knots: Floats
    """(N, 2, 3) the knots of the noise."""
    parts: Parts


def steer(shoal: Shoal, target: Target, grid: Grid, flows: FlowFields, tick: int) -> Steered:
    """Steer every fish by the rule of its state.

    Args:
        shoal: the fish at this tick.
        target: the submarine at this tick.
        grid: the rock.
        flows: the ways through the water.
        tick: this tick.
    """
    knots = _knots(shoal, tick)
    noise = between(knots[:, 0], knots[:, 1], _knot_share(shoal, tick))
    toward = model.towards(_aim(shoal, flows, grid), shoal.position, shoal.direction)
    wish, side = _wish(shoal, target, toward, noise, grid)
    together, desired = _flock(shoal, wish, tick)
    apart, committed = _walls(shoal, desired, grid)
    striking = shoal.state == COLLIDE
    smoothing = np.where(striking, shoal.traits.strike_turn, shoal.traits.turn)
    direction = model.turn(shoal.direction, apart, smoothing)
    holding = (tick < shoal.resting_until) | (striking & (tick < shoal.poised_until))
    parts = Parts(toward, noise, wish, together, apart - desired, apart)
    return Steered(direction, holding, side, committed, knots, parts)


def _knots(shoal: Shoal, tick: int) -> Floats:
    """The knots of the noise between which each fish is at this tick."""
    age = tick - shoal.born
    passing = np.flatnonzero((age > 0) & (age % shoal.traits.knot_ticks == 0))
    if not len(passing):
        return shoal.knots
    knots = shoal.knots.copy()
    knots[passing, 0] = knots[passing, 1]
    ahead = tick + shoal.traits.knot_ticks[passing]
    knots[passing, 1] = chance.direction(chance.draw(shoal.stem[passing], ahead, Purpose.NOISE))
    return knots


def _knot_share(shoal: Shoal, tick: int) -> Floats:
    every = shoal.traits.knot_ticks
    return (tick - shoal.born) % every / every


def _aim(shoal: Shoal, flows: FlowFields, grid: Grid) -> Floats:
    """Where each fish heads for: the known place, or the next cell of the scent's way (N, 3)."""
    scenting = np.flatnonzero((shoal.traits.perception == SCENT) & ~shoal.sees)
    if not len(scenting):
        return shoal.known
    aim = shoal.known.copy()
    cell = grid.cell_of(shoal.known[scenting[:1]])[0]
    aim[scenting] = flows.to(cell).aim(shoal.position[scenting])
    return aim


def _wish(
    shoal: Shoal, target: Target, toward: Floats, noise: Floats, grid: Grid
) -> tuple[Floats, Floats]:
    """The direction each fish wants by the rule of its state (N, 3), and the dodge sides (N,)."""
    traits = shoal.traits
    about = np.where(shoal.aware[:, None], toward, shoal.direction)
    wish = model.follow(about, noise, traits.follow_noise)
    striking = np.flatnonzero(shoal.state == COLLIDE)
    if len(striking):
        wish[striking] = _strike(shoal, target, toward, striking)
    side = shoal.side
    dodging = np.flatnonzero(shoal.state == SIDE_DODGE)
    if len(dodging):
        side = side.copy()
        wish[dodging], side[dodging] = _dodge(shoal, toward, dodging, grid)
    return wish, side


def _strike(shoal: Shoal, target: Target, toward: Floats, rows: Ints) -> Floats:
    """Pursue: at the submarine, or ahead of it for a fish that predicts and sees it move."""
    lead = shoal.traits.prediction[rows]
    if not lead.any():
        return toward[rows]
    place, speed = shoal.known[rows], shoal.max_speed[rows]
    distance = length(place - shoal.position[rows])
    motion = np.where(shoal.sees[rows, None], target.velocity, 0.0)
    ahead = model.pursue_point(place, motion, distance, speed, lead)
    aimed = model.towards(ahead, shoal.position[rows], shoal.direction[rows])
    return np.where((lead > 0.0)[:, None], aimed, toward[rows])


def _dodge(shoal: Shoal, toward: Floats, rows: Ints, grid: Grid) -> tuple[Floats, Floats]:
    """Side-dodge while near, straight on while darting; the side is chosen when a dodge begins."""
    traits = shoal.traits
    direction, ahead = shoal.direction[rows], toward[rows]
    formula = model.side(ahead, direction)
    side = shoal.side[rows]
    new = np.flatnonzero(side == 0.0)
    if len(new):
        side[new] = 1.0
        choosing = new[traits.chooses_side[rows[new]]]
        if len(choosing):
            side[choosing] = _free_side(shoal, rows[choosing], formula[choosing], grid)
    dodge = model.side_dodge(
        formula * side[:, None], ahead, traits.side_gain[rows], traits.retreat_gain[rows]
    )
    return np.where(shoal.near[rows, None], dodge, direction), side


def _free_side(shoal: Shoal, rows: Ints, formula: Floats, grid: Grid) -> Floats:
    """+1 for the formula's side, -1 where that is blocked and the other is not."""
    reach = shoal.traits.look_ahead[rows] * shoal.max_speed[rows] + shoal.traits.radius[rows]
    origin = shoal.position[rows]
    hit = cast(
        grid,
        np.concatenate((origin, origin)),
        np.concatenate((formula, -formula)),
        np.concatenate((reach, reach)),
    ).distance
    n = len(rows)
    blocked, other = np.isfinite(hit[:n]), np.isfinite(hit[n:])
    return np.where(blocked & ~other, -1.0, 1.0)


def _flock(shoal: Shoal, wish: Floats, tick: int) -> tuple[Floats, Floats]:
    """The flock's part (N, 3), and the wish with it."""
    traits, n = shoal.traits, len(shoal)
    flocking = (traits.separation + traits.alignment + traits.cohesion) > 0.0
    none = np.zeros_like(wish)
    if n < 2 or not flocking.any():
        return none, wish
    i, j = pairs(shoal.position, float(traits.neighbour_radius.max()))
    gap = shoal.position[i] - shoal.position[j]
    distance = length(gap)
    met = distance < traits.neighbour_radius[i]
    if not met.any():
        return none, wish
    i, j, gap, distance = i[met], j[met], gap[met], distance[met]
    apart = _parting(shoal, i, j, gap, distance, tick)
    reach = traits.neighbour_radius[i]
    part = traits.separation[:, None] * flock.separation(i, apart, distance, reach, n)
    if traits.alignment.any() or traits.cohesion.any():
        kin = traits.species[i] == traits.species[j]
        i, j, gap = i[kin], j[kin], gap[kin]
        part += traits.alignment[:, None] * flock.alignment(i, shoal.direction[j], n)
        part += traits.cohesion[:, None] * flock.cohesion(i, gap, n)
    moved = (part != 0.0).any(axis=1, keepdims=True)
    return part, np.where(moved, unit(wish + part), wish)


def _parting(shoal: Shoal, i: Ints, j: Ints, gap: Floats, distance: Floats, tick: int) -> Floats:
    """The unit direction from each neighbour; fish on one spot part by chance, in opposite ways."""
    apart = unit(gap)
    same = np.flatnonzero(distance == 0.0)
    if len(same):
        low = np.minimum(i[same], j[same])
        way = chance.direction(chance.draw(shoal.stem[low], tick, Purpose.PARTING))
        apart[same] = np.where((i[same] == low)[:, None], way, -way)
    return apart


def _walls(shoal: Shoal, desired: Floats, grid: Grid) -> tuple[Floats, Ints]:
    """The desired directions (N, 3) turned off the walls, and the sides committed to."""
    away, committed = desired.copy(), np.zeros_like(shoal.committed)
    for code, name in enumerate(FEELERS):
        rows = np.flatnonzero(shoal.traits.feelers == code)
        if len(rows):
            away[rows], committed[rows] = _feel(shoal, desired, FEELER_SETS[name], rows, grid)
    return away, committed


def _feel(
    shoal: Shoal, desired: Floats, feelers: FeelerSet, rows: Ints, grid: Grid
) -> tuple[Floats, Ints]:
    """What the fish in some rows, with one set of feelers, make of the walls."""
    n, count = len(rows), len(feelers.lengths)
    heading, radius = shoal.direction[rows], shoal.traits.radius[rows]
    left = left_of(heading)
    reach = shoal.traits.look_ahead[rows] * shoal.max_speed[rows]
    lengths = reach[:, None] * feelers.lengths
    hits = cast(
        grid,
        np.repeat(shoal.position[rows], count, axis=0),
        feel(feelers, heading, left).reshape(-1, 3),
        (lengths + radius[:, None]).reshape(-1),
    )
    felt = Felt(
        hits.distance.reshape(n, count),
        hits.normal.reshape(n, count, 3),
        hits.face.reshape(n, count),
    )
    away, committed = desired[rows], np.zeros_like(rows)
    met = np.flatnonzero(np.isfinite(felt.distance).any(axis=1))
    if len(met):
        away[met], committed[met] = avoid(
            away[met],
            heading[met],
            left[met],
            feelers,
            Felt(felt.distance[met], felt.normal[met], felt.face[met]),
            radius[met],
            lengths[met],
            shoal.traits.wall_gain[rows[met]],
            shoal.committed[rows[met]],
        )
    return away, committed
