"""Examples of elastic solids at rest and in steady rotation: each number against its oracle."""

import numpy as np
import pytest

import stickslip as ss
from stickslip.examples import cantilever_block, cook_membrane, patch_tests, rotating_bar, spinning_solid
from stickslip.solids.cells import NAMES


@pytest.mark.parametrize("law", ["linear", "st-venant-kirchhoff", "neo-hookean"])
def test_every_kind_passes_the_patch_test(law):
    """Neo-Hooke with hexahedron27 needs a smaller load step, because a trial of Newton's method inverts an element."""
    _, found = patch_tests.run(law=law)
    assert len(found) == 2 * len(NAMES)
    assert max(found.values()) <= 1e-12


def test_patch_is_held_without_force():
    model = patch_tests.model("hexahedron20", "linear", patch_tests.F)
    result = ss.solve_static(model)
    for support in model.of_kind(ss.Support):
        assert abs(result[support].nodal).max() < 1e-11


@pytest.mark.parametrize("kind", ["quad8", "quad9", "triangle6"])
def test_cooks_membrane_in_plane_stress(kind):
    _, found = cook_membrane.run(kind=kind, n=32)
    assert 23.96 < found["deflection"] < 23.9677  # from below: the solid is too stiff
    assert found["deflection_extrapolated"] == pytest.approx(found["deflection_extrapolated_exact"], abs=1e-4)
    assert found["reaction"] == pytest.approx([0.0, -1.0], abs=1e-12)


def test_cooks_membrane_almost_incompressible():
    """The published value lies between the finest mesh and its limit, and is what equal triangles extrapolate to."""
    _, found = cook_membrane.run(plane="strain", kind="quad8")
    assert found["deflection"] < found["deflection_published"] < found["deflection_extrapolated"]
    assert found["deflection_extrapolated"] == pytest.approx(found["deflection_extrapolated_exact"], rel=2e-4)
    _, equal = cook_membrane.run(plane="strain", kind="triangle6", grade=1.0)
    assert equal["deflection_extrapolated"] == pytest.approx(equal["deflection_published"], rel=2e-4)


def test_linear_cells_lock():
    _, found = cook_membrane.run(plane="strain", kind="quad", n=16, grade=1.0)
    assert found["deflection"] < 5.0


def test_block_bends_like_a_beam():
    _, found = cantilever_block.run()
    assert found["deflection"] == pytest.approx(found["deflection_exact"], rel=5e-4)
    assert found["moment"] == pytest.approx(10.0, rel=1e-9)
    assert found["shear_force"] == pytest.approx(-1.0, rel=1e-9)
    assert found["frequency"] == pytest.approx(found["frequency_exact"], rel=3e-4)


@pytest.mark.parametrize("law", ["st-venant-kirchhoff", "neo-hookean"])
def test_strip_bends_like_the_elastica(law):
    _, found = cantilever_block.run(variant="large", law=law)
    for key in ("u_over_L", "w_over_L"):
        assert found[key] == pytest.approx(found[f"{key}_exact"], abs=3e-4)
        assert found[key] == pytest.approx(found[f"{key}_beam"], abs=1.5e-4)


def test_rotating_bar():
    """Elongation by inertia, for two speeds; St. Venant's bar is shorter than the linear one by 3/5 (kL)^2."""
    for omega, order in ((0.1, 1e-4), (0.2, 1e-3)):
        _, found = rotating_bar.run(omega=omega, turns=2.0, n=8)
        assert found["elongation"] == pytest.approx(found["elongation_exact"], rel=1e-6)
        shorter = 1.0 - found["elongation"] / found["elongation_small_strain"]
        assert shorter == pytest.approx(0.6 * found["omega_steady"] ** 2, abs=order)


def test_rotating_bar_keeps_its_energy():
    result, found = rotating_bar.run(turns=20.0, n=8)
    assert found["turns"] > 19.0
    assert found["energy_drift"] < 1e-9
    energy = result.energy.total
    half = len(energy) // 2
    assert abs(energy[:half].mean() / energy[half:].mean() - 1.0) < 1e-11  # oscillates, does not drift


def test_plots():
    pytest.importorskip("matplotlib").use("Agg")
    result, found = cook_membrane.run(n=8)
    assert cook_membrane.plot(result, found) is not None
    result, found = patch_tests.run(kind="quad")
    assert patch_tests.plot(result, found) is not None
    assert np.isfinite(result["patch"].position).all()


def test_spinning_solid():
    """The stretch of a spinning bar is that of linear elasticity in its frame; a tumbling one keeps L and energy."""
    _, found = spinning_solid.run(n=8, t_end=6.0)
    assert found["elongation"] == pytest.approx(found["elongation_exact"], rel=1e-4)
    assert found["vibration"] < 1e-9
    _, found = spinning_solid.run(variant="tumbling", n=4, modes=4, t_end=5.0)
    assert found["flips"] >= 1
    assert found["angular_momentum_drift"] < 2e-5 and found["energy_drift"] < 2e-5
