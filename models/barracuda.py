"""The barracuda: long and lean, dark bars, a jutting jaw full of teeth, fins far back."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np

from models.fins import Fin, fin_mesh
from models.loft import Body, Gill, Station
from models.mesh import Mesh, Part, Places, both_sides, join
from models.paint import Membrane, bars, mix, ramp, rgb
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
    tooth_mesh,
    write_fish,
)
from models.spline import Floats, smoothstep

NOSE, TAIL, STIFF = 2.25, -2.25, 0.2
HINGE = (0.0, 1.22, -0.13)

BODY = Body(
    [
        Station(2.12, 0.03, 0.03, 0.00, 0.03),
        Station(2.09, 0.075, -0.015, 0.055, 0.02),
        Station(1.90, 0.125, -0.045, 0.100, 0.0, -0.05, -0.2),
        Station(1.60, 0.200, -0.070, 0.155, 0.0, -0.05, -0.2),
        Station(1.36, 0.248, -0.110, 0.200, 0.0, 0.0, -0.1),
        Station(1.20, 0.275, -0.205, 0.225, 0.0, 0.0, 0.05),
        Station(0.98, 0.300, -0.285, 0.245, -0.01, 0.0, 0.08),
        Station(0.50, 0.325, -0.330, 0.265, -0.01, 0.05, 0.08),
        Station(-0.20, 0.315, -0.320, 0.250, -0.01, 0.05, 0.08),
        Station(-0.90, 0.245, -0.245, 0.185, 0.0, 0.05, 0.05),
        Station(-1.40, 0.165, -0.160, 0.110, 0.0),
        Station(-1.66, 0.130, -0.130, 0.070, 0.0),
        Station(-1.82, 0.105, -0.105, 0.030, 0.0),
        Station(-1.85, 0.00, 0.00, 0.00, 0.0),
    ],
    bow=0.02,
    gill=Gill(0.335, 0.05, 0.09),
)

JAW = Body(
    [
        Station(2.25, -0.06, -0.06, 0.00, -0.06),
        Station(2.225, -0.02, -0.105, 0.048, -0.06),
        Station(2.02, -0.085, -0.180, 0.092, -0.11, -0.2, 0.0),
        Station(1.70, -0.115, -0.245, 0.140, -0.14, -0.2, 0.0),
        Station(1.36, -0.150, -0.285, 0.190, -0.20, -0.1, 0.05),
        Station(1.15, -0.165, -0.270, 0.165, -0.21),
        Station(1.02, -0.215, -0.215, 0.00, -0.215),
    ]
)

EYE = Eye(0.105, white="#c9cfc4", iris="#e8cf4e", pupil_size=0.46, iris_size=0.88, bulge=0.5)
FIN = Membrane("#3d4a4c", "#75827d", 0.8, dark=0.3)
TAIL_FIN = Membrane("#28343a", "#4b585a", 0.9, dark=0.3)
BARS, FIRST, LAST = 8, 0.37, 0.93
MOUTH, DARK = rgb("#6d1f24"), rgb("#16232b")


def bar_number(s: Floats) -> Floats:
    """Counts the dark bars along the body: a bar's middle lies on each whole number."""
    return (s - FIRST) / (LAST - FIRST) * BARS


def bar_rings(detail: Detail) -> tuple[float, ...]:
    """Parameters of the rings of the pattern: either side of each edge, or one per stripe."""
    offsets = [-0.24, 0.24, 0.36, 0.64] if detail.small else [0.0, 0.5]
    numbers = np.arange(BARS)[:, None] + np.array(offsets)
    return tuple(float(p) for p in FIRST + numbers.ravel() * (LAST - FIRST) / BARS)


def skin(mesh: Mesh, detail: Detail = NEAR) -> Floats:
    """Slate back, steel flank, white belly, dark bars over the upper half, a red palate."""
    s, angle = BODY.place_of(mesh.position)
    height = 0.5 + 0.5 * np.cos(angle)
    colour = ramp(
        height,
        (0.0, rgb("#eef1ec")), (0.2, rgb("#d5dcda")), (0.42, rgb("#9badaf")),
        (0.6, rgb("#62787e")), (0.78, rgb("#2f4650")), (1.0, rgb("#16242b")),
    )  # fmt: skip
    number = bar_number(s)
    inside = smoothstep(-0.5, -0.4, number) * (1.0 - smoothstep(BARS - 0.6, BARS - 0.4, number))
    bar = bars(number, share=0.6, soft=0.12) * inside * smoothstep(0.2, 0.34, height)
    colour = gill_shade(BODY, s, mix(colour, DARK, 0.88 * bar), detail)
    palate = smoothstep(1.26, 1.4, mesh.position[:, 1]) * smoothstep(2.25, 2.45, angle)
    return mix(colour, MOUTH, palate)


