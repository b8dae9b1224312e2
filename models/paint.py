"""Colours: names in, arrays out."""

import numpy as np
from numpy.typing import ArrayLike

from models.mesh import Mesh
from models.spline import Floats, smoothstep


def rgb(code: str) -> Floats:
    """The colour (3,) of a code such as `"#2b5d8a"`, 0..1 in sRGB."""
    return np.array([int(code[i : i + 2], 16) for i in (1, 3, 5)]) / 255.0


def mix(a: ArrayLike, b: ArrayLike, weight: ArrayLike) -> Floats:
    """From `a` to `b` by weight (V,): colours (C,) or (V, C) in, (V, C) out."""
    w = np.asarray(weight, np.float64)[..., None]
    return np.asarray(np.asarray(a) * (1.0 - w) + np.asarray(b) * w)


def ramp(x: ArrayLike, *stops: tuple[float, Floats]) -> Floats:
    """Colours (V, 3) along stops of (place, colour), straight between them."""
    places = [place for place, _ in stops]
    columns = np.stack([colour for _, colour in stops], axis=1)
    return np.stack([np.interp(np.asarray(x), places, column) for column in columns], axis=-1)


def bars(x: ArrayLike, share: float = 0.5, soft: float = 0.2) -> Floats:
    """1 in bars one to each whole number (centred on it, `share` wide), 0 between them."""
    values = np.asarray(x, np.float64)
    away = np.abs(values - np.round(values))
    return 1.0 - smoothstep(max(share / 2.0 - soft / 2.0, 0.0), share / 2.0 + soft / 2.0, away)


def with_opacity(colour: Floats, opacity: ArrayLike) -> Floats:
    """Colours (V, 3) and opacities (V,) or one, as (V, 4)."""
    alpha = np.broadcast_to(np.asarray(opacity, np.float64), colour.shape[:-1])
    return np.concatenate([colour, alpha[..., None]], axis=-1)


class Membrane:
    """Paint of a fin: from root to edge, a little darker on the rays, clearer between them."""

    def __init__(self, root: str, edge: str, opacity: float, dark: float = 0.16) -> None:
        """Keep the paint.

        Args:
            root: Code of the colour at the root.
            edge: Code of the colour at the edge.
            opacity: Of the clearest places, at the edge between rays.
            dark: How much darker the rays are.
        """
        self.root, self.edge, self.opacity, self.dark = rgb(root), rgb(edge), opacity, dark

    def __call__(self, mesh: Mesh) -> Floats:
        """Colours (V, 4) of a fin by its surface coordinates."""
        u, ray = mesh.surface.T
        between = np.sin(np.pi * ray) ** 2
        shade = 1.0 - self.dark * (1.0 - between)
        colour = mix(self.root, self.edge, u) * shade[:, None]
        return with_opacity(colour, 1.0 - (1.0 - self.opacity) * u * (0.5 + 0.5 * between))
