"""The committed models are what the scripts make, and are sound."""

import subprocess
import sys

import numpy as np
import pytest

from models.mesh import Part
from tests.models.solids import (
    FISH,
    FOLDER,
    NAMES,
    body_of,
    facets,
    load,
    open_edges,
    part_triangles,
    pieces,
    winding,
)

RADII = {"sardine": 3.2, "barracuda": 4.5, "lionfish": 3.2}
MOST = {"near": 6000, "far": 1300, "submarine": 16500}


@pytest.fixture(scope="module", params=NAMES)
def model(request):
    return request.param, load(request.param)


@pytest.fixture(scope="module", params=FISH)
def fish(request):
    return request.param, load(request.param)


def test_the_command_makes_the_committed_bytes_again(tmp_path):
    done = subprocess.run(
        [sys.executable, str(FOLDER / "build.py"), str(tmp_path)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    made = sorted(p.name for p in tmp_path.glob("*.npz"))
    assert made == sorted(p.name for p in FOLDER.glob("*.npz"))
    assert made == sorted(f"{name}.npz" for name in NAMES)
    for name in made:
        assert (tmp_path / name).read_bytes() == (FOLDER / name).read_bytes(), name


def test_layout_and_size(model):
    name, arrays = model
    count = len(arrays["position"])
    for key, shape, kind in (
        ("position", (count, 3), "<f4"),
        ("normal", (count, 3), "<f4"),
        ("colour", (count, 4), "|u1"),
        ("swim", (count,), "<f4"),
        ("part", (count,), "|u1"),
        ("surface", (count, 2), "<f4"),
    ):
        assert arrays[key].shape == shape
        assert arrays[key].dtype.str == kind
        assert np.isfinite(arrays[key]).all()
    assert arrays["triangles"].dtype == np.uint16
    assert arrays["triangles"].max() < count
    assert set(np.unique(arrays["part"])) <= {int(p) for p in Part}
    assert (FOLDER / f"{name}.npz").stat().st_size < 150_000
    level = name if name in MOST else "far" if name.endswith("_far") else "near"
    assert len(arrays["triangles"]) <= MOST[level]


def test_every_vertex_is_used_and_no_triangle_is_degenerate(model):
    _, arrays = model
    assert len(np.unique(arrays["triangles"])) == len(arrays["position"])
    _, areas = facets(arrays, arrays["triangles"])
    assert areas.min() > 1e-9
    assert len(np.unique(np.sort(arrays["triangles"], axis=1), axis=0)) == len(arrays["triangles"])


def test_normals_are_unit_and_on_the_side_the_triangles_face(model):
    _, arrays = model
    assert np.allclose(np.linalg.norm(arrays["normal"], axis=1), 1.0, atol=1e-3)
    facing, areas = facets(arrays, arrays["triangles"])
    agree = (arrays["normal"][arrays["triangles"]] * facing[:, None]).sum(axis=2)
    assert agree[areas > 1e-6].min() > -0.35
    assert (agree.min(axis=1) > 0.0).mean() > 0.99


@pytest.mark.parametrize("name", [*FISH, *(f"{n}_far" for n in FISH)])
def test_trunk_and_fins_are_closed_and_face_outward(name):
    arrays = load(name)
    trunk = body_of(arrays)
    assert open_edges(arrays, trunk) == 0
    for fin in pieces(arrays, part_triangles(arrays, Part.FIN)):
        assert open_edges(arrays, fin) == 0
    vertices = np.unique(trunk)[::7]
    points = arrays["position"][vertices].astype(float)
    step = 0.002 * arrays["normal"][vertices]
    assert np.allclose(winding(arrays, trunk, points + step), 0.0, atol=1e-6)
    assert np.allclose(winding(arrays, trunk, points - step), 1.0, atol=1e-6)


def test_fins_have_thickness(fish):
    _, arrays = fish
    for fin in pieces(arrays, part_triangles(arrays, Part.FIN)):
        facing, areas = facets(arrays, fin)
        centre = arrays["position"][fin].astype(float).mean(axis=1)
        volume = (centre * facing).sum(axis=1) @ areas / 3.0
        assert volume / (areas.sum() / 2.0) > 0.003


def test_measures_are_those_of_the_collision_sphere(fish):
    name, arrays = fish
    y = arrays["position"][:, 1]
    assert y.max() - y.min() == pytest.approx(RADII[name], rel=0.03)
    assert arrays["length"].shape == ()
    assert arrays["length"] == pytest.approx(y.max() - y.min(), abs=0.03)
    assert abs(y.max() + y.min()) < 0.1
    far = load(f"{name}_far")["position"]
    assert np.abs(far.max(axis=0) - arrays["position"].max(axis=0)).max() < 0.06
    assert np.abs(far.min(axis=0) - arrays["position"].min(axis=0)).max() < 0.06


def mirror_image(positions):
    flipped = positions * np.array([-1, 1, 1], np.float32) + np.float32(0.0)
    return np.unique(positions, axis=0), np.unique(flipped, axis=0)


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("sardine", (Part.BODY, Part.FIN, Part.EYE)),
        ("barracuda", (Part.BODY, Part.FIN, Part.EYE, Part.JAW)),
        ("lionfish", (Part.BODY, Part.EYE)),
        ("submarine", (Part.GLASS, Part.HULL)),
    ],
)
def test_left_is_the_mirror_image_of_right(name, parts):
    arrays = load(name)
    here, there = mirror_image(arrays["position"][np.isin(arrays["part"], parts)])
    assert here.shape == there.shape
    assert np.abs(here - there).max() < 1e-4


