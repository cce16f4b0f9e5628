"""Elastic solids: cost of a Newton iteration beside its factorisation, large systems, assembly beside scikit-fem."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

import stickslip as ss
from stickslip.analysis.linearization import Evaluator
from stickslip.examples import l_shaped_block
from stickslip.linalg.sparse import SuperLU, factorise

STEP = 5e-3  # [s]


def seconds(work: Callable[[], Any], repeat: int = 3) -> float:
    """Return the least CPU time of some calls."""
    times = []
    for _ in range(repeat):
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    return min(times)


def block(divisions, law: str = "st-venant-kirchhoff") -> ss.Model:
    """Return a cube of hexahedra, held on one side."""
    model = ss.Model(gravity=(0, 0, -9.81))
    soft = ss.Material(young=1e6, density=1000.0, poisson=0.3)
    solid = model.add(ss.SolidBody.box((1, 1, 1), divisions, soft, kind="hexahedron", law=law, name="solid"))
    model.add(ss.Support(solid, solid.nodes_where(lambda x, y, z: x == 0)))
    return model


def newton_lines(start) -> list[str]:
    """Compare an iteration (forces, tangent, factorisation, solution with refinement) with the factorisation alone."""
    lines = ["| hexahedra | unknowns | own factors | SuperLU | solution | iteration | iteration / factorisation |"]
    lines.append("|---|---|---|---|---|---|---|")
    rng = np.random.default_rng(0)
    for n in (12, 20):
        run = start(block(n), ss.Newmark(), 1000)
        equations, saddle = run.equations, run.saddle
        x = 1e-4 * rng.normal(size=equations.n)
        right = [rng.normal(size=equations.n), np.zeros(equations.m)]

        def iterate(equations=equations, saddle=saddle, x=x, run=run):
            point = equations.at(rng.random() * x, run.u, 0.0, 0.5 * STEP, 0.25 * STEP**2)
            saddle.set(point.A, point.G)
            saddle.solve(point.h, -point.g)

        iterate()  # the pattern
        iteration = seconds(iterate, 5)
        factor = seconds(lambda saddle=saddle: factorise(saddle.matrix, saddle.factors), 5)
        solution = seconds(lambda saddle=saddle, right=right: saddle.solve(*right))
        other = "-"
        if n == 12:
            known = SuperLU(saddle.matrix)
            other = f"{seconds(lambda saddle=saddle, known=known: SuperLU(saddle.matrix, known), 1):.2f} s"
        lines.append(
            f"| {n}^3 | {saddle.matrix.shape[0]} | {factor:.3f} s | {other} | {solution:.3f} s | {iteration:.3f} s | "
            f"{iteration / factor:.2f} |"
        )
    return lines


def large_lines() -> list[str]:
    """Solve 54 756 unknowns and their supports."""
    begin = time.process_time()
    model = block((25, 25, 26), "linear")
    unknowns = model["solid"].nodes.size
    result = ss.solve_static(model)
    total = time.process_time() - begin
    memory, count = result.timing["factor_memory"], result.timing["factorisations"]
    return [
        f"linear statics of 25 x 25 x 26 hexahedra, {unknowns} unknowns, from the declaration to the result: "
        f"{total:.1f} s, {count} factorisation, {memory / 1e6:.0f} MB for factors and fronts"
    ]


def _field(x):
    """Return a smooth displacement (3, ...) of the L-shaped block."""
    waves = [np.sin(0.3 * (i + 1) * x[0]) * np.cos(0.2 * x[1]) + 0.1 * x[2] * x[i] / 10.0 for i in range(3)]
    return 0.2 * np.array(waves)


def _skfem_assembly(solid: ss.SolidBody) -> Callable[[], tuple[Any, Any]]:
    """Return the assembly of forces and tangent of the block by scikit-fem, whole arrays at once."""
    import skfem
    from skfem.helpers import ddot, grad, inv, mul, transpose

    corners, cells = np.unique(solid.cells[:, :8], return_inverse=True)
    order = [0, 4, 3, 1, 7, 5, 2, 6]  # of scikit-fem, in the numbering of VTK
    mesh = skfem.MeshHex(solid.nodes[corners].T, cells.reshape(-1, 8)[:, order].T)
    basis = skfem.Basis(mesh, skfem.ElementVector(skfem.ElementHexS2()), intorder=5)
    lam, mu = solid.lame
    u = np.zeros(basis.N)
    for i in range(3):
        own = basis.get_dofs(elements=True).all(f"u^{i + 1}")
        u[own] = _field(basis.doflocs[:, own])[i]

    @skfem.LinearForm
    def force(v, w):
        return ddot(w["P"], grad(v))

    @skfem.BilinearForm
    def tangent(d, v, w):
        dF = grad(d)
        change = mul(w["G"], mul(transpose(dF), w["G"]))
        return ddot(mu * dF + w["rest"] * change + lam * ddot(w["G"], dF) * w["G"], grad(v))

    def assemble() -> tuple[Any, Any]:
        F = grad(basis.interpolate(u)) + np.eye(3)[:, :, None, None]  # once, not for every pair of shape functions
        G, log_J = transpose(inv(F)), np.log(np.linalg.det(F.transpose(2, 3, 0, 1)))
        stress = force.assemble(basis, P=mu * (F - G) + lam * log_J * G)
        return stress, tangent.assemble(basis, G=G, rest=mu - lam * log_J)

    return assemble


def assembly_lines() -> list[str]:
    """Compare forces and tangent of the L-shaped block, as a vector and a sparse matrix, with scikit-fem."""
    lines = [
        "| l-shaped-block, hexahedron20 | unknowns | stickslip | scikit-fem | ratio | difference |",
        "|---|---|---|---|---|---|",
    ]
    for n in (2, 4):
        model = ss.Model()
        solid = model.add(l_shaped_block.block(n, law="neo-hookean"))
        evaluator = Evaluator(model)
        q = (solid.nodes + _field(solid.nodes.T).T).ravel()

        def ours(evaluator=evaluator, q=q):
            evaluator.evaluate(q, None, 1.0, 1.0)
            return evaluator.force(), evaluator.matrices()[0]

        mine = seconds(ours, 5)
        row = f"| {n} x {n} cells across | {q.size} | {1e3 * mine:.1f} ms "
        try:
            theirs = _skfem_assembly(solid)
        except ImportError:
            lines.append(row + "| not installed | - | - |")
            continue
        f, K = theirs()
        force, A = ours()
        K0 = A - evaluator.mass(q)
        sizes = [abs(np.linalg.norm(a) / np.linalg.norm(b) - 1) for a, b in ((f, force), (K.data, K0.data))]
        other = seconds(theirs, 1)
        lines.append(row + f"| {1e3 * other:.0f} ms | {other / mine:.1f} | {max(sizes):.0e} |")
    return lines


def solid_table(start) -> list[str]:
    """Return all lines on solids; ``start(model, integrator, record_every)`` makes a run."""
    note = "difference: of the norms of force and tangent at the same displacements and integration points"
    parts = (newton_lines(start), large_lines(), assembly_lines(), [note])
    return ["elastic solids, CPU time on one core", *(line for part in parts for line in ("", *part))]
