"""What is bolted to the submarine's hull: hatch, portholes, lamps, rails, skids, thrusters."""

import numpy as np

from models.drive import NAVY, ORANGE, YELLOW
from models.loft import lathe
from models.mesh import Mesh, Part, both_sides, join
from models.paint import mix, rgb
from models.shapes import Place, ball, dome, facing, ring, tube, upright, wing
from models.spline import Curve, Floats, smoothstep

LAMPS = ((0.0, 0.74, -0.565), (0.24, 0.68, -0.545), (-0.24, 0.68, -0.545))
STEEL, DARK, LIGHT = rgb("#98a4ad"), rgb("#4a545d"), rgb("#fff4d6")
AHEAD = (0.0, 1.0, -0.12)


def hatch() -> Mesh:
    """A low tower with a domed lid, a wheel on it and a round window in front."""
    place = upright((0.0, -0.10, 0.0), 1.3)
    wall = Curve([(0.53, 0.285), (0.58, 0.258), (0.64, 0.232), (0.71, 0.224), (0.755, 0.222)])
    tower = lathe(wall.at(np.linspace(0.0, 1.0, 6))[::-1], 30, part=Part.HULL, place=place)
    rim = ring(0.222, 0.024, 30, Part.METAL, lambda q: place(q + np.array([0.0, 0.762, 0.0])))
    lid = dome(0.215, 0.075, 30, Part.HULL, lambda q: place(q + np.array([0.0, 0.765, 0.0])))
    wheel = ring(0.075, 0.012, 16, Part.METAL, upright((0.0, -0.1, 0.875)), 5)
    spokes = [
        tube([(-x, -0.1 - y, 0.875), (0.0, -0.1, 0.868), (x, -0.1 + y, 0.875)], 0.009,
             Part.METAL, 2, 5)
        for x, y in ((0.072, 0.0), (0.0, 0.072))
    ]  # fmt: skip
    stem = tube([(0, -0.1, 0.82), (0, -0.1, 0.85), (0, -0.1, 0.872)], 0.018, Part.METAL, 2, 8)
    metal = join(rim, wheel, stem, *spokes).painted(STEEL)
    window = porthole((0.0, 0.206, 0.655), (0.0, 1.0, 0.06), 0.055)
    return join(tower.painted(YELLOW), lid.painted(ORANGE), metal, window)


def porthole(centre: tuple[float, float, float], out: tuple[float, float, float],
             radius: float) -> Mesh:  # fmt: skip
    """A lit window in a steel ring with bolts."""
    place = facing(centre, out)
    rim = ring(radius, 0.28 * radius, 20, Part.METAL, place, 5).painted(STEEL)
    pane = dome(radius, 0.3 * radius, 16, Part.GLOW, place, 2).painted(rgb("#ffdf96"))
    return join(rim, pane)


def portholes() -> Mesh:
    """Two windows a side."""
    right = [
        porthole((np.sqrt(r * r - 0.0064), y, 0.08), (1.0, slope, 0.13), 0.085)
        for y, r, slope in ((0.10, 0.617, 0.08), (-0.17, 0.616, -0.12))
    ]
    return both_sides(join(*right))


def lamp(place: Place, size: float) -> Mesh:
    """A searchlight: a steel cup, a bright lens in a dark ring."""
    cup = Curve([(0.02, 1.0), (-0.35, 1.02), (-0.9, 0.82), (-1.3, 0.4), (-1.4, 0.0)])
    profile = cup.at(np.linspace(0.0, 1.0, 6)) * size
    profile[-1, 1] = 0.0
    shell = lathe(profile, 18, part=Part.METAL, place=place).painted(NAVY)
    rim = ring(size, 0.14 * size, 20, Part.METAL, place, 5).painted(STEEL)
    lens = dome(0.95 * size, 0.35 * size, 18, Part.LAMP, place).painted(LIGHT)
    return join(shell, rim, lens)


