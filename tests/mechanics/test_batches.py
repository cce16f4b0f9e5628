"""A family of one's own with elements of seven nodes, from outside the package."""

import itertools

import numpy as np
import pytest

import stickslip as ss
from stickslip._jit import njit
from stickslip.codes import ELASTIC, FORCE, POINT, TANGENT
from stickslip.errors import ModelError
from stickslip.mechanics.batches import (
    C_POTENTIAL,
    C_SHIFT,
    C_STIFFNESS,
    C_TASK,
    T_BLOCKS,
    T_ELEMENTS,
    T_HEADER,
    T_NU,
    T_WIDTH,
    Batch,
    compile_batch,
    open_batch,
)
from stickslip.model.base import Matrix, Positive, Vector
from stickslip.results.series import BodySeries
from stickslip.system.assembled import Assembled

STIFFNESS, LENGTH = 50.0, 0.7


@njit
def web_batch(table, data, q, u, poses, h, h_tilde, values, memory, control):
    """Own numbers: bodies and first velocities (n, k); data: stiffness, free length."""
    if control[C_TASK] != FORCE and control[C_TASK] != TANGENT:
        return
    n, k, blocks, S = table[T_ELEMENTS], table[T_WIDTH], table[table[T_BLOCKS] :], np.empty((3, 3))
    for e in range(n):
        for a in range(k):
            for b in range(a):
                i, j = T_HEADER + e * k + a, T_HEADER + e * k + b
                r, s = poses[3 * table[i] : 3 * table[i] + 3], poses[3 * table[j] : 3 * table[j] + 3]
                o, p = table[i + n * k], table[j + n * k]
                l = np.sqrt((r[0] - s[0]) ** 2 + (r[1] - s[1]) ** 2 + (r[2] - s[2]) ** 2)
                tension = data[0] * (l - data[1])
                control[C_POTENTIAL] += 0.5 * tension * (l - data[1])
                for c in range(3):
                    h[ELASTIC * table[T_NU] + o + c] -= tension * (r[c] - s[c]) / l
                    h[ELASTIC * table[T_NU] + p + c] += tension * (r[c] - s[c]) / l
                    for d in range(3):
                        S[c, d] = (data[0] - tension / l) * (r[c] - s[c]) * (r[d] - s[d]) / (l * l)
                    S[c, c] += tension / l
                if control[C_TASK] == TANGENT:
                    for row, column, sign in ((a, a, 1.0), (b, b, 1.0), (a, b, -1.0), (b, a, -1.0)):
                        start = blocks[(e * k + row) * k + column]
                        v = table[T_HEADER + n * k + e * k + column]
                        w = table[T_HEADER + n * k + e * k + row]
                        for c in range(3):
                            for d in range(3):
                                values[start + 3 * c + d] += sign * control[C_STIFFNESS] * S[c, d]
                                h_tilde[w + c] -= sign * control[C_SHIFT] * S[c, d] * u[v + d]


def web_entry(table, data, q, u, poses, h, h_tilde, values, memory, control):
    web_batch(*open_batch(table, data, q, u, poses, h, h_tilde, values, memory, control))


class Web(ss.Body):
    """Points that are all joined by springs, as one element."""

    family = "web of a test"
    masses: Vector
    places: Matrix
    velocities: Matrix
    stiffness: Positive = STIFFNESS
    free_length: Positive = LENGTH

    def check_place(self, node, place, what):
        if node is None or not 0 <= node < len(self.places):
            raise ValueError(f"{what}: name a point, node = 0 ... {len(self.places) - 1}")

    def assemble(self, builder):
        web, zero, gravity = WebPart(self), np.zeros((3, 3)), np.array(builder.model.gravity)
        web.first = len(builder.rows)
        for mass, r, v in zip(self.masses, np.array(self.places), np.array(self.velocities)):
            node = builder.add(POINT, mass * np.eye(3), r, v, mass * gravity, zero, zero)
            web.nodes.append(node)
            builder.add_row(node, r, np.eye(3))
        return web

    @classmethod
    def series(cls):
        return WebSeries

    @classmethod
    def source(cls):
        return None


