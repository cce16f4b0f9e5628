"""The local contact problem v = W r + b under unilateral, Coulomb and interval laws: exact or refused.

`solve` is the full chain for one problem; `solve_dense` and `solve_body` are the compiled entries of the time stepper.
"""

from stickslip.contact.solver.certificate import Certificate
from stickslip.contact.solver.chain import ContactProblem, ContactSolution, body_matrices, solve
from stickslip.contact.solver.entries import solve_body, solve_dense
from stickslip.contact.solver.problem import CONE, INTERVAL, BodySpace, Laws, Settings, Status, Work, new_work

__all__ = [
    "CONE",
    "INTERVAL",
    "BodySpace",
    "Certificate",
    "ContactProblem",
    "ContactSolution",
    "Laws",
    "Settings",
    "Status",
    "Work",
    "body_matrices",
    "new_work",
    "solve",
    "solve_body",
    "solve_dense",
]
