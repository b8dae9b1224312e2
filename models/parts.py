"""Parts that several models share: eyes, strips on a skin, fins in pairs, swim weights."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from models.fins import grid_triangles
from models.loft import Body, lathe
from models.mesh import Mesh, Part, Places, make, save, unit
from models.paint import mix, ramp, rgb
from models.spline import Curve, Floats, smoothstep


class Detail(NamedTuple):
    """How finely a fish is cut.

    Attributes:
        share: Of the full number of rings, rows and segments.
        small: Whether parts that only show from near are there: lids, lips, teeth.
    """

    share: float = 1.0
    small: bool = True

    def of(self, full: int, least: int) -> int:
        """That share of a number of parts, not under `least`."""
        return max(least, round(full * self.share))


NEAR = Detail()
FAR = Detail(0.4, small=False)


def frame(out: ArrayLike, up: ArrayLike = (0.0, 0.0, 1.0)) -> Floats:
    """Axes as rows (3, 3): one across, `out` itself, and one near `up`."""
    y = unit(np.asarray(out, np.float64))
    x = unit(np.cross(y, np.asarray(up, np.float64)))
    return np.stack([x, y, np.cross(x, y)])


class Eye(NamedTuple):
    """Colours and measures of an eye.

    Attributes:
        radius: Of the ball.
        white, iris, rim, pupil: sRGB codes, from outside in.
        pupil_size: As a part of the visible disc.
        iris_size: As a part of the visible disc.
        bulge: How far the ball stands out, 1 a half ball.
    """

    radius: float
    white: str
    iris: str
    rim: str = "#15181c"
    pupil: str = "#06070a"
    pupil_size: float = 0.5
    iris_size: float = 0.85
    bulge: float = 0.55


def eye_mesh(eye: Eye, centre: ArrayLike, out: ArrayLike, detail: Detail) -> Mesh:
    """A flattened ball that looks along `out` from a centre on the skin.

    `surface` is the distance from the middle of the pupil as a part of the visible disc.
    """
    p, i = eye.pupil_size, eye.iris_size
    discs = np.array([0.0, p - 0.04, p + 0.04, i - 0.04, i + 0.04, 1.0])
    if not detail.small:
        discs = np.array([0.0, p, 1.0])
    height = eye.bulge * np.sqrt(1.0 - discs**2)
    profile = np.stack([eye.radius * height, eye.radius * discs], axis=1)
    profile = np.concatenate([profile, [[-0.5 * eye.radius, eye.radius * 0.9]]])
    axes, middle = frame(out), np.asarray(centre, np.float64)
    ball = lathe(profile, detail.of(20, 8), part=Part.EYE, place=lambda q: middle + q @ axes)
    away = ball.position - middle
    away = away - axes[1] * (away @ axes[1])[:, None]
    disc = np.sqrt((away**2).sum(axis=1)) / eye.radius
    stops = [
        (p - 0.03, rgb(eye.pupil)), (p + 0.03, rgb(eye.iris)), (i - 0.03, rgb(eye.iris)),
        (i + 0.03, rgb(eye.rim)), (0.99, rgb(eye.white)),
    ]  # fmt: skip
    return ball.painted(ramp(disc, *stops))


def lid_mesh(eye: Eye, centre: ArrayLike, out: ArrayLike, detail: Detail) -> Mesh:
    """A soft ring of skin round an eye."""
    r, w = eye.radius, 0.16 * eye.radius
    turn = np.linspace(-0.6 * np.pi, 0.7 * np.pi, 4)
    profile = np.stack([0.04 * r + w * np.cos(turn), r + w * np.sin(turn)], axis=1)
    axes, middle = frame(out), np.asarray(centre, np.float64)
    return lathe(profile, detail.of(20, 8), part=Part.BODY, place=lambda q: middle + q @ axes)


def strip_mesh(
    body: Body,
    path: Sequence[tuple[float, float]],
    width: float,
    pieces: int,
    *,
    lift: float = 0.006,
    open_start: bool = False,
) -> Mesh:
    """A raised strip along a path of (s, angle) on the right side of a body: lips, scars.

    Args:
        body: The skin it lies on.
        path: At least three places.
        width: Half the width in its middle; it runs out to nothing at both ends.
        pieces: How many quads long.
        lift: How far its middle stands off the skin.
        open_start: It starts at full width, to meet its mirror image on the midline.
    """
    t = np.linspace(0.0, 1.0, pieces + 1)
    at = Curve(path).at(t)
    line = body.point(at[:, 0], at[:, 1])
    out = np.stack([body.normal(s, angle) for s, angle in at])
    side = unit(np.cross(unit(np.gradient(line, axis=0)), out))
    taper = np.sin(np.pi * np.clip(0.5 + 0.5 * t if open_start else t, 0.02, 0.98))
    wide, high = (width * np.sqrt(taper))[:, None], (lift * taper)[:, None]
    if open_start:
        side[0, :2], out[0, 0] = (0.0, side[0, 1]), 0.0
    rows = [line + side * wide, line + out * high, line - side * wide]
    grid = np.stack(rows, axis=1)
    triangles = grid_triangles(*grid.shape[:2])
    strip = make(grid, triangles, part=Part.BODY)
    facing = (strip.normal[1] * out[0]).sum() > 0.0
    return strip if facing else make(grid, triangles[:, ::-1], part=Part.BODY)


def gill_shade(body: Body, s: Floats, colour: Floats, detail: Detail) -> Floats:
    """Colours (V, 3) of a body, darker along the edge of the gill cover where it has rings."""
    if body.gill is None or not detail.small:
        return colour
    at = body.gill.at
    dark = smoothstep(at - 0.004, at + 0.006, s) * (1.0 - smoothstep(at + 0.008, at + 0.03, s))
    return mix(colour, colour * 0.55, dark)


def swim_weight(y: ArrayLike, nose: float, tail: float, stiff: float) -> Floats:
    """Weights of the body wave: 0 at the nose, 1 at the tail, growing all along.

    Args:
        y: Places along the body.
        nose: y of the nose.
        tail: y of the end of the tail.
        stiff: 0 bends all along, 1 only behind the middle.
    """
    t = np.clip((nose - np.asarray(y, np.float64)) / (nose - tail), 0.0, 1.0)
    late = t * smoothstep(0.0, 1.0, t) ** 2
    return np.asarray((1.0 - stiff) * t**1.7 + stiff * late)


def flex(mesh: Mesh, nose: float, tail: float, stiff: float) -> Mesh:
    """A mesh that bends with the body at the y of each vertex."""
    return mesh.swimming(swim_weight(mesh.position[:, 1], nose, tail, stiff))


def carried(mesh: Mesh, y: float, nose: float, tail: float, stiff: float) -> Mesh:
    """A mesh that moves as one with the body at a given y."""
    return mesh.swimming(swim_weight(y, nose, tail, stiff))


def write_fish(
    folder: Path, name: str, build: Callable[[Detail], Mesh], places: Places
) -> Iterator[Path]:
    """Write a fish twice: as it is seen near, and for far away (`_far`)."""
    for suffix, detail in (("", NEAR), ("_far", FAR)):
        path = folder / f"{name}{suffix}.npz"
        save(path, build(detail), places)
        yield path


def tooth_mesh(root: ArrayLike, tip: ArrayLike, radius: float, part: Part) -> Mesh:
    """A small ivory cone from root to tip."""
    start, end = np.asarray(root, np.float64), np.asarray(tip, np.float64)
    length = float(np.sqrt(((end - start) ** 2).sum()))
    axes = frame(end - start, (0.0, 1.0, 0.0))
    profile = [(length, 0.0), (0.0, radius)]
    cone = lathe(profile, 5, part=part, place=lambda q: start + q @ axes)
    return cone.painted(rgb("#f6f0dc"))
