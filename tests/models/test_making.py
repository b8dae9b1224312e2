"""The tools that make meshes."""

import numpy as np
import pytest

from models.fins import Fin, fin_mesh
from models.loft import Body, Station, lathe
from models.mesh import Part, facets, make, mirrored, save, volume
from models.parts import swim_weight
from models.shapes import ball, tube
from models.spline import Curve, rounded


def test_rounding_is_odd_and_blind_to_last_bits():
    half = 3.5 * 2.0**-16
    values = np.array([0.3, half, np.nextafter(half, 0.0), np.nextafter(half, 1.0), 1e-9])
    assert (rounded(-values) == -rounded(values)).all()
    assert len(set(rounded(values)[1:4])) == 1
    assert not np.signbit(rounded(-values)[-1])
    assert np.abs(rounded(values) - values).max() <= 2.0**-17 * 1.001


def test_a_curve_passes_through_its_points_and_bends_without_a_jump():
    points = np.array([(0.0, 0.0), (1.0, 2.0), (2.0, -1.0), (4.0, 0.5)])
    curve = Curve(points, flat_start=(1,))
    assert np.allclose(curve.at(curve.knots), points, atol=1e-12)
    d = 1e-4
    assert abs((curve.at(d) - curve.at(0.0))[1]) < 1e-5
    for knot in curve.knots[1:-1]:
        left, right = (
            curve.at(k + d) - 2.0 * curve.at(k) + curve.at(k - d) for k in (knot - d, knot + d)
        )
        assert np.abs(left - right).max() / d**2 < 2.0


def test_a_ball_has_the_volume_and_the_normals_of_a_ball():
    mesh = ball((1.0, 2.0, 3.0), (0.5, 0.5, 0.5), 48, Part.METAL)
    assert volume(mesh.position, mesh.triangles) == pytest.approx(np.pi / 6.0, rel=0.02)
    assert np.allclose(mesh.normal * 0.5, mesh.position - (1.0, 2.0, 3.0), atol=0.01)


@pytest.mark.parametrize("inward", [False, True])
def test_a_bowl_is_seen_from_the_side_asked_for(inward):
    mesh = lathe([(0.0, 1.0), (-0.7, 0.7), (-1.0, 0.0)], 12, part=Part.CABIN, inward=inward)
    outward = (mesh.normal * mesh.position).sum(axis=1)
    assert ((outward < 0.0) == inward).all()


def test_a_tube_round_a_bend_is_round_and_closed():
    mesh = tube([(0, 0, 0), (1, 0, 0), (1, 1, 0)], 0.1, Part.METAL, 16, 8)
    assert volume(mesh.position, mesh.triangles) > 0.0
    assert (facets(mesh.position, mesh.triangles) ** 2).sum(axis=1).min() > 0.0


def test_a_point_of_a_body_is_found_again():
    table = [
        (1.0, 0, 0, 0, 0),
        (0.5, 0.3, -0.4, 0.2, 0),
        (-0.5, 0.3, -0.3, 0.2, 0),
        (-1, 0, 0, 0, 0),
    ]
    body = Body([Station(*row) for row in table], bow=0.02)
    s, angle = np.meshgrid([0.2, 0.5, 0.8], [0.3, 1.2, 2.5])
    found = body.place_of(body.point(s, angle).reshape(-1, 3))
    assert np.allclose(found[0], s.ravel(), atol=2e-3)
    assert np.allclose(found[1], angle.ravel(), atol=0.03)


def test_a_fin_reaches_its_edge_on_its_rays():
    root = [(0, 0.5, 0), (0, 0, 0), (0, -0.5, 0)]
    fin = Fin(root=root, edge=[(0, 0.5, 0), (0, 0, 1), (0, -0.5, 0)], rays=4, scallop=0.1)
    mesh = fin_mesh(fin, 3)
    u, ray = mesh.surface.T
    middle = (u == 1.0) & (ray == 2.0)
    assert np.allclose(mesh.position[middle], (0, 0, 1), atol=1e-4)
    assert mesh.position[(u > 0.1) & (u < 0.9), 0].max() > 0.005


def test_triangles_without_area_and_their_vertices_are_dropped():
    points = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (2, 0, 0)]
    mesh = make(points, [(0, 1, 2), (0, 1, 3), (0, 0, 1)], part=Part.BODY)
    assert len(mesh.triangles) == 1
    assert len(mesh.position) == 3
    assert (mesh.normal == (0, 0, 1)).all()
    assert (mirrored(mirrored(mesh)).triangles == mesh.triangles).all()


@pytest.mark.parametrize("stiff", [0.0, 0.5, 1.0])
def test_swim_weights_grow_from_nose_to_tail(stiff):
    weight = swim_weight(np.linspace(1.6, -1.6, 50), 1.6, -1.6, stiff)
    assert weight[0] == 0.0
    assert weight[-1] == 1.0
    assert (np.diff(weight) > 0.0).all()


def test_a_file_does_not_know_when_it_was_written(tmp_path):
    mesh = ball((0, 0, 0), (1, 1, 1), 8, Part.EYE)
    for name in ("a", "b"):
        save(tmp_path / name, mesh, {"length": 2.0})
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    with np.load(tmp_path / "a") as file:
        assert file["length"] == 2.0
        assert (file["position"] == mesh.position.astype(np.float32)).all()
