"""Plain shapes: balls, rounded blocks, tubes along a path, rings, wings, and where to put them."""

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from models.fins import sheet
from models.loft import lathe, loft
from models.mesh import Mesh, Part, unit
from models.parts import frame
from models.spline import Curve, Floats

Place = Callable[[Floats], Floats]


def facing(centre: ArrayLike, out: ArrayLike, up: ArrayLike = (0.0, 0.0, 1.0)) -> Place:
    """A placement that turns the y axis to `out` and moves the origin to `centre`."""
    axes, middle = frame(out, up), np.asarray(centre, np.float64)

    def place(points: Floats) -> Floats:
        return np.asarray(middle + points @ axes)

    return place


def upright(centre: ArrayLike, stretch: float = 1.0) -> Place:
    """A placement that turns the y axis up; `stretch` lengthens along the boat."""
    middle = np.asarray(centre, np.float64)

    def place(points: Floats) -> Floats:
        x, y, z = points.T
        return np.asarray(middle + np.stack([x, -z * stretch, y], axis=1))

    return place


def ball(centre: ArrayLike, size: ArrayLike, segments: int, part: Part) -> Mesh:
    """An ellipsoid of half axes `size` (3,)."""
    half = max(3, segments // 2)
    turn = np.linspace(0.0, np.pi, half + 1)
    profile = np.stack([np.cos(turn), np.maximum(np.sin(turn), 0.0)], axis=1)
    profile[[0, -1], 1] = 0.0
    middle, scale = np.asarray(centre, np.float64), np.asarray(size, np.float64)
    return lathe(profile, segments, part=part, place=lambda q: middle + q * scale)


def block(centre: ArrayLike, size: ArrayLike, part: Part, round_: float = 0.3) -> Mesh:
    """A block of half sizes `size` (3,) with round edges; `round_` 1 is a ball, 0 a box."""
    count = 12
    angle = (np.arange(count) + 0.5) * (2.0 * np.pi / count)
    turn = np.linspace(0.0, np.pi, 7)
    middle, scale = np.asarray(centre, np.float64), np.asarray(size, np.float64)

    def squared(value: Floats) -> Floats:
        return np.asarray(np.copysign(np.abs(value) ** round_, value))

    across = squared(np.maximum(np.sin(turn), 0.0))[1:-1, None]
    x, z = across * squared(np.sin(angle)), across * squared(np.cos(angle))
    y = np.broadcast_to(squared(np.cos(turn))[1:-1, None], x.shape)
    loops = middle + np.stack([x, y, z], axis=-1) * scale
    ends = middle + np.array([[0.0, 1.0, 0.0], [0.0, -1.0, 0.0]]) * scale
    return loft(loops, ends[0], ends[1], part=part)


def tube(path: ArrayLike, radius: float, part: Part, pieces: int = 12, segments: int = 6) -> Mesh:
    """A round tube along a smooth path through points (K, 3), K > 2, with rounded ends."""
    line = Curve(path).at(np.linspace(0.0, 1.0, pieces + 1))
    along = unit(np.gradient(line, axis=0))
    side = [_across(along[0])]
    for direction in along[1:]:
        side.append(unit(side[-1] - direction * (side[-1] @ direction)))
    over = np.cross(along, np.stack(side))
    angle = np.arange(segments) * (2.0 * np.pi / segments)
    spokes = (
        np.cos(angle)[:, None] * np.stack(side)[:, None] + np.sin(angle)[:, None] * over[:, None]
    )
    loops = line[:, None] + radius * spokes
    caps = [line[i, None] + step * 0.5 * radius * along[i] + 0.75 * radius * spokes[i]
            for i, step in ((0, -1.0), (-1, 1.0))]  # fmt: skip
    loops = np.concatenate([caps[0][None], loops, caps[1][None]])
    ends = line[[0, -1]] + np.array([[-0.7], [0.7]]) * radius * along[[0, -1]]
    return loft(loops, ends[0], ends[1], part=part)


def _across(direction: Floats) -> Floats:
    axis = np.eye(3)[int(np.argmin(np.abs(direction)))]
    return unit(np.cross(direction, axis))


def ring(
    radius: float, thick: float, segments: int, part: Part, place: Place | None = None,
    sides: int = 6,
) -> Mesh:  # fmt: skip
    """A torus round the y axis."""
    turn = np.linspace(0.0, 2.0 * np.pi, sides + 1)
    profile = np.stack([thick * np.cos(turn), radius + thick * np.sin(turn)], axis=1)
    return lathe(profile, segments, part=part, place=place)


def dome(
    radius: float, height: float, segments: int, part: Part, place: Place, rows: int = 3
) -> Mesh:
    """A cap that bulges along +y, its foot in the plane y = 0."""
    turn = np.linspace(0.0, 0.5 * np.pi, rows + 1)
    profile = np.stack([height * np.cos(turn), radius * np.sin(turn)], axis=1)
    return lathe(profile, segments, part=part, place=place)


def wing(
    root: tuple[ArrayLike, ArrayLike], tip: tuple[ArrayLike, ArrayLike], thickness: float,
    part: Part, rows: int = 5, columns: int = 8, band: float = 0.5,
) -> Mesh:  # fmt: skip
    """A wing with a round nose, a sharp tail and a rounded tip.

    Args:
        root: Leading and trailing point of the root.
        tip: Leading and trailing point of the tip.
        thickness: At the root.
        part: Code of the piece.
        rows: Quads from root to tip.
        columns: Quads along the chord.
        band: Part of the span where the paint changes: a narrow row of quads.
    """
    u = np.sin(0.5 * np.pi * np.linspace(0.0, 1.0, rows + 1))
    u = np.sort([*u[np.abs(u - band) > 0.05], band - 0.006, band + 0.006])
    v = 0.5 - 0.5 * np.cos(np.pi * np.linspace(0.0, 1.0, columns + 1))
    shrink = np.sqrt(np.maximum(1.0 - u**6, 0.0))[:, None]
    chord = (0.45 + (v[None] - 0.45) * (0.35 + 0.65 * shrink))[..., None]
    (a, b), (c, d) = ([np.asarray(p, np.float64) for p in pair] for pair in (root, tip))
    span = u[:, None, None]
    lead, trail = a + (c - a) * span, b + (d - b) * span
    middle = lead + (trail - lead) * chord
    naca = 0.2969 * np.sqrt(v) - 0.126 * v - 0.3516 * v**2 + 0.2843 * v**3 - 0.1036 * v**4
    half = 5.0 * thickness * np.maximum(naca, 0.0) * shrink * (1.0 - 0.4 * u)[:, None]
    half[:, [0, -1]] = 0.0
    return sheet(middle, half, np.stack(np.broadcast_arrays(u[:, None], v), axis=-1), part)
