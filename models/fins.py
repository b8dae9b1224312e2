"""Fins: thin closed sheets with rays in them, and single feathery rays."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from models.mesh import Mesh, Part, join, make, unit
from models.spline import Curve, Floats, Ints


class Fin(NamedTuple):
    """A fin between two curves.

    Attributes:
        root: (K, 3) points of the curve it grows from, front to back, inside the body, K > 2.
        edge: (L, 3) points of the free edge, starting and ending at the ends of the root.
        rays: How many rays stiffen it; the edge is scalloped between them.
        thickness: Of the thickest place.
        scallop: How deep the edge falls back between rays, as a part of the ray.
        arch: Sideways bulge of the middle, in the direction of `toward`.
        toward: (3,) direction of the bulge.
    """

    root: ArrayLike
    edge: ArrayLike
    rays: int
    thickness: float = 0.03
    scallop: float = 0.04
    arch: float = 0.0
    toward: tuple[float, float, float] = (1.0, 0.0, 0.0)


def fin_mesh(fin: Fin, rows: int, per_ray: int = 4) -> Mesh:
    """The fin with `rows` quads from root to edge and `per_ray` across each ray.

    `surface` is 0 at the root to 1 at the edge, and the number of the ray (a ray lies on every
    whole number).
    """
    across = fin.rays * per_ray
    v = np.linspace(0.0, 1.0, across + 1)
    root, edge = Curve(fin.root).at(v), Curve(fin.edge).at(v)
    edge[[0, -1]] = root[[0, -1]]
    wave = np.sin(np.pi * fin.rays * v) ** 2
    edge = root + (edge - root) * (1.0 - fin.scallop * wave)[:, None]
    u = _rows(rows)[:, None]
    middle = root + (edge - root) * u[..., None]
    bulge = np.sin(np.pi * 0.5 * u) * np.sin(np.pi * v)
    middle = middle + fin.arch * bulge[..., None] * np.array(fin.toward)
    lens = np.sqrt(np.sin(np.pi * v)) * _thin_out(u)
    ribs = 1.0 - 0.45 * wave
    grid = np.broadcast_arrays(u, v * fin.rays)
    return sheet(middle, 0.5 * fin.thickness * lens * ribs, np.stack(grid, axis=-1))


def _rows(rows: int) -> Floats:
    """Heights of the rows, 0 to 1: a first one close to the root where it is thickest."""
    return np.concatenate([[0.0], np.linspace(0.12, 1.0, rows)])


def _thin_out(u: Floats) -> Floats:
    """Thickness from root to edge: nothing at both, most a little above the root."""
    return np.minimum(u / 0.12, 1.0) * np.sqrt(np.maximum(1.0 - u, 0.0)) * (1.0 - 0.35 * u)


def sheet(middle: Floats, half: Floats, surface: Floats, part: Part = Part.FIN) -> Mesh:
    """Two skins at `half` (U, V) to either side of a middle (U, V, 3), meeting where it is 0.

    The skins share positions along the rim but not normals, so the rim is a crisp edge.
    """
    shift = grid_normals(middle) * half[..., None]
    quads = grid_triangles(*half.shape)
    over = make(middle + shift, quads, part=part, surface=surface)
    under = make(middle - shift, quads[:, ::-1], part=part, surface=surface)
    return join(over, under)


def grid_triangles(rows: int, columns: int) -> Ints:
    """Triangles of a grid of vertices, row after row."""
    r, c = np.meshgrid(np.arange(rows - 1), np.arange(columns - 1), indexing="ij")
    a = (r * columns + c).ravel()
    b, d, e = a + 1, a + columns, a + columns + 1
    return np.concatenate([np.stack([a, d, b], 1), np.stack([b, d, e], 1)])


def grid_normals(grid: Floats) -> Floats:
    """Unit normals (U, V, 3) of a grid of points; on rims where it folds, the nearest row's."""
    normal = np.cross(np.gradient(grid, axis=0), np.gradient(grid, axis=1))
    normal = unit(normal)
    normal[:, 0], normal[:, -1] = normal[:, 1], normal[:, -2]
    return normal


class Ray(NamedTuple):
    """A single spine with a narrow skin on either side.

    Attributes:
        root: (3,) where it grows.
        bend: (3,) control point of its curve.
        tip: (3,) its end.
        side: (3,) direction across it in which the skin lies.
        width: Half the width of the skin, at its widest.
        thickness: Of the spine.
        trailing: Part of the skin on the side away from `side`, 0 to 1.
    """

    root: ArrayLike
    bend: ArrayLike
    tip: ArrayLike
    side: ArrayLike
    width: float
    thickness: float
    trailing: float = 1.0


def ray_mesh(ray: Ray, rows: int) -> Mesh:
    """The ray as a thin leaf of three columns; `surface` is 0..1 along and 0..2 across."""
    u = np.linspace(0.0, 1.0, rows + 1)[:, None]
    a, b, c = (np.asarray(p, np.float64) for p in (ray.root, ray.bend, ray.tip))
    line = (1 - u) ** 2 * a + 2 * u * (1 - u) * b + u * u * c
    along = unit(np.gradient(line, axis=0))
    side = np.asarray(ray.side, np.float64)
    side = unit(side - along * (along * side).sum(axis=1, keepdims=True))
    leaf = ray.width * (np.sqrt(np.sin(np.pi * np.clip(u, 0.0, 1.0) ** 0.8)) * (1.0 - 0.45 * u))
    columns = [line + side * leaf, line, line - side * leaf * ray.trailing]
    middle = np.stack(columns, axis=1)
    spine = np.concatenate([[0.0], np.sqrt(1.0 - u[1:, 0])]) * ray.thickness / 2.0
    half = np.zeros((rows + 1, 3))
    half[:, 1] = spine
    across = np.stack(np.broadcast_arrays(u, np.array([0.0, 1.0, 2.0])), axis=-1)
    return sheet(middle, half, across)
