"""The lionfish: striped, round, in a corona of long separate spines and feathered fans."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np

from models.fins import Fin, Ray, fin_mesh, ray_mesh
from models.loft import Body, Gill, Station
from models.mesh import Mesh, Part, both_sides, join
from models.paint import bars, mix, rgb, with_opacity
from models.parts import (
    NEAR,
    Detail,
    Eye,
    carried,
    eye_mesh,
    flex,
    gill_shade,
    lid_mesh,
    strip_mesh,
    write_fish,
)
from models.spline import Floats, smoothstep

NOSE, TAIL, STIFF = 1.58, -1.65, 0.75

BODY = Body(
    [
        Station(1.58, -0.10, -0.10, 0.00, -0.10),
        Station(1.535, 0.03, -0.24, 0.115, -0.10),
        Station(1.34, 0.17, -0.375, 0.225, -0.10),
        Station(1.05, 0.345, -0.485, 0.325, -0.09),
        Station(0.65, 0.515, -0.560, 0.390, -0.06, 0.05, 0.05),
        Station(0.20, 0.530, -0.555, 0.380, -0.03, 0.08, 0.08),
        Station(-0.25, 0.440, -0.440, 0.300, 0.0, 0.08, 0.08),
        Station(-0.65, 0.290, -0.285, 0.185, 0.0, 0.05, 0.05),
        Station(-0.92, 0.200, -0.200, 0.105, 0.0),
        Station(-1.07, 0.175, -0.175, 0.055, 0.0),
        Station(-1.15, 0.135, -0.135, 0.020, 0.0),
        Station(-1.17, 0.00, 0.00, 0.00, 0.0),
    ],
    bow=-0.02,
    gill=Gill(0.31, 0.05, 0.1),
)

EYE = Eye(
    0.115, white="#8a2a1a", iris="#e9b04a", rim="#4a120c", pupil_size=0.5, iris_size=0.8, bulge=0.7
)
RED, CREAM, WINE = rgb("#8e2616"), rgb("#fbeede"), rgb("#521009")
BARS, FIRST, LAST = 8, 0.11, 0.97
SPINES, RAYS = 12, 11


def bar_number(s: Floats) -> Floats:
    """Counts the dark bars along the body: a bar's middle lies on each whole number."""
    return (s - FIRST) / (LAST - FIRST) * BARS


def bar_rings(detail: Detail) -> tuple[float, ...]:
    """Parameters of the rings of the pattern: either side of each edge, or one per stripe."""
    offsets = [-0.27, 0.27, 0.37, 0.63] if detail.small else [0.0, 0.5]
    numbers = np.arange(BARS)[:, None] + np.array(offsets)
    return tuple(float(p) for p in FIRST + numbers.ravel() * (LAST - FIRST) / BARS)


def skin(mesh: Mesh, detail: Detail = NEAR) -> Floats:
    """Dark red and cream bars, darker towards the back, a pale throat."""
    s, angle = BODY.place_of(mesh.position)
    height = 0.5 + 0.5 * np.cos(angle)
    bar = bars(bar_number(s), share=0.64, soft=0.1)
    red = mix(RED, WINE, smoothstep(0.4, 1.0, height))
    pale = mix(CREAM, rgb("#e9b48e"), smoothstep(0.55, 1.0, height) * 0.7)
    throat = smoothstep(0.22, 0.05, height) * smoothstep(0.5, 0.3, s)
    return gill_shade(BODY, s, mix(mix(pale, red, bar), CREAM, 0.75 * throat), detail)


class Banded:
    """Bands of dark red and cream across a ray or a fin, ending in cream."""

    def __init__(self, count: float, opacity: float = 0.9) -> None:
        """Keep how many dark bands there are and the opacity of the edge."""
        self.count, self.opacity = count, opacity

    def __call__(self, mesh: Mesh) -> Floats:
        """Colours (V, 4) by the surface coordinate from root to edge."""
        u = mesh.surface[:, 0]
        band = bars(u * self.count, share=0.55, soft=0.4)
        return with_opacity(mix(CREAM, RED, band), 1.0 - (1.0 - self.opacity) * u)


