"""Triangle meshes: what a vertex carries, joining, mirroring, normals, and the file."""

import io
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import IntEnum
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.spline import Floats, Ints, rounded


class Part(IntEnum):
    """What a vertex belongs to; the shader picks the material by it."""

    BODY = 0
    FIN = 1
    EYE = 2
    JAW = 3
    GLASS = 4
    LAMP = 5
    PROPELLER = 6
    METAL = 7
    HULL = 8
    CABIN = 9
    GLOW = 10
    PILOT = 11


@dataclass(frozen=True)
class Mesh:
    """A mesh of V vertices and T triangles, counter-clockwise seen from outside.

    Attributes:
        position: (V, 3) x right, y forward, z up.
        normal: (V, 3) unit, outward.
        colour: (V, 4) sRGB and opacity, 0..1.
        swim: (V,) how much the body wave moves the vertex.
        part: (V,) `Part` codes.
        surface: (V, 2) coordinates on the surface; what they mean depends on the part.
        triangles: (T, 3) indices.
    """

    position: Floats
    normal: Floats
    colour: Floats
    swim: Floats
    part: NDArray[np.uint8]
    surface: Floats
    triangles: Ints

    def painted(self, colour: "Paint") -> "Mesh":
        """The same mesh in a colour: (3,), (4,), (V, 3), (V, 4), or a function of the mesh."""
        given = np.asarray(colour(self) if callable(colour) else colour, dtype=np.float64)
        if given.shape[-1] == 3:
            given = np.concatenate([given, np.ones((*given.shape[:-1], 1))], axis=-1)
        return replace(self, colour=np.broadcast_to(given, (len(self.position), 4)).copy())

    def swimming(self, swim: ArrayLike) -> "Mesh":
        """The same mesh with other swim weights: one number or (V,)."""
        weights = np.broadcast_to(np.asarray(swim, np.float64), (len(self.position),))
        return replace(self, swim=weights.copy())

    def only(self, *parts: Part) -> "Mesh":
        """The triangles of some parts, with the vertices they use."""
        kept = self.triangles[np.isin(self.part[self.triangles[:, 0]], parts)]
        used, index = np.unique(kept, return_inverse=True)
        fields = ("position", "normal", "colour", "swim", "part", "surface")
        taken = {name: getattr(self, name)[used] for name in fields}
        return Mesh(**taken, triangles=index.reshape(-1, 3))


Paint = Callable[[Mesh], ArrayLike] | ArrayLike
Places = Mapping[str, float | tuple[float, ...] | tuple[tuple[float, ...], ...]]


def make(
    position: ArrayLike,
    triangles: ArrayLike,
    *,
    part: Part,
    surface: ArrayLike | None = None,
    colour: ArrayLike = (0.6, 0.6, 0.6, 1.0),
) -> Mesh:
    """Make one smooth piece: round the positions, drop triangles without area, add normals.

    Everything after the rounding is + - × ÷ √ in a fixed order, so the normals are the same
    bits on every machine.

    Args:
        position: (V, 3), or any (..., 3).
        triangles: (T, 3), or any (..., 3).
        part: Code of all its vertices.
        surface: (V, 2) or any (..., 2); zeros by default.
        colour: (4,) or (V, 4).
    """
    points = rounded(np.asarray(position, np.float64).reshape(-1, 3))
    index = np.asarray(triangles, np.int64).reshape(-1, 3)
    index = index[_areas(points, index) > 0.0]
    used, index = np.unique(index, return_inverse=True)
    index = index.reshape(-1, 3)
    flat = np.zeros((len(points), 2)) if surface is None else np.reshape(surface, (-1, 2))
    paint = np.broadcast_to(np.asarray(colour, np.float64), (len(points), 4))
    points = points[used]
    return Mesh(
        position=points,
        normal=smooth_normals(points, index),
        colour=paint[used],
        swim=np.zeros(len(used)),
        part=np.full(len(used), int(part), np.uint8),
        surface=rounded(flat, 2.0**-12)[used],
        triangles=index,
    )


def cross(a: Floats, b: Floats) -> Floats:
    """Cross product of rows (N, 3), in a fixed order of operations."""
    (ax, ay, az), (bx, by, bz) = a.T, b.T
    return np.stack([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx], axis=1)


def unit(v: Floats) -> Floats:
    """Rows (..., 3) at length 1; a zero row stays zero."""
    x, y, z = v[..., 0], v[..., 1], v[..., 2]
    length = np.sqrt(x * x + y * y + z * z)
    return np.asarray(v / np.where(length > 0.0, length, 1.0)[..., None])


def facets(position: Floats, triangles: Ints) -> Floats:
    """Normals (T, 3) of the triangles, of length twice the area."""
    a, b, c = (position[triangles[:, i]] for i in range(3))
    return cross(b - a, c - a)