def lamps() -> Mesh:
    """A large searchlight under the chin and two small ones, on brackets."""
    made = []
    for (x, y, z), size in zip(LAMPS, (0.105, 0.068, 0.068), strict=True):
        made.append(lamp(facing((x, y, z), (0.35 * x, 1.0, -0.12)), size))
        path = [(x, y - 0.09, z), (x, y - 0.2, z + 0.03), (0.9 * x, y - 0.34, z + 0.1)]
        made.append(tube(path, 0.026, Part.METAL, 3).painted(DARK))
    bar = tube([(-0.24, 0.58, -0.535), (0.0, 0.63, -0.56), (0.24, 0.58, -0.535)], 0.018,
               Part.METAL, 6).painted(DARK)  # fmt: skip
    return join(*made, bar)


def rails() -> Mesh:
    """Handrails either side of the hatch."""
    path = [
        (0.30, 0.30, 0.49), (0.305, 0.29, 0.56), (0.31, 0.20, 0.595), (0.325, -0.1, 0.60),
        (0.30, -0.38, 0.565), (0.285, -0.47, 0.52), (0.27, -0.48, 0.42),
    ]  # fmt: skip
    return both_sides(tube(path, 0.016, Part.METAL, 18)).painted(STEEL)


def skids() -> Mesh:
    """Two runners to land on."""
    runner = tube(
        [(0.33, 0.62, -0.58), (0.35, 0.55, -0.68), (0.36, 0.38, -0.735), (0.36, 0.0, -0.745),
         (0.36, -0.4, -0.74), (0.35, -0.56, -0.71)], 0.036, Part.METAL, 14, 8,
    )  # fmt: skip
    struts = [
        tube([(0.36, y, -0.74), (0.325, y, -0.63), (0.27, y, -0.48)], 0.024, Part.METAL, 2)
        for y in (0.24, -0.30)
    ]
    return both_sides(join(runner.painted(NAVY), *(s.painted(DARK) for s in struts)))


def thrusters() -> Mesh:
    """A nacelle on a stub wing at either side."""
    middle = np.array([0.775, -0.14, -0.10])
    cup = Curve([
        (0.40, 0.0), (0.38, 0.055), (0.30, 0.102), (0.14, 0.128), (-0.1, 0.128), (-0.27, 0.108),
        (-0.33, 0.098),
    ])  # fmt: skip
    fine = cup.at(np.linspace(0.0, 1.0, 401))
    ys = np.array([0.40, 0.39, 0.37, 0.33, 0.27, 0.204, 0.196, 0.08, -0.08, -0.2, -0.28, -0.33])
    profile = np.stack([ys, np.interp(-ys, -fine[:, 0], fine[:, 1])], axis=1)
    profile[0, 1] = 0.0

    def colour(mesh: Mesh) -> Floats:
        y = mesh.position[:, 1] - middle[1]
        band = smoothstep(0.198, 0.202, y)
        return mix(NAVY, ORANGE, band)

    shell = lathe(profile, 22, part=Part.HULL, place=lambda q: middle + q).painted(colour)
    nozzle = ring(0.092, 0.018, 22, Part.METAL, lambda q: middle + np.array([0, -0.335, 0]) + q, 5)
    hole = lathe([(-0.33, 0.088), (-0.24, 0.075), (-0.22, 0.0)], 16, part=Part.METAL,
                 place=lambda q: middle + q, inward=True).painted(rgb("#14181c"))  # fmt: skip
    y = np.array([0.0, 1.0, 0.0])
    root, tip = np.array([0.5, -0.02, -0.07]), np.array([0.73, -0.10, -0.095])
    stub = wing((root + 0.22 * y, root - 0.22 * y), (tip + 0.16 * y, tip - 0.14 * y), 0.07,
                Part.HULL, 4).painted(YELLOW)  # fmt: skip
    return both_sides(join(shell, nozzle.painted(STEEL), hole, stub))


def mast() -> Mesh:
    """A thin raked mast with a red light."""
    pole = tube([(0, -0.30, 0.60), (0, -0.335, 0.80), (0, -0.37, 0.985)], 0.014, Part.METAL, 2)
    light = ball((0.0, -0.372, 1.0), (0.024, 0.024, 0.03), 8, Part.GLOW)
    return join(pole.painted(STEEL), light.painted(rgb("#ff4a3c")))


def fittings() -> Mesh:
    """All of them."""
    return join(hatch(), portholes(), lamps(), rails(), skids(), thrusters(), mast())