def jaw_skin(mesh: Mesh) -> Floats:
    """White below, steel lips, red inside."""
    _, angle = JAW.place_of(mesh.position)
    return ramp(
        angle,
        (0.8, MOUTH), (0.95, rgb("#4c5f66")), (1.3, rgb("#7d9095")), (2.0, rgb("#dfe5e2")),
        (3.1, rgb("#f2f4ef")),
    )  # fmt: skip


def build(detail: Detail = NEAR) -> Mesh:
    """The whole fish at radius 1."""
    half = detail.of(10, 4)
    body = BODY.mesh(
        detail.of(34, 14), half, part=Part.BODY, also=bar_rings(detail), fine=detail.small
    ).painted(partial(skin, detail=detail))
    jaw = JAW.mesh(detail.of(11, 5), detail.of(8, 4), part=Part.JAW).painted(jaw_skin)
    sides = [head(detail), pectoral(detail), *teeth(detail), *marks(detail)]
    bent = [flex(m, NOSE, TAIL, STIFF) for m in (body, jaw, *middle_fins(detail))]
    return join(*bent, both_sides(join(*sides)))


def head(detail: Detail) -> Mesh:
    """Eye, lid and brow of the right side."""
    s, angle = float(BODY.s_of(1.56)), 1.22
    out = BODY.normal(s, angle) + np.array([0.0, 0.25, 0.0])
    centre = BODY.point(s, angle) - 0.012 * BODY.normal(s, angle)
    pieces = [eye_mesh(EYE, centre, out, detail)]
    if detail.small:
        pieces.append(lid_mesh(EYE, centre, out, detail).painted(rgb("#3a525b")))
        path = [(s - 0.055, 1.12), (s - 0.02, 0.88), (s + 0.02, 0.76), (s + 0.06, 0.8)]
        brow = strip_mesh(BODY, path, 0.05, 8, lift=0.05)
        pieces.append(brow.painted(rgb("#2b404a")))
    return carried(join(*pieces), 1.56, NOSE, TAIL, STIFF)


def teeth(detail: Detail) -> list[Mesh]:
    """The teeth of the right side: seven above, eight below, fangs in front."""
    if not detail.small:
        return []
    made = []
    for i, y in enumerate(np.linspace(2.08, 1.50, 7)):
        root = BODY.point(float(BODY.s_of(y)), 2.15) + np.array([-0.008, 0.0, 0.02])
        size = 0.11 if i == 1 else 0.075
        tip = root + np.array([0.0, -0.015, -size])
        made.append(tooth_mesh(root, tip, 0.02, Part.BODY))
    for i, y in enumerate(np.linspace(2.21, 1.53, 8)):
        root = JAW.point(float(JAW.s_of(y)), 1.0) + np.array([-0.008, 0.0, -0.02])
        size = 0.13 if i == 0 else 0.08
        tip = root + np.array([0.0, -0.015, size])
        made.append(tooth_mesh(root, tip, 0.02, Part.JAW))
    return [flex(m, NOSE, TAIL, STIFF) for m in made]


def marks(detail: Detail) -> list[Mesh]:
    """Ink blots low on the rear of the right flank, where every barracuda has its own."""
    if not detail.small:
        return []
    made = []
    for s, angle, size in ((0.62, 2.05, 0.045), (0.7, 2.2, 0.03), (0.755, 1.98, 0.05)):
        half = 0.13 * size / 0.4
        path = [(s - half, angle + 0.05), (s, angle), (s + half, angle + 0.04)]
        blot = strip_mesh(BODY, path, size, 6, lift=0.004)
        made.append(flex(blot, NOSE, TAIL, STIFF).painted(DARK))
    return made


