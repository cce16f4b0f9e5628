"""Floating solids: what is rejected and why, and files."""

import numpy as np
import pytest

import stickslip as ss
from stickslip.floating.solid.mesh import solid_mass, solid_stiffness

STEEL = ss.Material(young=2e11, density=7800.0, poisson=0.3)
SOLID = ss.SolidBody.box((1.0, 0.2), (4, 2), STEEL, plane="stress")
CUBE = ss.SolidBody.box((1.0, 1.0, 1.0), 1, STEEL)
LEFT, RIGHT = SOLID.nodes_where(lambda x, y: x < 1e-9), SOLID.nodes_where(lambda x, y: x > 1 - 1e-9)
M, K = solid_mass(SOLID).toarray(), solid_stiffness(SOLID).toarray()
INDEFINITE = M.max() * (np.ones(M.shape) - 0.5 * np.eye(len(M)))


def matrices(mass=M, stiffness=K, coordinates=SOLID.nodes):
    return ss.ElasticMatrices(coordinates=coordinates, mass=mass, stiffness=stiffness)


def sides(**fields):
    return ss.FloatingSolid(SOLID, interfaces={"left": LEFT, "right": RIGHT}, **fields)


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: matrices(stiffness=K + np.eye(len(K)) * K.max()), "translation in x is resisted"),
        (lambda: matrices(coordinates=SOLID.nodes * 0.0), "all nodes are at one place"),
        (lambda: matrices(coordinates=SOLID.nodes * (2.0, 1.0)), "turn in the plane of x and y is resisted"),
        (lambda: matrices(stiffness=np.triu(K)), "symmetric"),
        (lambda: matrices(stiffness=K[:-1, :-1]), "rows"),
        (lambda: matrices(mass=M[:-1, :-1]), "rows"),
        (lambda: matrices(mass=np.diag(np.tile([1.0, 2.0], len(M)))), "same in all directions"),
        (lambda: matrices(mass=np.diag([0.0, *np.ones(len(M) - 1)])), "node 0 has the mass 0"),
        (lambda: matrices(mass=M * np.nan), "finite"),
        (lambda: ss.FloatingSolid(SOLID, interfaces={"a": [99]}), "do not exist"),
        (lambda: ss.FloatingSolid(SOLID, interfaces={"a": []}), "no nodes"),
        (lambda: ss.FloatingSolid(SOLID, interfaces=[1, 2]), "mapping"),
        (lambda: ss.FloatingSolid(CUBE, interfaces={"a": [0, 1]}), "one line"),
        (lambda: ss.FloatingSolid(SOLID, reduction="craig-bampton"), "needs interfaces"),
        (lambda: ss.FloatingSolid(SOLID, reference="clamped"), "needs frame_at"),
        (lambda: ss.FloatingSolid(SOLID, reference="clamped", frame_at=[3]), "one node"),
        (lambda: ss.FloatingSolid(SOLID, reference="clamped", frame_at="wall"), "no interface 'wall'"),
        (lambda: ss.FloatingSolid(SOLID, frame_at=[3, 4]), "takes no frame_at"),
        (lambda: ss.FloatingSolid(SOLID, modes=1, max_frequency=1.0), "not both"),
        (lambda: ss.FloatingSolid(ss.SolidBody.box((1, 1), 1, STEEL, plane="strain", retardation=1.0)), "retardation"),
        (lambda: ss.FloatingSolid(ss.SolidBody.box((1, 1, 1), 1, STEEL, displacement=(0, 0, 1))), "displacement"),
        (lambda: sides().nearest("ab"), "nearest\\('ab'\\) needs a point of 2 components"),
        (lambda: sides().interface("top"), "no interface 'top'"),
        (lambda: ss.FloatingSolid(SOLID, interfaces={"a": [3]}).interface("a"), "node\\(3\\)"),
        (lambda: sides().node(99), "does not exist"),
        (lambda: sides().add(ss.Circle(radius=0.1)), "a node or an interface"),
        (lambda: sides().add(ss.Plane(normal=(0, 1)), node=2), "no orientation"),
        (lambda: sides(modes=99).frequencies, "normal modes exist"),
        (lambda: ss.FloatingSolid(ss.SolidBody.box((1, 1, 1), 6, STEEL)).frequencies, "choose some by modes"),
        (lambda: ss.FloatingSolid(SOLID, interfaces={"a": [0]}, reduction="craig-bampton").frequencies, "free to move"),
        (lambda: ss.FloatingSolid(SOLID, interfaces={"a": LEFT, "b": LEFT}).frequencies, "'b' moves as others"),
        (lambda: ss.FloatingSolid(matrices(stiffness=-K)).frequencies, "negative energy"),
        (lambda: ss.FloatingSolid(matrices(mass=INDEFINITE)).frequencies, "positive definite"),
        (lambda: ss.FloatingSolid(matrices(stiffness=0.0 * K)).frequencies, "no stiffness"),
    ],
)  # fmt: skip
def test_refused(make, reason):
    with pytest.raises(ss.ModelError, match=reason):
        make()


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        (ss.Model(dim=3), "2 components"),
        (ss.Model(dim=2), "elastic has 1 entries"),
    ],
)
def test_refused_in_a_model(model, reason):
    model.add(sides(elastic=(1.0,)))
    with pytest.raises(ss.ModelError, match=reason):
        ss.simulate(model, 0.1, 0.01)


