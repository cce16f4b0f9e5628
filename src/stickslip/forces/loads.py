"""Loads on lines and solids as loads of nodes, F_a = int N_a f ds, or as weight of elements with inner coordinates."""

from __future__ import annotations

from typing import Any

import numpy as np

from stickslip._arrays import Floats
from stickslip.errors import ModelError
from stickslip.forces.assembly import Site
from stickslip.forces.edge_load import EdgeLoad
from stickslip.forces.line_load import LineLoad
from stickslip.forces.surface_load import SurfaceLoad
from stickslip.forces.volume_load import VolumeLoad
from stickslip.lines.assembly import LineMesh
from stickslip.lines.axes import shape_functions
from stickslip.lines.declaration import Beam, PlanarBeam, StringBody
from stickslip.mechanics.batches import Batch
from stickslip.model.functions import Polynomial
from stickslip.model.model import Model
from stickslip.solids import pressure
from stickslip.solids.cells import cell, jacobians, mass_rule
from stickslip.system.bodies import BodySet

_GAUSS = np.polynomial.legendre.leggauss(5)  # exact for forces of the order 7 in s on straight quadratic elements


def add_line_load(site: Site, load: LineLoad) -> None:
    """Add the loads of the nodes of a line; those of elements with inner coordinates are batches of theirs."""
    mesh = site.bodies.part(load.line, LineMesh, load.label)
    if load.line.curved:
        return  # weight of the elements, see element_loads
    function = site.function(load, load.factor)
    for kind, loads in zip(("point force", "torque"), nodal_loads(site.model, mesh, load), strict=True):
        for k in np.flatnonzero(loads.any(axis=1)):
            site.add_on_body(kind, mesh.first + int(k), [*loads[k], float(load.follower)], function)


def _check_added(site: Site, load: Any, body: Any) -> None:
    """Refuse a load on what is not part of the model."""
    if site.bodies.find(body) is None:
        raise ModelError(f"{load.label}: {body.label} is not part of the model; add it with model.add(...)")


def add_solid_load(site: Site, load: SurfaceLoad | VolumeLoad) -> None:
    """Add the loads of the nodes of a solid or shell; a pressure that follows is a batch of facets."""
    _check_added(site, load, load.solid)
    if isinstance(load, SurfaceLoad) and load.follower:
        return
    first, function, loads = site.bodies.index[load.solid], site.function(load, load.factor), solid_loads(load)
    for k in np.flatnonzero(loads.any(axis=1)):
        site.add_on_body("point force", first + int(k), [*loads[k], 0.0], function)


def add_edge_load(site: Site, load: EdgeLoad) -> None:
    """Add the loads of the nodes of sides of a shell."""
    _check_added(site, load, load.shell)
    first, function, length = site.bodies.index[load.shell], site.function(load, load.factor), edge_lengths(load)
    for kind, vector in (("point force", load.force), ("torque", load.moment)):
        for k in np.flatnonzero(length) if any(vector) else ():
            site.add_on_body(kind, first + int(k), [*(length[k] * np.array(vector)), 0.0], function)


def nodal_loads(model: Model, mesh: LineMesh, load: LineLoad) -> tuple[Floats, Floats]:
    """Return forces and moments (n, 3) of the nodes: shape functions times load, integrated over the loaded part."""
    if isinstance(load.line, StringBody):
        if callable(load.moment) or load.moment:
            raise ModelError(f"{load.label}: {load.line.label} has no orientation; it cannot carry a moment")
        if load.follower:
            raise ModelError(
                f"{load.label}: follower=True needs section axes, which the nodes of {load.line.label} do not have"
            )
    force, moment = np.zeros((len(mesh.s), 3)), np.zeros((len(mesh.s), 3))
    for nodes, ends in loaded_elements(mesh, load):
        for x, w in zip(*_GAUSS, strict=True):
            N, dN = shape_functions(mesh.line.order, 0.5 * (x + 1.0))
            weight = 0.5 * w * float(np.linalg.norm(dN @ mesh.r[list(nodes)]))
            s = ends[0] + 0.5 * (x + 1.0) * (ends[1] - ends[0])
            for out, density in ((force, _force(model, load, s)), (moment, _moment(model, load, s))):
                out[list(nodes)] += weight * np.outer(N, density)
    return force, moment