def build(detail: Detail = NEAR) -> Mesh:
    """The whole fish at radius 1."""
    body = BODY.mesh(
        detail.of(40, 16), detail.of(10, 5), part=Part.BODY, also=bar_rings(detail),
        fine=detail.small,
    )  # fmt: skip
    bent = [
        flex(m, NOSE, TAIL, STIFF)
        for m in (body.painted(partial(skin, detail=detail)), *middle_fins(detail))
    ]
    right = join(head(detail), pectoral(detail), pelvic(detail))
    return join(*bent, *dorsal(detail), both_sides(right))


def head(detail: Detail) -> Mesh:
    """Eye, lid, lips and the tassels over the eye, right side."""
    s, angle = float(BODY.s_of(1.16)), 1.02
    out = BODY.normal(s, angle) + np.array([0.0, 0.15, 0.0])
    centre = BODY.point(s, angle) - 0.015 * BODY.normal(s, angle)
    pieces = [eye_mesh(EYE, centre, out, detail)]
    if detail.small:
        pieces.append(lid_mesh(EYE, centre, out, detail).painted(WINE))
        path = [(0.045, np.pi), (0.058, 2.6), (0.085, 2.1), (0.125, 1.95)]
        lips = strip_mesh(BODY, path, 0.022, 7, lift=0.012, open_start=True)
        pieces.append(lips.painted(rgb("#3d0c07")))
    root = BODY.point(s - 0.02, 0.62) - 0.03 * BODY.normal(s - 0.02, 0.62)
    tassel = Ray(
        root, root + np.array([0.05, 0.06, 0.26]), root + np.array([0.13, -0.02, 0.42]),
        (0.0, 1.0, 0.0), 0.045, 0.035,
    )  # fmt: skip
    pieces.append(ray_mesh(tassel, detail.of(4, 2)).painted(Banded(2.5)))
    return carried(join(*pieces), 1.16, NOSE, TAIL, STIFF)


def dorsal(detail: Detail) -> list[Mesh]:
    """Long spines along the back, splayed to left and right in turn, so none hides the next."""
    made = []
    for i in range(SPINES):
        t = i / (SPINES - 1)
        y = 0.92 - 1.12 * t
        lean = (0.34 if i % 2 else -0.34) * (1.0 - 0.3 * t)
        long = 0.66 + 0.62 * np.sin(np.pi * (0.18 + 0.62 * t))
        root = BODY.point(float(BODY.s_of(y)), 0.0) - np.array([0.0, 0.0, 0.06])
        back = -0.10 - 0.75 * t
        tip = root + long * np.array([lean, back, 1.0 - 0.25 * t])
        bend = root + long * np.array([0.35 * lean, 0.12 + 0.2 * back, 0.62])
        ray = Ray(root, bend, tip, (0.0, -1.0, 0.0), 0.075, 0.06, trailing=0.25)
        mesh = ray_mesh(ray, detail.of(6, 2)).painted(Banded(3.5))
        made.append(carried(mesh, y, NOSE, TAIL, STIFF))
    return made


def fan_ray(t: float) -> tuple[Floats, Floats, Floats]:
    """Root, bend and tip of a ray of the right pectoral fan; t from 0, up, to 1, down."""
    turn = np.radians(68.0 - 146.0 * t)
    root = np.array([0.30, 0.50 - 0.12 * t, 0.02 - 0.26 * t])
    long = 1.42 - 0.22 * abs(2.0 * t - 0.9)
    out, up = np.cos(turn), np.sin(turn)
    tip = root + long * np.array([0.86 * out + 0.10, -0.52 - 0.18 * t, 0.95 * up])
    bend = root + long * np.array([0.55 * out + 0.14, -0.02, 0.52 * up])
    return root, bend, tip