def test_solid_and_floating_solid_are_two_bodies():
    model = ss.Model(dim=2)
    solid = model.add(ss.SolidBody.box((1.0, 0.2), (4, 2), STEEL, plane="stress"))
    model.add(ss.FloatingSolid(solid))
    with pytest.raises(ss.ModelError, match="part of the model, too"):
        ss.simulate(model, 0.1, 0.01)


def test_places_must_be_named():
    model = ss.Model(dim=2)
    body = model.add(sides())
    model.add(ss.Fixed(model.ground, body))
    with pytest.raises(ss.ModelError, match=r"\.interface\(name\)"):
        ss.simulate(model, 0.1, 0.01)


def test_bad_files(tmp_path):
    """Every file is data: pickles, other formats and missing parts are rejected with the name of the file."""
    np.savez(tmp_path / "part.npz", coordinates=SOLID.nodes, mass=M)
    np.save(tmp_path / "code.npy", np.array([{"a": 1}], dtype=object), allow_pickle=True)
    (tmp_path / "code.npy").rename(tmp_path / "code.npz")
    (tmp_path / "text.mtx").write_text("no matrix\n")
    (tmp_path / "text.csv").write_text("a, b\n")
    np.savez(tmp_path / "size.npz", coordinates=SOLID.nodes, stiffness=K, mass_size=[1, 2], mass_rows=[0],
             mass_columns=[0], mass_values=[1.0])  # fmt: skip
    with pytest.raises(ss.ModelError, match="size"):
        ss.FloatingSolid.read(tmp_path / "size.npz")
    with pytest.raises(ss.StickslipError, match="cannot write"):
        matrices().save(tmp_path / "missing" / "a.npz")
    for name, reason in (("part.npz", "no array 'stiffness'"), ("code.npz", "cannot be read"), ("no.npz", "no file")):
        with pytest.raises(ss.ModelError, match=reason):
            ss.FloatingSolid.read(tmp_path / name)
    with pytest.raises(ss.ModelError, match="Matrix Market"):
        ss.FloatingSolid.read(tmp_path / "text.mtx", tmp_path / "text.mtx", tmp_path / "text.csv")
    with pytest.raises(ss.ModelError, match="files of mass, stiffness"):
        ss.FloatingSolid.read(tmp_path / "text.mtx")


def test_yaml_keeps_everything():
    """A model goes to text and back: mesh or matrices, interfaces, frames and contours at places."""
    for shape in (SOLID, matrices()):
        model = ss.Model(dim=2)
        fields = {"interfaces": {"left": LEFT, "right": RIGHT}, "reduction": "craig-bampton", "modes": 2}
        body = model.add(ss.FloatingSolid(shape, reference="clamped", frame_at="left", **fields, name="b"))
        model.add(ss.Fixed(model.ground, body.interface("left")))
        body.add(ss.Plane(normal=(0, 1), name="pad"), interface="right")
        text = model.to_yaml()
        again = ss.Model.from_yaml(text)
        assert again.to_yaml() == text
        assert again["b"].frequencies == pytest.approx(body.frequencies, rel=1e-9)


def test_lanczos_finds_the_same_modes(monkeypatch):
    """Large bodies use an iteration about a shift: the same frequencies as from all modes."""
    from stickslip.floating import reduction

    whole = [sides(modes=4), sides(modes=4, reduction="craig-bampton"), sides(max_frequency=4000.0)]
    exact = [body.frequencies for body in whole]
    monkeypatch.setattr(reduction, "MOST_DENSE", 5)
    again = [sides(modes=4), sides(modes=4, reduction="craig-bampton"), sides(max_frequency=4000.0)]
    for body, found in zip(again, exact, strict=True):
        assert len(found) > 4
        assert body.frequencies == pytest.approx(found, rel=1e-7)
