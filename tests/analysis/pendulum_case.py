"""A pendulum with a known motion, for studies of integrators."""

import numpy as np
from scipy.special import ellipj, ellipk

import stickslip as ss

G = 9.81


def pendulum(relative=False):
    """A body 1 m from its hinge, released at rest at (-1, 0); ``relative``: in one coordinate."""
    model = ss.Model(dim=2, gravity=(0, -G))
    ball = model.add(ss.RigidBody(1.0, 0.1, position=(-1, 0), name="ball"))
    model.add(ss.Revolute(model.ground, ball, at=(0, 0), relative=relative, name="pin"))
    return model


def pendulum_exact(t):
    """sin(psi/2) = k sn(K - w t), k = sin 45 deg, w^2 = m g l / (m l^2 + J), psi from the lowest point."""
    psi = 2.0 * np.arcsin(np.sqrt(0.5) * ellipj(ellipk(0.5) - np.sqrt(G / 1.1) * t, 0.5)[0])
    return np.array([-np.sin(psi), -np.cos(psi)])


def place(result):
    """Return the place of the body at the end."""
    return result["ball"].position[-1]
