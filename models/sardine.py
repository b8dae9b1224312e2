"""The sardine: small, slim, silver under blue with a band of gold, a big eye, a forked tail."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np

from models.fins import Fin, fin_mesh
from models.loft import Body, Gill, Station
from models.mesh import Mesh, Part, both_sides, join
from models.paint import Membrane, mix, ramp, rgb
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

NOSE, TAIL, STIFF = 1.62, -1.6, 0.35

BODY = Body(
    [
        Station(1.62, 0.00, 0.00, 0.00, 0.00),
        Station(1.575, 0.095, -0.115, 0.085, -0.01),
        Station(1.42, 0.195, -0.225, 0.155, -0.01),
        Station(1.10, 0.315, -0.335, 0.215, -0.01, 0.05, 0.1),
        Station(0.70, 0.405, -0.445, 0.270, -0.01, 0.1, 0.22),
        Station(0.25, 0.425, -0.480, 0.280, -0.01, 0.12, 0.28),
        Station(-0.25, 0.365, -0.410, 0.235, 0.0, 0.12, 0.25),
        Station(-0.65, 0.245, -0.270, 0.150, 0.0, 0.1, 0.15),
        Station(-0.95, 0.140, -0.150, 0.078, 0.0, 0.05, 0.05),
        Station(-1.12, 0.115, -0.120, 0.048, 0.0),
        Station(-1.20, 0.085, -0.090, 0.020, 0.0),
        Station(-1.22, 0.00, 0.00, 0.00, 0.0),
    ],
    bow=0.022,
    gill=Gill(0.315, 0.055),
)

EYE = Eye(0.135, white="#dfe6e4", iris="#f3c94a", pupil_size=0.56, iris_size=0.9)
FIN = Membrane("#e8a92a", "#ffe28c", 0.7)
GOLD, PALE_GOLD = rgb("#f2b632"), rgb("#ffe39a")


def skin(mesh: Mesh, detail: Detail = NEAR) -> Floats:
    """Blue back, gold band, silver flank and belly, a row of dark spots, a dark gill edge."""
    s, angle = BODY.place_of(mesh.position)
    height = 0.5 + 0.5 * np.cos(angle)
    colour = ramp(
        height,
        (0.0, rgb("#ffffff")), (0.3, rgb("#eef4f4")), (0.5, rgb("#cfe0e4")),
        (0.565, rgb("#e9dca0")), (0.60, GOLD), (0.68, GOLD), (0.735, rgb("#2f87ad")),
        (0.84, rgb("#17608f")), (1.0, rgb("#0c3a63")),
    )  # fmt: skip
    warm = smoothstep(0.2, 0.05, s) * 0.5 * (1.0 - np.abs(2.0 * height - 1.0))
    return gill_shade(BODY, s, mix(colour, PALE_GOLD, warm), detail)


def build(detail: Detail = NEAR) -> Mesh:
    """The whole fish at radius 1."""
    rings, half = detail.of(30, 12), detail.of(12, 5)
    body = BODY.mesh(rings, half, part=Part.BODY, fine=detail.small).painted(
        partial(skin, detail=detail)
    )
    bent = flex(body, NOSE, TAIL, STIFF)
    return join(
        bent,
        both_sides(join(head(detail), *spots(detail))),
        both_sides(pectoral(detail)),
        *middle_fins(detail),
    )


def head(detail: Detail) -> Mesh:
    """Eye, lid and mouth of the right side."""
    s = float(BODY.s_of(1.235))
    angle = 1.42
    out = BODY.normal(s, angle) + np.array([0.0, 0.12, 0.06])
    centre = BODY.point(s, angle) - 0.02 * BODY.normal(s, angle)
    pieces = [eye_mesh(EYE, centre, out, detail)]
    if detail.small:
        pieces.append(lid_mesh(EYE, centre, out, detail).painted(rgb("#b9cdd0")))
        path = [(0.055, np.pi), (0.066, 2.6), (0.095, 2.2), (0.135, 2.0)]
        lips = strip_mesh(BODY, path, 0.015, 7, open_start=True)
        pieces.append(lips.painted(rgb("#3d5560")))
    return carried(join(*pieces), 1.235, NOSE, TAIL, STIFF)


def spots(detail: Detail) -> list[Mesh]:
    """Dark spots behind the gill of the right side, each a little smaller than the last."""
    if not detail.small:
        return []
    made = []
    for i in range(5):
        s, size = 0.385 + 0.075 * i, 0.045 - 0.005 * i
        half = 0.17 * size / 0.4
        path = [(s - half, 1.36), (s, 1.36), (s + half, 1.36)]
        made.append(strip_mesh(BODY, path, size, 6, lift=0.004).painted(rgb("#123c5e")))
    return [flex(m, NOSE, TAIL, STIFF) for m in made]


def pectoral(detail: Detail) -> Mesh:
    """The right pectoral fin, low behind the gill, swept back and down."""
    fin = Fin(
        root=[(0.19, 0.72, -0.20), (0.19, 0.66, -0.24), (0.18, 0.60, -0.28), (0.17, 0.56, -0.31)],
        edge=[
            (0.19, 0.72, -0.20), (0.42, 0.50, -0.30), (0.56, 0.22, -0.40), (0.50, 0.14, -0.46),
            (0.34, 0.32, -0.42), (0.17, 0.56, -0.31),
        ],
        rays=6, thickness=0.028, arch=0.03, toward=(0.3, 0.0, 1.0),
    )  # fmt: skip
    mesh = fin_mesh(fin, detail.of(3, 2), detail.of(3, 1))
    return carried(mesh, 0.65, NOSE, TAIL, STIFF).painted(FIN)


def middle_fins(detail: Detail) -> list[Mesh]:
    """Dorsal, anal, pelvic and tail fins."""
    rows, per_ray = detail.of(3, 2), detail.of(3, 1)
    dorsal = Fin(
        root=[(0, 0.42, 0.38), (0, 0.12, 0.37), (0, -0.2, 0.32)],
        edge=[
            (0, 0.42, 0.38), (0, 0.27, 0.62), (0, 0.10, 0.755), (0, -0.02, 0.71),
            (0, -0.18, 0.53), (0, -0.38, 0.44), (0, -0.36, 0.38), (0, -0.2, 0.32),
        ],
        rays=8, thickness=0.035,
    )  # fmt: skip
    anal = Fin(
        root=[(0, -0.42, -0.27), (0, -0.62, -0.22), (0, -0.82, -0.14)],
        edge=[
            (0, -0.42, -0.27), (0, -0.56, -0.42), (0, -0.68, -0.475), (0, -0.78, -0.38),
            (0, -0.93, -0.28), (0, -0.93, -0.22), (0, -0.82, -0.14),
        ],
        rays=6, thickness=0.03,
    )  # fmt: skip
    tail = Fin(
        root=[(0, -1.08, 0.09), (0, -1.1, 0.0), (0, -1.08, -0.09)],
        edge=[
            (0, -1.08, 0.09), (0, -1.26, 0.27), (0, -1.47, 0.50), (0, -1.60, 0.60),
            (0, -1.585, 0.50), (0, -1.45, 0.22), (0, -1.37, 0.0), (0, -1.45, -0.23),
            (0, -1.585, -0.53), (0, -1.60, -0.63), (0, -1.47, -0.53), (0, -1.26, -0.28),
            (0, -1.08, -0.09),
        ],
        rays=14, thickness=0.05, scallop=0.03,
    )  # fmt: skip
    meshes = [fin_mesh(fin, rows, per_ray) for fin in (dorsal, anal, tail)]
    pelvic = both_sides(fin_mesh(PELVIC, 3, per_ray))
    return [flex(m, NOSE, TAIL, STIFF).painted(FIN) for m in (*meshes, pelvic)]


PELVIC = Fin(
    root=[(0.06, 0.10, -0.44), (0.06, 0.05, -0.45), (0.06, 0.0, -0.44)],
    edge=[
        (0.06, 0.10, -0.44), (0.11, -0.04, -0.56), (0.14, -0.15, -0.61), (0.12, -0.17, -0.56),
        (0.08, -0.08, -0.49), (0.06, 0.0, -0.44),
    ],
    rays=4, thickness=0.025,
)  # fmt: skip


def write(folder: Path) -> Iterator[Path]:
    """Write its files into a folder."""
    return write_fish(folder, "sardine", build, {"length": 3.22, "nose": (0.0, NOSE, 0.0)})
