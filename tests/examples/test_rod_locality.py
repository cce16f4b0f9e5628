"""Impacts on a rod: finite elements are local, modes are not (Zander 2008, sec. 3.3.3)."""

import pytest

from stickslip.examples import rod_locality


@pytest.mark.parametrize("n", [8, 32])
def test_effective_masses_and_ripple(n):
    _, found = rod_locality.run(n=n)
    for kind in ("fe", "modal"):
        assert found[f"effective_masses_{kind}"] == pytest.approx(found[f"effective_masses_{kind}_exact"], rel=2e-3)
        assert found[f"rms_{kind}"] == pytest.approx(found[f"rms_{kind}_exact"], rel=0.1, abs=6e-5)
    assert (found["rms_fe"] < found["rms_modal"]).all()