def _areas(position: Floats, triangles: Ints) -> Floats:
    """Smallest height of each triangle over its longest side, 0 where it has no area."""
    a, b, c = (position[triangles[:, i]] for i in range(3))
    longest = np.max([((p - q) ** 2).sum(axis=1) for p, q in ((a, b), (b, c), (c, a))], axis=0)
    twice = np.sqrt((cross(b - a, c - a) ** 2).sum(axis=1))
    height = twice / np.sqrt(np.where(longest > 0.0, longest, 1.0))
    return np.where(height > 2e-5, height, 0.0)


def smooth_normals(position: Floats, triangles: Ints) -> Floats:
    """Unit normals (V, 3), exact where the points lie on a ball.

    Each corner counts by the cross product of its edges over the squares of both lengths (Max
    1999, Weights for Computing Vertex Normals from Facet Normals): no angles are needed.
    """
    total = np.zeros_like(position)
    for corner in range(3):
        here, after, before = (triangles[:, (corner + i) % 3] for i in range(3))
        one, two = position[after] - position[here], position[before] - position[here]
        weighted = cross(one, two) / (_square(one) * _square(two))[:, None]
        for axis in range(3):
            total[:, axis] += np.bincount(here, weighted[:, axis], len(position))
    return unit(total)


def _square(v: Floats) -> Floats:
    x, y, z = v.T
    return np.asarray(x * x + y * y + z * z)


def volume(position: Floats, triangles: Ints) -> float:
    """Signed volume of a closed mesh; positive where the triangles face outward."""
    a, b, c = (position[triangles[:, i]] for i in range(3))
    return float((a * cross(b, c)).sum() / 6.0)


def join(*meshes: Mesh) -> Mesh:
    """One mesh of several, nothing welded: each piece keeps its own normals."""
    starts = np.cumsum([0] + [len(m.position) for m in meshes[:-1]])
    moved = [m.triangles + start for m, start in zip(meshes, starts, strict=True)]
    fields = ("position", "normal", "colour", "swim", "part", "surface")
    stacked = {name: np.concatenate([getattr(m, name) for m in meshes]) for name in fields}
    return Mesh(**stacked, triangles=np.concatenate(moved))


def mirrored(mesh: Mesh) -> Mesh:
    """The mesh on the other side of the plane x = 0."""
    flip = np.array([-1.0, 1.0, 1.0])
    return replace(
        mesh,
        position=mesh.position * flip + 0.0,
        normal=mesh.normal * flip + 0.0,
        triangles=mesh.triangles[:, ::-1],
    )


def flipped(mesh: Mesh) -> Mesh:
    """The mesh seen from its other side."""
    return replace(mesh, normal=-mesh.normal + 0.0, triangles=mesh.triangles[:, ::-1])


def both_sides(mesh: Mesh) -> Mesh:
    """The mesh and its mirror image."""
    return join(mesh, mirrored(mesh))


def save(path: Path, mesh: Mesh, places: Places) -> None:
    """Write a mesh and named places; the same mesh gives the same bytes everywhere.

    An .npz is a zip of .npy files: the times in it are fixed, and it is packed by bzip2, whose
    output does not depend on the version of a library as deflate's does.

    Args:
        path: The file to write.
        mesh: The mesh.
        places: Extra small arrays by name, stored as float32.
    """
    small = len(mesh.position) <= 0xFFFF
    arrays: dict[str, NDArray[np.generic]] = {
        "position": mesh.position.astype("<f4"),
        "normal": rounded(mesh.normal, 2.0**-12).astype("<f4"),
        "colour": rounded(np.clip(mesh.colour, 0.0, 1.0) * 255.0, 1.0).astype("u1"),
        "swim": rounded(mesh.swim, 2.0**-12).astype("<f4"),
        "part": mesh.part.astype("u1"),
        "surface": mesh.surface.astype("<f4"),
        "triangles": mesh.triangles.astype("<u2" if small else "<u4"),
    }
    arrays |= {name: rounded(value).astype("<f4") for name, value in places.items()}
    with zipfile.ZipFile(path, "w") as archive:
        for name, array in arrays.items():
            archive.writestr(_entry(name), _npy(array), compresslevel=9)


def _entry(name: str) -> zipfile.ZipInfo:
    """A zip entry without the time and the system of the machine."""
    entry = zipfile.ZipInfo(f"{name}.npy", date_time=(1980, 1, 1, 0, 0, 0))
    entry.compress_type = zipfile.ZIP_BZIP2
    entry.create_system = 3
    entry.external_attr = 0o644 << 16
    return entry


def _npy(array: NDArray[np.generic]) -> bytes:
    """The bytes of a .npy file."""
    buffer = io.BytesIO()
    np.lib.format.write_array(buffer, np.asarray(array, order="C"), version=(1, 0))
    return buffer.getvalue()