def loaded_elements(mesh: LineMesh, load: LineLoad) -> list[tuple[tuple[int, ...], tuple[float, float]]]:
    """Return the nodes and the ends [m] of all elements in the loaded part (its ends are ends of elements)."""
    start, end = load.span
    out = []
    for nodes in mesh.elements:
        a, b = float(mesh.s[nodes[0]]), float(mesh.s[nodes[-1]]) if nodes[-1] else mesh.line.length
        if start < 0.5 * (a + b) < end:
            out.append((nodes, (a, b)))
    return out


def _force(model: Model, load: LineLoad, s: float) -> Floats:
    return _padded(load, "force", load.force(s) if callable(load.force) else load.force, model.dim, model.dim)


def _moment(model: Model, load: LineLoad, s: float) -> Floats:
    value = load.moment(s) if callable(load.moment) else load.moment
    return _padded(load, "moment", value, 1 if model.dim == 2 else 3, model.dim)


def _padded(load: LineLoad, field: str, value: Any, size: int, dim: int) -> Floats:
    """Return a load per length as (3,); a planar moment is about z."""
    try:
        array = np.atleast_1d(np.asarray(value, dtype=float))
    except (TypeError, ValueError):
        array = np.full(1, np.nan)
    if array.shape == (0,):
        return np.zeros(3)
    if array.shape != (size,) or not np.isfinite(array).all():
        expected = f"{size} finite number{'s' if size > 1 else ''} in a model with dim = {dim}"
        raise ModelError(f"{load.label}: {field} gives {value!r}; it must give {expected}")
    out = np.zeros(3)
    first = 2 if field == "moment" and dim == 2 else 0
    out[first : first + size] = array
    return out


def element_loads(model: Model, mesh: LineMesh) -> Floats:
    """Return the dead loads per declared length (ne, 2) of elements with inner coordinates, which add to their weight.

    Such an element knows one load: a constant one along all of it. Anything else is rejected.
    """
    out = np.zeros((len(mesh.elements), 2))
    for load in model.of_kind(LineLoad):
        if load.line is not mesh.line:
            continue
        factor = load.factor
        constant = isinstance(factor, Polynomial) and not any(factor.coefficients[1:])
        if load.follower or not constant or callable(load.force) or callable(load.moment) or load.moment:
            other = "exact" if isinstance(mesh.line, PlanarBeam) else "plain"
            raise ModelError(
                f"{load.label}: elements with inner coordinates ({mesh.line.label}) carry a constant force fixed in "
                f"space; for follower, factor, moment or a function of s use formulation='{other}'"
            )
        assert isinstance(factor, Polynomial)
        loaded = [nodes for nodes, _ in loaded_elements(mesh, load)]
        for e, nodes in enumerate(mesh.elements):
            if nodes in loaded:
                out[e] += factor.coefficients[0] * _force(model, load, 0.0)[:2]
    return out


def mass_per_length(mesh: LineMesh) -> float:
    """Return the mass per declared length [kg/m]."""
    if isinstance(mesh.line, Beam):
        return float(mesh.line.section_data.mass_per_length)
    assert isinstance(mesh.line, StringBody)
    return mesh.line.mass_per_length / mesh.stretch


def solid_loads(load: SurfaceLoad | VolumeLoad) -> Floats:
    """Return the forces (n, 3) of all nodes of a solid."""
    return surface_loads(load) if isinstance(load, SurfaceLoad) else volume_loads(load)


def volume_loads(load: VolumeLoad) -> Floats:
    """Return the forces (n, 3) of all nodes of a solid: shape functions of the cells times load, integrated."""
    solid = load.solid
    cells = solid.cells if load.elements is None else solid.cells[list(load.elements)]
    points, weights = mass_rule(solid.kind)
    N, X = cell(solid.kind).values(points), solid.nodes[cells]
    volume = np.linalg.det(jacobians(solid.kind, X, points)) * weights
    volume = volume * solid.depth
    out = np.zeros((len(solid.nodes), 3))
    density = _at(load, "force", load.force, N @ X)
    np.add.at(out[:, : solid.dim], cells, np.einsum("ep,pa,epd->ead", volume, N, density))
    return out


