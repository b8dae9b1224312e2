"""Questions one can ask a triangle mesh."""

from pathlib import Path

import numpy as np

from models.mesh import Part

FOLDER = Path(__file__).resolve().parents[2] / "models"
FISH = ("sardine", "barracuda", "lionfish")
NAMES = (*FISH, *(f"{name}_far" for name in FISH), "submarine")


def load(name):
    """The arrays of a committed model."""
    with np.load(FOLDER / f"{name}.npz") as file:
        return dict(file)


def part_triangles(model, *parts):
    """Its triangles of some parts."""
    return model["triangles"][np.isin(model["part"][model["triangles"][:, 0]], parts)].astype(int)


def welded(model, triangles):
    """The triangles with vertices at one place made one."""
    _, index = np.unique(model["position"], axis=0, return_inverse=True)
    return index.reshape(-1)[triangles]


def pieces(model, triangles):
    """Its connected pieces, the largest first, as rows of `triangles`."""
    index = welded(model, triangles)
    label = np.arange(index.max() + 1)
    while True:
        least = label[index].min(axis=1)
        after = label.copy()
        for corner in range(3):
            np.minimum.at(after, index[:, corner], least)
        if (after == label).all():
            break
        label = after
    owner = label[index[:, 0]]
    names, counts = np.unique(owner, return_counts=True)
    return [triangles[owner == name] for name in names[np.argsort(-counts, kind="stable")]]


def body_of(model):
    """The triangles of the trunk: the largest piece of the body."""
    return pieces(model, part_triangles(model, Part.BODY))[0]


def open_edges(model, triangles):
    """How many edges are not shared by exactly two triangles, one running each way."""
    index = welded(model, triangles)
    index = index[(index != np.roll(index, 1, axis=1)).all(axis=1)]
    edges = np.concatenate([index[:, [0, 1]], index[:, [1, 2]], index[:, [2, 0]]])
    size = index.max() + 1
    forth = np.sort(edges[:, 0] * size + edges[:, 1])
    back = np.sort(edges[:, 1] * size + edges[:, 0])
    return len(np.setxor1d(forth, back)) + len(forth) - len(np.unique(forth))


def facets(model, triangles):
    """Unit normals and areas of triangles."""
    a, b, c = (model["position"][triangles[:, i]].astype(float) for i in range(3))
    n = np.cross(b - a, c - a)
    length = np.linalg.norm(n, axis=1)
    return n / np.maximum(length, 1e-30)[:, None], length / 2.0


def winding(model, triangles, points):
    """How often a surface winds round points: 1 inside, 0 outside (van Oosterom 1983)."""
    a, b, c = (model["position"][triangles[:, i]].astype(float) - points[:, None] for i in range(3))
    la, lb, lc = (np.linalg.norm(v, axis=2) for v in (a, b, c))
    top = (a * np.cross(b, c)).sum(axis=2)
    bottom = la * lb * lc + (a * b).sum(2) * lc + (b * c).sum(2) * la + (c * a).sum(2) * lb
    return np.arctan2(top, bottom).sum(axis=1) / (2.0 * np.pi)
