"""The submarine's stern: tail planes, duct and propeller."""

import numpy as np

from models.fins import sheet
from models.loft import lathe
from models.mesh import Mesh, Part, join
from models.paint import mix, rgb
from models.shapes import wing
from models.spline import Curve, Floats, smoothstep

HUB = (0.0, -0.965, 0.0)
BLADES = 4
YELLOW, NAVY, ORANGE, BRASS = rgb("#f4b90f"), rgb("#16395c"), rgb("#e8562a"), rgb("#c79a4a")


def planes() -> Mesh:
    """Four tail planes in a cross, orange towards the tips."""
    made = []
    for turn in np.arange(4) * (0.5 * np.pi):
        out = np.array([np.sin(turn), 0.0, np.cos(turn)])
        y = np.array([0.0, 1.0, 0.0])
        root = (0.2 * out - 0.52 * y, 0.10 * out - 0.90 * y)
        tip = (0.62 * out - 0.74 * y, 0.60 * out - 0.98 * y)
        made.append(wing(root, tip, 0.085, Part.HULL, band=0.64))

    def colour(mesh: Mesh) -> Floats:
        return mix(YELLOW, ORANGE, smoothstep(0.636, 0.644, mesh.surface[:, 0]))

    return join(*made).painted(colour)


def duct() -> Mesh:
    """The ring round the propeller: a wing section turned round the axis."""
    section = [
        (-0.84, 0.375), (-0.832, 0.36), (-0.85, 0.338), (-0.93, 0.328), (-1.0, 0.335),
        (-1.008, 0.336), (-1.07, 0.350), (-1.07, 0.358), (-1.008, 0.375), (-1.0, 0.377),
        (-0.93, 0.388), (-0.87, 0.388), (-0.84, 0.375),
    ]  # fmt: skip

    def colour(mesh: Mesh) -> Floats:
        return mix(NAVY, ORANGE, smoothstep(-1.002, -1.006, mesh.position[:, 1]))

    return lathe(section, 36, part=Part.HULL).painted(colour)


def propeller() -> Mesh:
    """Hub and twisted blades, turning about the y axis through `HUB`."""
    line = Curve([(-0.90, 0.1), (-0.95, 0.098), (-1.0, 0.08), (-1.05, 0.045), (-1.07, 0.0)])
    profile = line.at(np.linspace(0.0, 1.0, 6))
    profile[-1, 1] = 0.0
    hub = lathe(profile, 18, part=Part.PROPELLER).painted(BRASS * 0.8)
    blades = [blade(turn) for turn in np.arange(BLADES) * (2.0 * np.pi / BLADES) + 0.4]
    return join(hub, *blades)


def blade(turn: float) -> Mesh:
    """One blade: broad towards the tip, steep at the hub and flat outside."""
    u = np.linspace(0.0, 1.0, 8)[:, None]
    v = np.linspace(-1.0, 1.0, 6)[None]
    radius = 0.07 + 0.24 * u
    chord = 0.055 + 0.055 * np.sin(np.pi * np.clip(0.12 + 0.75 * u, 0.0, 1.0))
    chord = chord * np.sqrt(np.maximum(1.0 - u**5, 0.0))
    pitch = np.radians(62.0 - 36.0 * u)
    sweep = -0.35 * u**2
    angle = turn + sweep + v * chord * np.cos(pitch) / radius
    y = HUB[1] + v * chord * np.sin(pitch)
    middle = np.stack([radius * np.sin(angle), y, radius * np.cos(angle)], axis=-1)
    half = (
        0.016
        * np.sqrt(np.maximum(1.0 - v**2, 0.0))
        * (1.0 - 0.6 * u)
        * np.sqrt(np.maximum(1.0 - u**4, 0.0))
    )
    surface = np.stack(np.broadcast_arrays(u, v), axis=-1)
    return sheet(middle, half, surface, Part.PROPELLER).painted(BRASS)


def stern() -> Mesh:
    """All of it."""
    return join(planes(), duct(), propeller())
