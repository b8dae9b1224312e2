"""The submarine: a small yellow two-skid boat with a glass nose."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from models.cabin import cabin, canopy
from models.drive import HUB, NAVY, YELLOW, stern
from models.fittings import AHEAD, LAMPS, fittings
from models.loft import lathe
from models.mesh import Mesh, Part, Places, join, save
from models.paint import mix, rgb
from models.shapes import dome, facing
from models.spline import Curve, Floats, smoothstep

CREAM = rgb("#f6ecd2")
PROFILE = Curve([
    (0.475, 0.535), (0.455, 0.562), (0.40, 0.580), (0.25, 0.605), (0.05, 0.620), (-0.15, 0.618),
    (-0.35, 0.580), (-0.55, 0.485), (-0.72, 0.350), (-0.86, 0.210), (-0.93, 0.125),
    (-0.945, 0.105),
])  # fmt: skip
SEAMS = (0.30, -0.31, -0.60)
BAND = (-0.31, -0.25)
BELLY = 1.98


def hull_radius(y: float) -> float:
    """Radius of the hull at a y behind its front edge."""
    fine = PROFILE.at(np.linspace(0.0, 1.0, 2001))
    return float(np.interp(-y, -fine[:, 0], fine[:, 1]))


def hull() -> Mesh:
    """The painted hull, with narrow quads where the paint changes."""
    even = np.linspace(0.0, BELLY, 13)
    low = np.linspace(BELLY + 0.012, np.pi, 8)
    right = np.concatenate([even, low])
    angles = np.concatenate([right, 2.0 * np.pi - right[-2:0:-1]])
    edges = [y + d for y in BAND for d in (-0.004, 0.004)]
    ys = np.concatenate([np.linspace(0.40, -0.92, 18), edges])
    ys = np.array([y for y in ys if y in edges or min(abs(y - e) for e in edges) > 0.02])
    front = PROFILE.points[[0, 1]]
    rows = [(y, hull_radius(float(y))) for y in np.sort(ys)[::-1]]
    profile = np.concatenate([front, rows, PROFILE.points[[-1]]])
    return lathe(profile, angles, part=Part.HULL).painted(livery)


def livery(mesh: Mesh) -> Floats:
    """Yellow above, cream below, a navy band behind the windows."""
    x, y, z = mesh.position.T
    angle = np.arctan2(np.abs(x), z)
    colour = mix(YELLOW, CREAM, smoothstep(BELLY + 0.002, BELLY + 0.010, angle))
    band = smoothstep(BAND[0] - 0.003, BAND[0] + 0.003, y)
    band = band * (1.0 - smoothstep(BAND[1] - 0.003, BAND[1] + 0.003, y))
    return mix(colour, NAVY, band)


def seams() -> Mesh:
    """Raised plate seams with rivets."""
    made = []
    for y in SEAMS:
        lift, turn = 0.010, np.linspace(0.0, np.pi, 4)
        ys = y + 0.016 * np.cos(turn)
        radii = [hull_radius(float(v)) - 0.004 for v in ys] + lift * np.sin(turn)
        hoop = lathe(np.stack([ys, radii], axis=1), 40, part=Part.HULL)
        made.append(hoop.painted(YELLOW * 0.82))
        made.extend(rivets(y - 0.04))
    return join(*made)


def rivets(y: float) -> list[Mesh]:
    """A ring of rivets, none under the skids."""
    radius = hull_radius(y)
    slope = (hull_radius(y + 0.01) - hull_radius(y - 0.01)) / 0.02
    made = []
    for turn in np.arange(24) * (2.0 * np.pi / 24):
        out = np.array([np.sin(turn), -slope, np.cos(turn)])
        foot = np.array([radius * np.sin(turn), y, radius * np.cos(turn)])
        rivet = dome(0.011, 0.008, 5, Part.HULL, facing(foot, out, (0.0, 1.0, 0.0)), 1)
        made.append(rivet.painted(livery))
    return made


def build() -> Mesh:
    """The whole boat at radius 1, the glass last."""
    return join(hull(), seams(), cabin(), fittings(), stern(), canopy())


def write(folder: Path) -> Iterator[Path]:
    """Write its file into a folder."""
    path = folder / "submarine.npz"
    places: Places = {"length": 2.02, "lamps": LAMPS, "lamp": LAMPS[0], "beam": AHEAD, "hub": HUB}
    save(path, build(), places)
    yield path
