"""The submarine's front: glass canopy, and what one sees through it."""

import numpy as np

from models.loft import lathe
from models.mesh import Mesh, Part, both_sides, join
from models.paint import rgb, with_opacity
from models.shapes import ball, block, dome, facing, ring, tube
from models.spline import Curve, Floats

CENTRE_Y, RADIUS, JOINT_Y = 0.40, 0.545, 0.46
TINT, INSIDE, SUIT = rgb("#bfeaf2"), rgb("#2a3540"), rgb("#d9542b")


def canopy() -> Mesh:
    """A glass bubble: `surface` stays 0; opacity is that of the middle, rims are the shader's."""
    start = np.arccos((JOINT_Y - CENTRE_Y) / RADIUS)
    turn = np.linspace(0.0, start, 10)
    profile = np.stack([CENTRE_Y + RADIUS * np.cos(turn), RADIUS * np.sin(turn)], axis=1)
    return lathe(profile, 40, part=Part.GLASS).painted(with_opacity(TINT, 0.22))


def frame_ring() -> Mesh:
    """The metal collar that holds the glass, with bolts round it."""
    collar = ring(0.548, 0.034, 40, Part.METAL, lambda q: q + np.array([0.0, JOINT_Y, 0.0]))
    bolts = []
    for turn in np.arange(16) * (2.0 * np.pi / 16) + np.pi / 16:
        out = np.array([np.sin(turn), 0.0, np.cos(turn)])
        place = facing(out * 0.578 + np.array([0.0, JOINT_Y, 0.0]), out, (0.0, 1.0, 0.0))
        bolts.append(dome(0.016, 0.012, 6, Part.METAL, place, 1))
    return join(collar.painted(rgb("#8d99a3")), join(*bolts).painted(rgb("#5b6670")))


def bowl() -> Mesh:
    """The inner wall of the cabin, seen from inside."""
    line = Curve(
        [(0.46, 0.53), (0.3, 0.52), (0.1, 0.47), (-0.04, 0.34), (-0.1, 0.16), (-0.11, 0.0)]
    )
    profile = line.at(np.linspace(0.0, 1.0, 7))
    profile[-1, 1] = 0.0

    def colour(mesh: Mesh) -> Floats:
        shade = 0.75 + 0.25 * np.clip(mesh.position[:, 2] / 0.5, -1.0, 1.0)
        return INSIDE * shade[:, None]

    return lathe(profile, 26, part=Part.CABIN, inward=True).painted(colour)


def furniture() -> Mesh:
    """Floor, seat, panel with glowing dials, and the wheel."""
    floor = block((0.0, 0.30, -0.36), (0.36, 0.34, 0.03), Part.CABIN).painted(rgb("#39454f"))
    seat = block((0.0, 0.10, -0.20), (0.15, 0.15, 0.06), Part.CABIN, 0.5)
    back = block((0.0, -0.02, 0.02), (0.15, 0.05, 0.24), Part.CABIN, 0.5)
    panel = block((0.0, 0.60, -0.245), (0.27, 0.07, 0.075), Part.CABIN, 0.4)
    dials = [
        dome(size, 0.012, 12, Part.GLOW, facing((x, 0.545, -0.215 + 0.01 * (x == 0.0)),
             (0.0, -1.0, 0.5)), 1).painted(rgb(colour))
        for x, size, colour in (
            (-0.16, 0.04, "#7dffb0"), (0.0, 0.05, "#6fd8ff"), (0.16, 0.04, "#ffc861"),
        )
    ]  # fmt: skip
    wheel = ring(0.085, 0.013, 16, Part.CABIN, facing((0.0, 0.46, -0.10), (0.0, -1.0, 0.55)), 5)
    column = tube([(0, 0.46, -0.10), (0, 0.52, -0.14), (0, 0.57, -0.2)], 0.014, Part.CABIN, 3, 6)
    dark = join(panel, wheel, column).painted(rgb("#1c232a"))
    return join(floor, join(seat, back).painted(rgb("#7a4a33")), dark, *dials)


def pilot() -> Mesh:
    """The one at the wheel: suit, cap, headphones."""
    torso = ball((0.0, 0.13, 0.0), (0.125, 0.095, 0.2), 12, Part.PILOT).painted(SUIT)
    legs = tube([(0.07, 0.12, -0.14), (0.085, 0.32, -0.12), (0.085, 0.42, -0.26)], 0.05,
                Part.PILOT, 6, 7)  # fmt: skip
    arm = tube([(0.125, 0.13, 0.09), (0.175, 0.24, -0.04), (0.08, 0.43, -0.08)], 0.036,
               Part.PILOT, 6, 7)  # fmt: skip
    hand = ball((0.08, 0.45, -0.075), (0.034, 0.034, 0.034), 7, Part.PILOT)
    head = ball((0.0, 0.16, 0.285), (0.088, 0.095, 0.108), 12, Part.PILOT)
    cap = ball((0.0, 0.145, 0.335), (0.095, 0.1, 0.075), 12, Part.PILOT).painted(rgb("#1d3f63"))
    ear = ball((0.092, 0.15, 0.285), (0.022, 0.038, 0.042), 8, Part.PILOT)
    eye = ball((0.034, 0.248, 0.292), (0.013, 0.01, 0.017), 6, Part.PILOT)
    skin = rgb("#c98e68")
    side = join(
        legs.painted(SUIT * 0.8), arm.painted(SUIT), hand.painted(skin),
        ear.painted(rgb("#20262c")), eye.painted(rgb("#181414")),
    )  # fmt: skip
    return join(torso, head.painted(skin), cap, both_sides(side))


def cabin() -> Mesh:
    """All of the front but the glass, which is drawn last."""
    return join(bowl(), furniture(), pilot(), frame_ring())