class WebPart(Assembled):
    @property
    def own_rows(self):
        return len(self.nodes)

    def number(self, place):
        return self.first + place.node

    def without_axes(self):
        return {self.first + k: "a point of a web" for k in range(len(self.nodes))}

    def refuses(self, scheme):
        return "EnergyMomentum has no webs; use Theta" if scheme == "EnergyMomentum" else ""

    def batch(self, gravity, nodes, node_of):
        rows = np.arange(self.first, self.first + len(self.nodes))[None]
        used = node_of[rows]
        return Batch(
            owner=self.body, address=compile_batch(web_entry), nodes=used,
            data=np.array([self.body.stiffness, self.body.free_length]),
            own=np.concatenate([rows.ravel(), nodes.u_off[used].ravel()]),
        )  # fmt: skip


class WebSeries(BodySeries):
    @property
    def position(self):
        return self.q.reshape(len(self.q), -1, 3)


def scene(own):
    """Return seven points in a web, or as masses with springs between all pairs; one hangs at a joint, one may land."""
    model, rng = ss.Model(gravity=(0.0, 0.0, -9.81)), np.random.default_rng(3)
    masses, places, velocities = [1.0 + k for k in range(7)], rng.normal(size=(7, 3)), rng.normal(size=(7, 3))
    velocities[0] = 0.0
    if own:
        web = model.add(Web(masses=masses, places=places.tolist(), velocities=velocities.tolist(), name="web"))
        points = [web.frame(f"p{k}", node=k) for k in range(7)]
        ball = web.add(ss.Sphere(radius=0.05, node=5))
    else:
        points = [
            model.add(ss.PointMass(mass=m, position=tuple(r), velocity=tuple(v), name=f"m{k}"))
            for k, (m, r, v) in enumerate(zip(masses, places, velocities))
        ]
        for a, b in itertools.combinations(points, 2):
            model.add(ss.SpringDamper(a, b, stiffness=STIFFNESS, rest_length=LENGTH))
        ball = points[5].add(ss.Sphere(radius=0.05))
    model.add(ss.Spherical(model.ground, points[0], at=tuple(places[0])))
    height = places[5, 2] - 0.3
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1), position=(0.0, 0.0, height)))
    model.add(ss.Contact(ball, floor, friction=0.2))
    return model


@pytest.mark.parametrize(
    "integrator", [ss.Theta(), ss.MoreauMidpoint(), ss.GeneralizedAlpha()], ids=lambda scheme: type(scheme).__name__
)
def test_a_family_outside_the_package_is_an_element_like_any_other(integrator):
    """Seven points with one element of seven nodes move as with 21 springs (whose tangents are differences)."""
    found, expected = (ss.simulate(scene(own), t_end=0.3, dt=1e-3, integrator=integrator) for own in (True, False))
    place = np.stack([expected[f"m{k}"].position for k in range(7)], axis=1)
    np.testing.assert_allclose(found["web"].position, place, rtol=0.0, atol=1e-7)
    np.testing.assert_allclose(found.energy.table, expected.energy.table, rtol=0.0, atol=1e-5)
    assert len(found.contacts.pairs()) == 1 and abs(found.energy.impacts[-1]) > 0.0
    assert found.certificate.proven == expected.certificate.proven


def test_statics_know_its_tangent():
    """Springs carry the weight of every point but the one that hangs at the joint, which carries all."""
    r = ss.solve_static(scene(True), steps=10, contacts="ignored")["web"].position[-1]
    d = r[:, None] - r[None] + np.eye(7)[:, :, None]
    l = np.linalg.norm(d, axis=2, keepdims=True)
    force = -(STIFFNESS * (l - LENGTH) * d / l * (1.0 - np.eye(7))[:, :, None]).sum(axis=1)
    force[:, 2] -= 9.81 * np.arange(1.0, 8.0)
    np.testing.assert_allclose(force[1:], 0.0, atol=1e-5)
    np.testing.assert_allclose(force[0], [0.0, 0.0, -9.81 * 28.0], atol=1e-5)


def test_it_says_itself_which_scheme_it_lacks():
    with pytest.raises(ModelError, match="EnergyMomentum has no webs"):
        ss.simulate(scene(True), t_end=0.1, dt=1e-3, integrator=ss.EnergyMomentum())