def pectoral(detail: Detail) -> Mesh:
    """The right pectoral fin: held out like a wing, so that head-on it draws a bar."""
    fin = Fin(
        root=[(0.2, 0.88, -0.05), (0.2, 0.78, -0.11), (0.19, 0.66, -0.17)],
        edge=[
            (0.2, 0.88, -0.05), (0.46, 0.74, -0.09), (0.72, 0.48, -0.17), (0.86, 0.22, -0.27),
            (0.83, 0.15, -0.30), (0.62, 0.32, -0.28), (0.40, 0.48, -0.24), (0.19, 0.66, -0.17),
        ],
        rays=8, thickness=0.035, arch=0.03, toward=(0.0, 0.0, 1.0),
    )  # fmt: skip
    mesh = fin_mesh(fin, detail.of(3, 2), detail.of(3, 1)).painted(FIN)
    return carried(mesh, 0.8, NOSE, TAIL, STIFF)


DORSAL = Fin(
    root=[(0, 0.36, 0.29), (0, 0.2, 0.29), (0, 0.02, 0.28)],
    edge=[
        (0, 0.36, 0.29), (0, 0.26, 0.48), (0, 0.19, 0.57), (0, 0.12, 0.53), (0, 0.03, 0.42),
        (0, -0.08, 0.35), (0, 0.02, 0.28),
    ],
    rays=5, thickness=0.04, scallop=0.12,
)  # fmt: skip
SECOND = Fin(
    root=[(0, -0.86, 0.22), (0, -1.03, 0.19), (0, -1.22, 0.16)],
    edge=[
        (0, -0.86, 0.22), (0, -1.01, 0.50), (0, -1.15, 0.74), (0, -1.24, 0.76), (0, -1.25, 0.58),
        (0, -1.31, 0.37), (0, -1.44, 0.23), (0, -1.22, 0.16),
    ],
    rays=7, thickness=0.04,
)  # fmt: skip
ANAL = Fin(
    root=[(0, -0.92, -0.22), (0, -1.08, -0.18), (0, -1.26, -0.15)],
    edge=[
        (0, -0.92, -0.22), (0, -1.06, -0.48), (0, -1.19, -0.70), (0, -1.28, -0.70),
        (0, -1.29, -0.53), (0, -1.34, -0.35), (0, -1.46, -0.22), (0, -1.26, -0.15),
    ],
    rays=7, thickness=0.04,
)  # fmt: skip
CAUDAL = Fin(
    root=[(0, -1.68, 0.10), (0, -1.72, 0.0), (0, -1.68, -0.10)],
    edge=[
        (0, -1.68, 0.10), (0, -1.87, 0.36), (0, -2.11, 0.70), (0, -2.25, 0.82),
        (0, -2.235, 0.68), (0, -2.10, 0.33), (0, -1.97, 0.0), (0, -2.10, -0.33),
        (0, -2.235, -0.68), (0, -2.25, -0.82), (0, -2.11, -0.70), (0, -1.87, -0.36),
        (0, -1.68, -0.10),
    ],
    rays=14, thickness=0.06, scallop=0.03,
)  # fmt: skip
PELVIC = Fin(
    root=[(0.08, 0.42, -0.28), (0.08, 0.36, -0.29), (0.08, 0.30, -0.29)],
    edge=[
        (0.08, 0.42, -0.28), (0.13, 0.24, -0.42), (0.16, 0.12, -0.48), (0.14, 0.09, -0.42),
        (0.1, 0.18, -0.34), (0.08, 0.30, -0.29),
    ],
    rays=4, thickness=0.03,
)  # fmt: skip


def middle_fins(detail: Detail) -> list[Mesh]:
    """Two dorsals far apart, anal, pelvic and tail fins."""
    rows, per_ray = detail.of(3, 2), detail.of(3, 1)
    grey = [fin_mesh(fin, rows, per_ray) for fin in (DORSAL, SECOND, ANAL)]
    grey.append(both_sides(fin_mesh(PELVIC, 3, per_ray)))
    tail = fin_mesh(CAUDAL, rows, per_ray).painted(TAIL_FIN)
    return [*(m.painted(FIN) for m in grey), tail]


def write(folder: Path) -> Iterator[Path]:
    """Write its files into a folder."""
    places: Places = {"length": 4.5, "nose": (0.0, NOSE, -0.06), "hinge": HINGE}
    return write_fish(folder, "barracuda", build, places)
