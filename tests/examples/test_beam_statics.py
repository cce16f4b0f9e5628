"""Statics, buckling and free vibration of beams and strings against closed or independent solutions."""

import numpy as np
import pytest

import stickslip as ss
from stickslip.examples import (
    bend_45,
    catenary,
    elastica,
    free_vibration,
    lateral_buckling,
    princeton_beam,
    roll_up,
)


def close(found, *names, rel=1e-3):
    for name in names:
        assert found[name] == pytest.approx(found[f"{name}_exact"], rel=rel), name


@pytest.mark.parametrize(
    ("example", "degree", "meshes", "last"),
    [
        (roll_up, 1, (32, 64, 128), 2e-3),
        (roll_up, 2, (16, 32, 64), 1.2e-6),
        (elastica, 1, (16, 32, 64), 5e-4),
        (elastica, 2, (8, 16, 32), 2e-6),
        (bend_45, 1, (16, 32, 64), 3e-4),
        (bend_45, 2, (8, 16, 32), 3e-7),
        (catenary, 1, (8, 16, 32), 6e-4),
        (catenary, 2, (4, 8, 16), 2e-6),
        (free_vibration, 1, (16, 32, 64), 2e-4),
        (free_vibration, 2, (8, 16, 32), 4e-6),
        (lateral_buckling, 2, (2, 4, 8), 3e-6),
    ],
    ids=lambda x: x.__name__.rpartition(".")[2] if hasattr(x, "__name__") else str(x),
)
def test_linear_elements_are_of_order_two_and_quadratic_ones_of_order_four(example, degree, meshes, last):
    slope, errors = example.order(degree, meshes=meshes)
    assert slope == pytest.approx(2 * degree, abs=0.2)
    assert errors[-1] < last


@pytest.mark.parametrize("turns", [1, 2])
def test_roll_up_closes_the_circle(turns):
    _, found = roll_up.run(turns=turns)
    assert found["tip_error"] < 1e-3
    close(found, "energy")
    _, found = roll_up.run(turns=turns, dim=2, elements=8, order=1)
    assert found["tip_error"] < 1e-13  # angles are interpolated: exact on any mesh
    close(found, "energy", rel=1e-12)


def test_roll_up_states_on_the_way_are_arcs():
    # at load factor f the tip is at R (sin(L/R), 1 - cos(L/R)) with R = L / (2 pi f)
    result, _ = roll_up.run(steps=4)
    angle = 2 * np.pi * result.time[1:]
    R = roll_up.LENGTH / angle
    tip = result["beam"].position[1:, -1]
    assert tip[:, 0] == pytest.approx(R * np.sin(angle), abs=1e-3)
    assert tip[:, 1] == pytest.approx(R * (1 - np.cos(angle)), abs=1e-3)


def test_roll_up_has_a_constant_moment():
    for dim, column, error in ((2, [2], 1e-12), (3, [3, 4], 1e-4)):  # interpolated directors are a little too short
        result, _ = roll_up.run(dim=dim, steps=4)
        moment = np.linalg.norm(result["beam"].resultant[-1][:, column], axis=1)
        assert np.ptp(moment) < 1e-9 * moment[0]
        assert moment[0] == pytest.approx(2 * np.pi * 100 / 12, rel=error)


@pytest.mark.parametrize("load", elastica.EXACT)
@pytest.mark.parametrize("dim", [2, 3])
def test_elastica_table(load, dim):
    _, found = elastica.run(load=load, dim=dim)
    close(found, "u_over_L", "w_over_L", "angle", rel=1e-4)


@pytest.mark.parametrize("load", bend_45.EXACT)
def test_bend_45_tip(load):
    _, found = bend_45.run(load=load)
    assert found["tip"] == pytest.approx(found["tip_exact"], rel=2e-5)


def test_bend_45_does_not_depend_on_the_load_steps():
    eight, ten = (bend_45.run(steps=steps)[1]["tip"] for steps in (8, 10))
    assert eight == pytest.approx(ten, abs=1e-8)


@pytest.mark.parametrize("load", [1, 2, 3])
def test_princeton_beam_table(load):
    for angle in princeton_beam.EXACT:
        _, found = princeton_beam.run(load=load, angle_deg=angle)
        for name, zero in (("flap", 1e-9), ("lag", 1e-9), ("twist", 1e-9)):
            assert found[name] == pytest.approx(found[f"{name}_exact"], rel=1e-4, abs=zero), (angle, name)


def test_lateral_buckling_loads_and_the_path_beyond():
    result, found = lateral_buckling.run()
    close(found, "critical_loads", rel=1e-5)
    close(found, "coefficient", rel=1e-4)
    z = abs(result["second leg"].position[:, -1, 2])
    below, above = z[result.time < 0.9][-1], z[result.time > 1.2][0]
    assert below < 6.0 and above > 40.0  # mm: it leaves its plane at 1.09 N
    finer = ss.solve_static(lateral_buckling.frame(1.0, 1e-2), load=1.3, steps=60)
    assert finer["second leg"].position[-1, -1, 2] == pytest.approx(found["tip_out_of_plane"], rel=1e-8)


def test_free_vibration_frequencies():
    _, found = free_vibration.run()
    close(found, "clamped_free", "free_free", "rod", "string", rel=1e-5)


def test_modes_of_an_unstable_equilibrium_are_negative_and_lowest_first():
    """Beyond the critical load of the lateral buckling the straight cantilever has exactly one negative mode."""
    model = lateral_buckling.cantilever()
    stable = ss.modes(model, 2, about=ss.solve_static(model, load=3.9))
    with pytest.warns(UserWarning, match="unstable"):
        beyond = ss.solve_static(model, load=4.2)
    unstable = ss.modes(model, 2, about=beyond)
    assert stable.omega_squared[0] > 0.0
    assert unstable.omega_squared[0] < 0.0 < unstable.omega_squared[1]


def test_catenary():
    _, found = catenary.run()
    close(found, "sag", "end_tension", "horizontal", rel=1e-5)
    _, found = catenary.run(variant="neo-hookean")
    close(found, "sag", "end_tension", "horizontal", rel=3e-6)


def test_catenary_hangs_in_tension_on_coarse_and_fine_meshes():
    for elements in (4, 64):
        result, _ = catenary.run(elements=elements)
        assert result["string"].strain[-1].min() > 0.0
        assert result["left"].reaction[-1, 1] == pytest.approx(5.0, rel=1e-9)  # half the weight
