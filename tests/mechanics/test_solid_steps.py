"""Solids over an energy-momentum step: work equals the change of energy, no net moment, exact tangents."""

from fractions import Fraction

import numpy as np
import pytest
from solid_batches import Batch, distorted
from test_solids import LAWS, SOLIDS, rotation

from stickslip.codes import DAMPER, ELASTIC, FORCE, STEP_FORCE, STEP_TANGENT
from stickslip.solids.cells import cell
from stickslip.solids.steps import log_quotient, step_address


class StepBatch(Batch):
    """A solid with compiled steps."""

    def step(self, task, q, z, dt=0.1):
        """Return the forces (4, nu) over a step that changes the places q by z."""
        ordinary, self.solids = self.solids, self.solids._replace(address=np.array([step_address(self.dim)]))
        self.run(task, q, z, stiffness=dt)
        self.solids = ordinary
        return self.h.copy()


def step_of(kind, law, turn=0.7, size=0.05, seed=7, **fields):
    """Return a batch, strained places and a change of them that turns and strains."""
    dim = cell(kind).dim
    solid, _ = distorted(kind, 1, law=law, **({"thickness": 0.4} if dim == 2 else {}), **fields)
    noise = size * np.random.default_rng(seed).standard_normal((2, *solid.nodes.shape))
    begin = solid.nodes @ rotation(dim, 0.4).T + noise[0]
    end = (1.0 + 4.0 * size) * solid.nodes @ rotation(dim, 0.4 + turn).T + noise[1] + 0.3
    return StepBatch(solid), begin.ravel(), (end - begin).ravel()


@pytest.mark.parametrize(("kind", "law", "plane"), SOLIDS)
def test_work_and_momenta(kind, law, plane):
    """The elastic force does minus the change of the energy, dampers take some; no force and no moment remain."""
    batch, q, z = step_of(kind, law, retardation=0.3, **({"plane": plane} if plane else {}))
    h, dim = batch.step(STEP_FORCE, q, z), batch.dim
    change = batch.run(FORCE, q + z) - batch.run(FORCE, q)
    assert abs(change) > 1e-3
    assert h[ELASTIC] @ z == pytest.approx(-change, abs=1e-13 * (abs(h[ELASTIC]) @ abs(z)))
    assert h[DAMPER] @ z < 0.0
    for force in h[[ELASTIC, DAMPER]].reshape(2, -1, dim):
        moment = (q + 0.5 * z).reshape(-1, dim).T @ force
        assert abs(force.sum(axis=0)).max() < 1e-13 * abs(force).max() * len(force)
        assert law == "linear" or abs(moment - moment.T).max() < 1e-13 * abs(force).max() * len(force)


@pytest.mark.parametrize("retardation", [0.0, 0.3])
@pytest.mark.parametrize(("kind", "law", "plane"), SOLIDS)
def test_tangent(kind, law, plane, retardation):
    """The tangent is minus dt times the derivative of the forces by the change, by central differences."""
    batch, q, z = step_of(kind, law, retardation=retardation, **({"plane": plane} if plane else {}))
    forces = batch.step(STEP_TANGENT, q, z)
    K, step = batch.matrix().toarray(), 1e-5
    assert np.array_equal(batch.step(STEP_FORCE, q, z), forces)
    for i in np.random.default_rng(3).permutation(z.size)[:8]:
        d = np.zeros(z.size)
        d[i] = step
        slope = (batch.step(STEP_FORCE, q, z + d) - batch.step(STEP_FORCE, q, z - d)).sum(axis=0) / (2.0 * step)
        assert abs(K[:, i] + 0.1 * slope).max() < 1e-8 * abs(K).max()


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("kind", ["quad", "hexahedron"])
def test_short_steps(kind, law):
    """Forces differ from those at the mid-point by the square of the change, and are those at q where there is none."""
    batch, q, z = step_of(kind, law)
    errors = []
    for factor in (1e-2, 5e-3, 0.0):
        h = batch.step(STEP_FORCE, q, factor * z)[ELASTIC]
        batch.run(FORCE, q + 0.5 * factor * z)
        errors.append(abs(h - batch.h[ELASTIC]).max() / abs(h).max())
    assert errors[2] < 1e-14
    assert law == "linear" or errors[0] / errors[1] == pytest.approx(4.0, abs=0.1)


@pytest.mark.parametrize("kind", ["quad", "hexahedron"])
def test_small_strains(kind):
    """Neo-Hookean and St. Venant-Kirchhoff solids agree at a strain of 1e-11: no digits are lost."""
    forces = []
    for law in LAWS[1:]:
        batch, q, z = step_of(kind, law, turn=-0.4, size=1e-11)
        begin = batch.solid.nodes.ravel() + 1e-11 * np.random.default_rng(5).standard_normal(q.size)
        forces.append(batch.step(STEP_FORCE, begin, q + z - 0.3 - begin)[ELASTIC])
    assert abs(forces[1] - forces[0]).max() < 1e-8 * abs(forces[0]).max()


def test_log_quotient():
    """1 - ln(1 + x)/x and the derivative of ln(1 + x)/x against long arithmetic."""
    for x in (-0.6, -0.051, -0.049, -1e-3, -1e-9, 0.0, 1e-12, 1e-4, 0.0499, 0.0501, 0.3, 4.0):
        rest, slope = log_quotient(x)
        if abs(x) < 0.1:
            y = Fraction(x)
            terms = [(-y) ** k / (k + 1) for k in range(1, 25)]
            slopes = [-k * (-y) ** (k - 1) / (k + 1) for k in range(1, 25)]
            assert rest == pytest.approx(float(-sum(terms)), rel=1e-14)
            assert slope == pytest.approx(float(sum(slopes)), rel=3e-12)
        else:
            assert rest == pytest.approx(1.0 - np.log(1.0 + x) / x, rel=1e-14)
            assert slope == pytest.approx((1.0 / (1.0 + x) - np.log(1.0 + x) / x) / x, rel=1e-13)
