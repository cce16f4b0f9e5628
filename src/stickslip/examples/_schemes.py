"""Integrators that examples offer by name."""

from __future__ import annotations

from typing import Any

import stickslip as ss

# callables of (spectral radius at infinite frequency, further fields)
MIXED = {
    "GeneralizedAlpha": lambda rho_inf, **fields: ss.GeneralizedAlpha(rho_inf, **fields),
    "Bathe": lambda rho_inf, **fields: ss.Bathe(**fields),
    "EDAlpha": lambda rho_inf, **fields: ss.EDAlpha(rho_inf, **fields),
    "HalfExplicit": lambda rho_inf, **fields: ss.HalfExplicit(**fields),
}
PLAIN = {
    "SemiExplicit": lambda rho_inf, **fields: ss.SemiExplicit(**fields),
    "MoreauMidpoint": lambda rho_inf, **fields: ss.MoreauMidpoint(**fields),
    "Theta": lambda rho_inf, **fields: ss.Theta(1.0 / (1.0 + rho_inf), **fields),
}
ALL = PLAIN | MIXED


def scheme(example: str, integrator: str, rho_inf: float, stabilise: bool = True, **fields: Any) -> Any:
    """Return an integrator by name; fields belong to mixed time stepping."""
    if integrator not in ALL:
        raise ss.ModelError(f"{example}: integrator = '{integrator}' must be one of {', '.join(ALL)}")
    own = fields if integrator in MIXED else {}
    return ALL[integrator](rho_inf, stabilise=stabilise, **own)
