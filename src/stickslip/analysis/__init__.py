"""What can be said about a model beside its motion in time."""

from stickslip.analysis.candidates import count_candidates
from stickslip.analysis.linearization import Linearization, linearize
from stickslip.analysis.stability import critical_load
from stickslip.analysis.static import solve_static
from stickslip.analysis.vibration import Modes, modes

__all__ = ["Linearization", "Modes", "count_candidates", "critical_load", "linearize", "modes", "solve_static"]