def test_the_body_wave_grows_from_nothing_at_the_nose_to_all_at_the_tail(fish):
    _, arrays = fish
    swim, y = arrays["swim"], arrays["position"][:, 1]
    trunk = np.unique(body_of(arrays))
    order = trunk[np.argsort(-y[trunk], kind="stable")]
    assert (np.diff(swim[order]) >= 0.0).all()
    assert swim[order[0]] < 0.01
    assert swim[np.argmax(y)] == 0.0
    assert swim.max() == pytest.approx(1.0, abs=5e-3)
    assert y[np.argmax(swim)] < -1.5
    assert swim.min() >= 0.0


def outline_turns(line):
    step = np.diff(line, axis=0)
    angle = np.unwrap(np.arctan2(step[:, 1], step[:, 0]))
    return np.degrees(np.abs(np.diff(angle)))


def test_the_outline_of_a_body_has_no_corner(fish):
    _, arrays = fish
    trunk = np.unique(body_of(arrays))
    position = arrays["position"][trunk].astype(float)
    ridge = position[(position[:, 0] == 0.0)]
    middle = np.interp(ridge[:, 1], [-2.0, 2.0], [0.0, 0.0])
    back = ridge[ridge[:, 2] > middle]
    back = back[np.argsort(-back[:, 1])][:, 1:]
    inner = (back[:, 0] < back[0, 0] - 0.1) & (back[:, 0] > -1.0)
    assert outline_turns(back[inner]).max() < 15.0


def test_the_submarine_says_where_its_parts_are():
    arrays = load("submarine")
    place, part = arrays["position"], arrays["part"]
    assert np.linalg.norm(place, axis=1).max() < 1.2
    hull = place[part == Part.HULL]
    assert (np.linalg.norm(hull, axis=1) < 1.0).mean() > 0.7
    lamps = place[part == Part.LAMP]
    for lamp in arrays["lamps"]:
        assert np.linalg.norm(lamps - lamp, axis=1).min() < 0.12
    assert (arrays["lamp"] == arrays["lamps"][0]).all()
    assert arrays["lamp"][0] == 0.0
    assert lamps[:, 1].min() > 0.5
    hub, blades = arrays["hub"], place[part == Part.PROPELLER]
    assert hub[0] == hub[2] == 0.0
    reach = np.hypot(blades[:, 0], blades[:, 2])
    assert 0.28 < reach.max() < 0.33
    assert np.abs(blades.mean(axis=0)[[0, 2]]).max() < 0.01
    assert (arrays["swim"] == 0.0).all()


def test_only_glass_and_fins_let_light_through(model):
    _, arrays = model
    clear = np.unique(arrays["part"][arrays["colour"][:, 3] < 255])
    assert set(clear) <= {Part.GLASS, Part.FIN}