def surface_loads(load: SurfaceLoad) -> Floats:
    """Return the forces (n, 3) of all nodes of a solid: shape functions of the facets times load, integrated."""
    solid, facets = load.solid, np.atleast_2d(load.facets)
    of, (points, weights) = cell(solid.facet_kind), mass_rule(solid.facet_kind)
    N, X = of.values(points), solid.nodes[facets]
    slopes = np.einsum("pai,fad->fpid", of.gradients(points), X)  # tangents (facets, points, dim - 1, dim)
    if solid.dim == 2:  # the body is on the left
        area = np.stack([slopes[..., 0, 1], -slopes[..., 0, 0]], axis=-1) * solid.depth
    else:
        area = np.cross(slopes[..., 0, :], slopes[..., 1, :])
    places = N @ X
    if load.pressure is None:
        density = _at(load, "traction", load.traction, places) * np.linalg.norm(area, axis=-1, keepdims=True)
    else:
        density = -_at(load, "pressure", load.pressure, places) * area
    out = np.zeros((len(solid.nodes), 3))
    np.add.at(out[:, : solid.dim], facets, np.einsum("p,pa,fpd->fad", weights, N, density))
    return out


def edge_lengths(load: EdgeLoad) -> Floats:
    """Return int N_a ds (n,) over the sides for all nodes of a shell."""
    cells, nodes, out = load.shell.cells, load.shell.nodes, np.zeros(len(load.shell.nodes))
    middle: dict[frozenset[int], int] = {}
    if load.shell.facet_kind == "quad9":
        for k in range(4):
            middle |= {frozenset((c[k], c[(k + 1) % 4])): c[4 + k] for c in cells.tolist()}
    of = cell("line3" if middle else "line")
    points, weights = mass_rule("line3" if middle else "line")
    for a, b in load.sides.tolist():
        own = [a, b, middle[frozenset((a, b))]] if middle else [a, b]
        slope = np.einsum("pai,ad->pd", of.gradients(points), nodes[own])
        out[own] += of.values(points).T @ (weights * np.linalg.norm(slope, axis=1))
    return out


def pressure_batch(load: SurfaceLoad, bodies: BodySet, functions: Any) -> Batch:
    """Return the batch of the facets of a pressure that follows the solid (see ``solids.pressure``)."""
    nodes = bodies.nodes
    if bodies.find(load.solid) is None:
        raise ModelError(f"{load.label}: {load.solid.label} is not part of the model; add it with model.add(...)")
    solid, facets, number = load.solid, np.atleast_2d(load.facets), functions.add(load.factor, load.label)
    of, (points, weights) = cell(solid.facet_kind), mass_rule(solid.facet_kind)
    N = of.values(points)
    p = _at(load, "pressure", load.pressure, N @ solid.nodes[facets])[..., 0] * weights
    p = p * solid.depth
    kind, factor, address = 0, np.zeros(1), (0, 0)
    if number >= 0:
        kind, address = functions.kind[number], functions.address[number]
        factor = np.asarray(functions.data[number], dtype=float)
    used = bodies.bodies.node[bodies.index[solid] + facets]
    columns = nodes.nu[used[0, 0]]
    head = pressure.OWN.integers(
        points=len(points), columns=columns, kind=kind, parameter=(0, len(factor)), address=address
    )
    return Batch(
        owner=load,
        address=pressure.pressure_address(solid.dim),
        nodes=used,
        own=np.concatenate([head, nodes.q_off[used].ravel(), nodes.u_off[used].ravel()]),
        data=np.concatenate([p.ravel(), N.ravel(), of.gradients(points).ravel(), factor]),
        mesh=solid.dim,
        follows=True,
    )


def _at(load: SurfaceLoad | VolumeLoad, field: str, value: Any, places: Floats) -> Floats:
    """Return a constant or a function of place at points (m, points, dim): (..., dim), a pressure (..., 1)."""
    size = 1 if field == "pressure" else load.solid.dim
    if not callable(value):
        return np.broadcast_to(np.atleast_1d(np.asarray(value, dtype=float)), (*places.shape[:2], size))
    out = np.empty((*places.shape[:2], size))
    for k in np.ndindex(*places.shape[:2]):
        found = value(*places[k].tolist())
        try:
            out[k] = found
        except (TypeError, ValueError):
            out[k] = np.nan
        if not np.isfinite(out[k]).all() or np.size(found) != size:
            expected = f"{size} finite number{'s' if size > 1 else ''}"
            raise ModelError(f"{load.label}: {field} gives {found!r} at {places[k]}; it must give {expected}")
    return out