def pectoral(detail: Detail) -> Mesh:
    """The right fan: separate feathered rays, joined by a web near the body."""
    made = []
    for t in np.linspace(0.0, 1.0, RAYS):
        root, bend, tip = fan_ray(float(t))
        turn = np.radians(68.0 - 146.0 * t)
        side = (-np.sin(turn), -0.15, np.cos(turn))
        ray = Ray(root, bend, tip, side, 0.068, 0.05)
        made.append(ray_mesh(ray, detail.of(6, 2)).painted(Banded(4.5)))
    curves = [fan_ray(float(t)) for t in np.linspace(0.0, 1.0, 7)]
    half = [0.42 * r + 0.46 * b + 0.12 * p for r, b, p in curves]
    roots = [r for r, _, _ in curves]
    web = Fin(root=roots, edge=[roots[0], *half, roots[-1]], rays=RAYS - 1, thickness=0.03,
              scallop=0.2)  # fmt: skip
    made.append(fin_mesh(web, detail.of(3, 2), detail.of(2, 1)).painted(Banded(1.5, 0.75)))
    return carried(join(*made), 0.45, NOSE, TAIL, STIFF)


def pelvic(detail: Detail) -> Mesh:
    """The right pelvic fin, hanging, large."""
    fin = Fin(
        root=[(0.1, 0.42, -0.5), (0.1, 0.32, -0.52), (0.1, 0.2, -0.52)],
        edge=[
            (0.1, 0.42, -0.5), (0.26, 0.30, -0.92), (0.36, 0.05, -1.2), (0.35, -0.12, -1.22),
            (0.26, -0.12, -0.95), (0.16, 0.0, -0.66), (0.1, 0.2, -0.52),
        ],
        rays=5, thickness=0.035, scallop=0.12,
    )  # fmt: skip
    mesh = fin_mesh(fin, detail.of(6, 3), detail.of(2, 1)).painted(Banded(3.0))
    return carried(mesh, 0.3, NOSE, TAIL, STIFF)


SOFT = Fin(
    root=[(0, -0.36, 0.36), (0, -0.6, 0.27), (0, -0.86, 0.19)],
    edge=[
        (0, -0.36, 0.36), (0, -0.50, 0.72), (0, -0.74, 0.92), (0, -1.0, 0.86), (0, -1.14, 0.62),
        (0, -1.06, 0.38), (0, -0.86, 0.19),
    ],
    rays=7, thickness=0.04, scallop=0.06,
)  # fmt: skip
ANAL = Fin(
    root=[(0, -0.36, -0.36), (0, -0.6, -0.27), (0, -0.86, -0.19)],
    edge=[
        (0, -0.36, -0.36), (0, -0.54, -0.70), (0, -0.78, -0.88), (0, -1.03, -0.80),
        (0, -1.14, -0.58), (0, -1.06, -0.36), (0, -0.86, -0.19),
    ],
    rays=7, thickness=0.04, scallop=0.06,
)  # fmt: skip
CAUDAL = Fin(
    root=[(0, -1.02, 0.15), (0, -1.06, 0.0), (0, -1.02, -0.15)],
    edge=[
        (0, -1.02, 0.15), (0, -1.24, 0.34), (0, -1.48, 0.45), (0, -1.60, 0.32), (0, -1.65, 0.0),
        (0, -1.60, -0.32), (0, -1.48, -0.45), (0, -1.24, -0.34), (0, -1.02, -0.15),
    ],
    rays=9, thickness=0.05, scallop=0.05,
)  # fmt: skip


def middle_fins(detail: Detail) -> list[Mesh]:
    """The soft rear dorsal, anal and tail fins: rounded fans."""
    rows, per_ray = detail.of(6, 3), detail.of(2, 1)
    return [fin_mesh(f, rows, per_ray).painted(Banded(2.85, 0.75)) for f in (SOFT, ANAL, CAUDAL)]


def write(folder: Path) -> Iterator[Path]:
    """Write its files into a folder."""
    return write_fish(folder, "lionfish", build, {"length": 3.23, "nose": (0.0, NOSE, -0.1)})
