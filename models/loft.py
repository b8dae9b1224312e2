"""Lofted bodies: rings of a smooth section along a smooth profile."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from models.mesh import Mesh, Part, flipped, make, volume
from models.spline import Curve, Floats, Ints, smoothstep


class Station(NamedTuple):
    """One section of a body, across the y axis.

    Attributes:
        y: Where it stands.
        top: Height of the back.
        bottom: Height of the belly.
        width: Half the width, at its widest.
        mid: Height of the widest place.
        ridge: How pinched the upper half is, 0 an ellipse, 0.4 a ridge, below 0 a box.
        keel: The same of the lower half.
    """

    y: float
    top: float
    bottom: float
    width: float
    mid: float
    ridge: float = 0.0
    keel: float = 0.0


class Gill(NamedTuple):
    """The edge of a gill cover: a small step inwards behind parameter `at`."""

    at: float
    depth: float
    fade: float = 0.14


class Body:
    """A closed body, symmetric in x, from a nose (first station) to a tail (last station).

    A point of it is given by s, 0 at the nose and 1 at the tail, and an angle, 0 at the back, a
    quarter turn at the side (x > 0), a half turn at the belly. Rings bow towards the tail at
    the side by `bow`, so that edges of the mesh run along gill covers and slanted bars.
    """

    def __init__(
        self, stations: Sequence[Station], *, bow: float = 0.0, gill: Gill | None = None
    ) -> None:
        """Prepare a body; the first and the last station should have no extent."""
        table = np.array(stations, dtype=np.float64)
        self.bow = bow
        self.gill = gill
        self._curve = Curve(table, Curve(table[:, :4]).knots, flat_start=(0,))
        self._fine = np.linspace(0.0, 1.0, 1201)
        self._fine_y = self._curve.at(self._fine)[:, 0]

    def point(self, s: ArrayLike, angle: ArrayLike) -> Floats:
        """Points (..., 3) at parameters and angles that broadcast."""
        s_given, turn = np.broadcast_arrays(np.asarray(s, np.float64), np.asarray(angle))
        across = np.sin(turn)
        place = s_given + self.bow * 16.0 * (s_given * (1.0 - s_given) * across) ** 2
        y, top, bottom, width, mid, ridge, keel = np.moveaxis(self._curve.at(place), -1, 0)
        shrink = self._gill_step(s_given, across)
        pinch = np.where(turn < np.pi / 2, ridge, keel)
        x = np.maximum(width, 0.0) * across * (1.0 - pinch * (1.0 - across * across)) * shrink
        z = mid + np.where(turn < np.pi / 2, top - mid, mid - bottom) * np.cos(turn) * shrink
        return np.stack([x, y, z], axis=-1)

    def _gill_step(self, s: Floats, across: Floats) -> Floats:
        if self.gill is None:
            return np.ones_like(s)
        at, depth, fade = self.gill
        step = smoothstep(at, at + 0.008, s) * (1.0 - smoothstep(at + 0.01, at + fade, s))
        return np.asarray(1.0 - depth * step * across**2)

    def normal(self, s: float, angle: float) -> Floats:
        """The outward unit normal (3,) at one place."""
        d = 1e-3
        along = self.point(s + d, angle) - self.point(s - d, angle)
        around = self.point(s, angle + d) - self.point(s, angle - d)
        n = np.cross(along, around)
        return np.asarray(n / np.sqrt((n * n).sum()))

    def s_of(self, y: ArrayLike) -> Floats:
        """Parameters of the sections at given y."""
        return np.asarray(np.interp(-np.asarray(y), -self._fine_y, self._fine))

    def place_of(self, position: Floats) -> tuple[Floats, Floats]:
        """Parameter (V,) of the ring and angle (V,) of points (V, 3) near the skin."""
        leaned = self.s_of(position[:, 1])
        _, top, bottom, _, mid, _, _ = self._curve.at(leaned).T
        height = position[:, 2] - mid
        reach = np.maximum(np.where(height > 0.0, top - mid, mid - bottom), 1e-6)
        angle = np.arccos(np.clip(height / reach, -1.0, 1.0))
        s = leaned
        for _ in range(6):
            s = leaned - self.bow * 16.0 * (s * (1.0 - s) * np.sin(angle)) ** 2
        return s, angle

    def places(self, rings: int) -> Floats:
        """Parameters of `rings` rings: evenly along, closer together where it bends."""
        outline = self._curve.at(self._fine)
        dy = np.diff(outline[:, 0])
        density = np.full(len(dy), 1.0 / len(dy))
        for column in (1, 2, 3):
            dz = np.diff(outline[:, column])
            turn = np.abs(np.diff(np.unwrap(np.arctan2(dz, dy))))
            density[1:] += 0.12 * turn
            density += 0.2 * np.hypot(dy, dz) / np.hypot(dy, dz).sum()
        total = np.concatenate([[0.0], np.cumsum(density)])
        return np.interp(np.linspace(0.0, 1.0, rings + 2), total / total[-1], self._fine)[1:-1]

    def mesh(
        self, rings: int, half: int, *, part: Part, also: Sequence[float] = (), fine: bool = True
    ) -> Mesh:
        """The body as a closed mesh; `surface` is the length along it and round it from the back.

        Args:
            rings: How many rings, before those of the pattern and the gill.
            half: Quads from back to belly on each side.
            part: Code of the piece.
            also: Ascending parameters of a pattern's rings; no others lie between them.
            fine: The edge of the gill gets rings of its own.
        """
        s = self._rings(rings, also, fine)
        angle = _crowded(half)
        right = self.point(s[:, None], angle[None, :])
        right[:, 0, 0] = right[:, -1, 0] = 0.0
        left = right[:, -2:0:-1] * np.array([-1.0, 1.0, 1.0])
        loops = np.concatenate([right, left], axis=1)
        ends = self.point(np.array([0.0, 1.0]), 0.0) * np.array([0.0, 1.0, 1.0])
        return loft(loops, ends[0], ends[1], part=part, surface=_mapped(right, ends))

    def _rings(self, rings: int, also: Sequence[float], fine: bool) -> Floats:
        """All rings: no even one inside a pattern, nor at a gill edge that has its own."""
        low, high = (also[0] - 0.008, also[-1] + 0.008) if also else (2.0, 2.0)
        kept = [p for p in self.places(rings) if not low < p < high] + list(also)
        if self.gill is not None and fine:
            at = self.gill.at
            kept = [p for p in kept if not at - 0.02 < p < at + 0.035]
            kept += [at - 0.012, at, at + 0.008, at + 0.025]
        return np.sort(kept)


def _crowded(half: int) -> Floats:
    """Angles from back to belly, closer at both, where a tall section bends most."""
    even = np.linspace(0.0, np.pi, half + 1)
    return np.arctan2(0.78 * np.sin(even), np.cos(even))


def _mapped(right: Floats, ends: Floats) -> Floats:
    """Surface coordinates of both ends and all loops: along by y, round by length."""
    nose = ends[0, 1]
    along = nose - right[:, :, 1]
    steps = np.sqrt((np.diff(right, axis=1) ** 2).sum(axis=2))
    around = np.concatenate([np.zeros((len(right), 1)), np.cumsum(steps, axis=1)], axis=1)
    half = np.stack([along, around], axis=-1)
    loops = np.concatenate([half, half[:, -2:0:-1]], axis=1).reshape(-1, 2)
    return np.concatenate([loops, [[0.0, 0.0], [nose - ends[1, 1], 0.0]]])


def loft(
    loops: Floats,
    start: ArrayLike | None,
    end: ArrayLike | None,
    *,
    part: Part,
    surface: Floats | None = None,
    closed: bool = False,
) -> Mesh:
    """Skin closed loops (R, S, 3), with a point at either end or an open end (None).

    It faces outward: a skin that comes out with a negative volume is turned.

    Args:
        loops: (R, S, 3) vertices.
        start: (3,) point before the first loop, or None.
        end: (3,) point behind the last loop, or None.
        part: Code of the piece.
        surface: (R·S + points, 2), the points last.
        closed: The last loop joins the first again.
    """
    rings, size = loops.shape[:2]
    points = [loops.reshape(-1, 3)]
    triangles = [tube_triangles(rings, size, closed)]
    for point, ring, turned in ((start, 0, False), (end, rings - 1, True)):
        if point is None:
            continue
        apex = sum(len(p) for p in points)
        points.append(np.asarray(point, np.float64).reshape(1, 3))
        triangles.append(_cone(ring * size, size, apex, turned))
    position, index = np.concatenate(points), np.concatenate(triangles)
    middle = position - position.mean(axis=0)
    if volume(middle, index) < 0.0:
        index = index[:, ::-1]
    return make(position, index, part=part, surface=surface)


def tube_triangles(rings: int, size: int, closed: bool = False) -> Ints:
    """Triangles of closed loops of `size` vertices, ring after ring, or round and round."""
    r, k = np.meshgrid(np.arange(rings if closed else rings - 1), np.arange(size), indexing="ij")
    a, b = r * size + k, r * size + (k + 1) % size
    c, d = (a + size) % (rings * size), (b + size) % (rings * size)
    return np.stack([np.stack([a, c, b], -1), np.stack([b, c, d], -1)], axis=2).reshape(-1, 3)


def _cone(first: int, size: int, apex: int, turned: bool) -> Ints:
    k = np.arange(size)
    a, b, c = first + k, first + (k + 1) % size, np.full(size, apex)
    return np.stack([a, c, b] if turned else [a, b, c], axis=1)


def _even_turn(segments: int) -> Floats:
    return np.asarray(np.arange(segments) * (2.0 * np.pi / segments), np.float64)


def lathe(
    profile: ArrayLike,
    segments: int | Floats,
    *,
    part: Part,
    place: Callable[[Floats], Floats] | None = None,
    inward: bool = False,
) -> Mesh:
    """Turn a profile of (along, radius) (P, 2) round the y axis; radius 0 ends make poles.

    Args:
        profile: (P, 2), from front to back; where it ends as it began it makes a ring.
        segments: Quads round, or the angles (S,) of the vertices, 0 up, a quarter turn at +x.
        part: Code of the piece.
        place: Moves the points (N, 3) before the mesh is made.
        inward: It is seen from the axis, as a bowl is.
    """
    line = np.asarray(profile, np.float64)
    closed = bool(np.abs(line[0] - line[-1]).max() < 1e-9)
    line = line[:-1] if closed else line
    open_ends = line[:, 1] > 0.0
    turn = _even_turn(segments) if isinstance(segments, int) else segments
    circle = np.stack([np.sin(turn), np.zeros(len(turn)), np.cos(turn)], axis=1)
    loops = circle[None] * line[open_ends, 1][:, None, None]
    loops[:, :, 1] = line[open_ends, 0][:, None]
    ends = [None if open_ends[i] else np.array([0.0, line[i, 0], 0.0]) for i in (0, -1)]
    if place is not None:
        loops = place(loops.reshape(-1, 3)).reshape(loops.shape)
        ends = [None if e is None else place(e.reshape(1, 3))[0] for e in ends]
    turned = loft(loops, ends[0], ends[1], part=part, closed=closed)
    return flipped(turned) if inward else turned
