"""How far r is from meeting the laws: the natural map, contact by contact, each in its own scale.

With rho_g = 1 / max diag W_gg the natural map |r_g - P(r_g - rho_g (v_g + mu |v_T| e_N))| is an impulse. It is compared
with the smaller of two impulses of the same contact,

* T_g, the size of the terms that are added up in rho_g v_g: the impulses at this contact and at those it shares a body
  with, each as far as it moves this contact (`operators.terms_of`), and
* rho_g V, what stops this contact at the largest speed V = max |b| of the problem.

The first keeps a quick contact from hiding slow ones, the second keeps a heavy body from hiding the light one that it
presses down: both must meet the laws by their own measure. What the rounding of the terms explains is no violation;
where it could hide one, nothing is accepted: impulses that grow without bound, because no solution exists, prove
nothing.
"""

from __future__ import annotations

import math

from stickslip._jit import njit
from stickslip.contact.solver.projection import group_residual

ROUNDING = 2.2e-16  # of the terms: what their sum loses
DROWNED = 1e-8  # part of the scale that rounding must not reach
LEAST = 1e-6  # part of rho V below which no scale falls: b itself is rounded


@njit
def relative_violation(value, terms, load, speed):
    """Return the natural map ``value`` beyond rounding, relative to the scale of the contact; all four are impulses.

    terms : T_g; load : rho_g |b_g|; speed : rho_g V
    """
    scale = min(max(terms, LEAST * speed), speed)
    doubt = ROUNDING * (terms + load)
    if doubt > DROWNED * scale:
        return math.inf if value > 0.0 or terms > 0.0 else 0.0
    return (value - doubt) / scale if value > doubt else 0.0


@njit
def residual(laws, scale, b, r, v):
    """Return the largest relative violation of the laws by r and v = W r + b; NaN if anything is NaN.

    scale[0] holds rho, scale[2] the terms T of `operators.terms_of`, as in `problem.Work`.
    """
    rho, terms, fastest, worst = scale[0], scale[2], 0.0, 0.0
    for k in range(b.shape[0]):
        fastest = max(fastest, abs(b[k]))
    for g in range(laws.size.shape[0]):
        i, load = laws.row[g], 0.0
        for k in range(i, i + laws.size[g]):
            load = max(load, abs(b[k]))
        value = group_residual(laws.kind[g], laws.size[g], laws.bound[g], rho[g], r, v, i)
        if not value < math.inf:
            return math.nan
        worst = max(worst, relative_violation(value, terms[g], rho[g] * load, rho[g] * fastest))
    return worst
