"""Every example draws a figure of its own, and one that shows data."""

import matplotlib
import numpy as np
import pytest

from stickslip import examples

matplotlib.use("Agg")

QUICK = {
    "bouncing-ball": {"t_end": 1.0, "dt": 1e-3},
    "box-tower": {"boxes": 3, "t_end": 0.02},
    "elastic-block": {},
    "four-bar": {"t_end": 0.5, "dt": 1e-2},
    "heavy-top": {"t_end": 0.01},
    "mass-chain": {},
    "newton-cradle": {},
    "painleve-rod": {"dt": 1e-3},
    "rocking-block": {"dt": 1e-4},
    "rocking-rod": {"dt": 1e-4, "t_end": 0.4},
    "sliding-sphere": {"dt": 1e-3},
    "slope-block": {"t_end": 0.1},
    "spacecraft": {"steps": 10},
    "two-bar": {"dt": 1e-3},
}


@pytest.mark.parametrize("name", examples.names())
def test_every_example_has_a_figure(name):
    assert callable(getattr(examples.get(name), "plot", None))


@pytest.mark.parametrize("name", QUICK)
def test_figures_show_finite_data(name):
    import matplotlib.pyplot as plt

    module = examples.get(name)
    result, quantities = module.run(**QUICK[name])
    figure = examples.figure(module, result, quantities)
    for axes in figure.axes:
        assert axes.has_data() and (axes.get_xlabel() or axes.get_ylabel())
        for line in (line for line in axes.lines if len(line.get_ydata())):
            assert np.isfinite(np.asarray(line.get_ydata(), dtype=float)).any()
    plt.close(figure)
