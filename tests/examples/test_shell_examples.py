"""Shells against published numbers, and against a separate program on the same mesh."""

import numpy as np
import pytest

from stickslip.examples import (
    free_plate,
    pinched_hemisphere,
    scordelis_lo,
    shell_pull_out,
    slit_plate,
    twisted_strip,
)


def test_pinched_hemisphere():
    _, found = pinched_hemisphere.run()
    assert (found["inward"], found["outward"]) == pytest.approx((8.12029, 4.05008), abs=5e-6)
    assert found["inward"] == pytest.approx(found["inward_published"], rel=0.01)
    assert found["outward"] == pytest.approx(found["outward_published"], rel=0.01)


def test_slit_plate():
    _, found = slit_plate.run()
    assert (found["outer"], found["inner"]) == pytest.approx((17.43370, 13.79513), abs=5e-6)
    assert found["outer"] == pytest.approx(found["outer_published"], rel=0.01)


def test_scordelis_lo():
    for order, elements in ((1, 8), (2, 4)):
        _, found = scordelis_lo.run(elements=elements, order=order)
        assert found["deflection"] == pytest.approx(found["deflection_exact"], rel=5e-6)
    assert scordelis_lo.run()[1]["deflection"] == pytest.approx(scordelis_lo.PUBLISHED, rel=5e-3)


@pytest.mark.parametrize("thin", [False, True])
def test_twisted_strip(thin):
    for elements in (2, 4):
        _, found = twisted_strip.run(elements=elements, thin=thin)
        for name in ("in_plane", "out_of_plane"):
            assert found[name] == pytest.approx(found[f"{name}_exact"], rel=2e-6)
            assert found[name] == pytest.approx(found[f"{name}_published"], rel=0.02)


def test_shell_pull_out():
    result, found = shell_pull_out.run(elements=24)
    for name in ("pulled", "side", "end"):
        assert found[name] == pytest.approx(found[f"{name}_exact"], rel=2e-6)
        assert found[name] == pytest.approx(found[f"{name}_published"], rel=0.01)
    half = np.argmin(abs(result.time - 0.5))
    at_half = [found[f"{name}_path"][half] for name in ("pulled", "side", "end")]
    assert at_half == pytest.approx([2.46601, 3.66417, 3.72218], abs=5e-6)


def test_free_plate_keeps_energy_and_momenta():
    _, found = free_plate.run()
    assert found["momentum"] == pytest.approx(found["momentum_exact"], rel=1e-12)
    assert found["energy_drift"] < 1e-10
    assert found["momentum_drift"] < 1e-12
    assert found["strain_energy"] > 0.05 * found["energy"]
