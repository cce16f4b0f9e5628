"""The mixed schemes that tests go through, and their names."""

import stickslip as ss

SCHEMES = [
    ss.GeneralizedAlpha(0.0),
    ss.GeneralizedAlpha(0.8),
    ss.GeneralizedAlpha.hht(0.1),
    ss.Bathe(),
    ss.GeneralizedAlpha(0.8, after_impact="reinit"),
    ss.Bathe(after_impact="reinit"),
]
SMOOTH = SCHEMES[:4]


def ids(scheme):
    """Return type, parameters and policy of a scheme."""
    data = scheme.describe()
    own = [f"{data[key]:g}" for key in ("rho_inf", "alpha_f") if data.get(key) is not None]
    return "-".join([data["type"], *own, data["after_impact"]])
