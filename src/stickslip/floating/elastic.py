"""Linear elastic bodies as numbers: mass and stiffness matrices at nodes, from arrays or files of other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import numpy as np
from pydantic import BeforeValidator, Field, model_validator

from stickslip._files import writing
from stickslip.errors import ModelError
from stickslip.model.base import Declaration
from stickslip.model.tables import Places
from stickslip.solids.declaration import as_numbers
from stickslip.typing import Accepts

_SYMMETRY = 1e-6  # files are often written with seven digits
_RIGID = 1e-6


def _as_values(value: Any) -> np.ndarray:
    """Return a frozen row of finite numbers."""
    try:
        array = np.array(value, dtype=float)
    except (TypeError, ValueError, OverflowError):
        raise ValueError("must be a row of numbers") from None
    if array.ndim != 1 or not np.isfinite(array).all():
        raise ValueError("must be a row of finite numbers")
    array.setflags(write=False)
    return array


Values = Annotated[np.ndarray, BeforeValidator(_as_values), Accepts("VectorLike")]
Numbers = Annotated[np.ndarray, BeforeValidator(as_numbers), Accepts("VectorLike")]


class SymmetricMatrix(Declaration):
    """Symmetric matrix of which few entries differ from zero: those with row <= column.

    Parameters
    ----------
    size : number of rows
    rows, columns : (k,) places of the entries, from 0
    values : (k,)
    """

    inline = True

    size: int = Field(ge=1, strict=True)
    rows: Numbers
    columns: Numbers
    values: Values

    @model_validator(mode="after")
    def _places(self) -> SymmetricMatrix:
        if not self.rows.shape == self.columns.shape == self.values.shape:
            raise ValueError("rows, columns and values must have the same length")
        if self.rows.size and (self.rows.min() < 0 or self.columns.max() >= self.size):
            raise ValueError(f"places must be from 0 to {self.size - 1}")
        if (self.rows > self.columns).any():
            raise ValueError("only entries with row <= column are given")
        return self

    @property
    def matrix(self) -> Any:
        """The whole matrix (scipy.sparse.csr_array)."""
        import scipy.sparse as sp

        upper = sp.csr_array((self.values, (self.rows, self.columns)), shape=(self.size, self.size))
        return sp.csr_array(upper + sp.triu(upper, 1).T)


def as_symmetric(value: Any) -> SymmetricMatrix:
    """Return a dense or sparse matrix as a symmetric one; ValueError where it is none."""
    import scipy.sparse as sp

    if isinstance(value, SymmetricMatrix):
        return value
    try:
        matrix = sp.coo_array(value if sp.issparse(value) else np.array(value, dtype=float))
    except (TypeError, ValueError, OverflowError):
        raise ValueError("must be a square matrix of numbers") from None
    if len(matrix.shape) != 2 or matrix.shape[0] != matrix.shape[1] or matrix.shape[0] == 0:
        raise ValueError(f"must be a square matrix, not of shape {matrix.shape}")
    if np.iscomplexobj(matrix.data) or not np.isfinite(matrix.data).all():
        raise ValueError("must be finite real numbers")
    matrix.sum_duplicates()
    error, largest = abs(matrix - matrix.T).max(), abs(matrix).max()
    if error > _SYMMETRY * largest:
        raise ValueError(f"must be symmetric; entries differ by {error:.3g}, the largest is {largest:.3g}")
    upper = sp.coo_array(sp.triu(0.5 * (matrix + matrix.T)))
    upper.eliminate_zeros()
    return SymmetricMatrix(size=int(matrix.shape[0]), rows=upper.row, columns=upper.col, values=upper.data)


Symmetric = Annotated[SymmetricMatrix, BeforeValidator(as_symmetric), Accepts("Any")]


class ElasticMatrices(Declaration):
    """A free linear elastic body by its nodes, mass matrix and stiffness matrix, as other programs export them.

    Parameters
    ----------
    coordinates : (n, dim) [m]
        Positions of the nodes; dim is 2 or 3.
    mass : (n dim, n dim) or (n, n) [kg]
        T = 1/2 v^T M v. Coordinates are ordered by node: x_0, y_0, (z_0,) x_1, ... Nodes have no rotations, and the
        mass is the same in all directions, M = M_ab times the unit matrix: (n, n) is that M_ab.
    stiffness : (n dim, n dim) [N/m]
        Of the free body: rigid motions cost no energy.
    """

    inline = True
    positional = ("coordinates", "mass", "stiffness")

    coordinates: Places
    mass: Symmetric
    stiffness: Symmetric

    @model_validator(mode="after")
    def _physical(self) -> ElasticMatrices:
        n, dim = self.coordinates.shape
        if dim not in (2, 3):
            raise ValueError(f"coordinates must have 2 or 3 components, not {dim}")
        if self.mass.size not in (n, n * dim):
            raise ValueError(f"mass has {self.mass.size} rows; {n} nodes need {n * dim}, or {n} for one direction")
        if self.stiffness.size != n * dim:
            raise ValueError(
                f"stiffness has {self.stiffness.size} rows; {n} nodes with {dim} directions need {n * dim}"
            )
        spread = np.linalg.svd(self.coordinates - self.coordinates.mean(axis=0), compute_uv=False)
        if n < dim or spread[dim - 2] <= 1e-9 * abs(self.coordinates).max():
            where = "at one place" if dim == 2 else "on one line"
            raise ValueError(f"coordinates: all nodes are {where}; such a body has no inertia against every turn")
        self._check_mass()
        self._check_rigid()
        return self

    def _check_mass(self) -> None:
        """Reject a mass that depends on the direction, or that is none."""
        import scipy.sparse as sp

        M, dim = self.mass.matrix, self.coordinates.shape[1]
        one = self.mass_of_points
        if (one.diagonal() <= 0.0).any():
            worst = int(np.argmin(one.diagonal()))
            raise ValueError(f"mass: node {worst} has the mass {one.diagonal()[worst]:.3g}; it must be > 0")
        if self.mass.size == one.shape[0]:
            return
        if abs(M - sp.kron(one, sp.eye_array(dim))).max() > _SYMMETRY * abs(M).max():
            raise ValueError(
                "mass must be the same in all directions, M_ab times the unit matrix (as of solid elements; condensed "
                "matrices and nodes with rotations are not)"
            )

    def _check_rigid(self) -> None:
        """Reject a stiffness that resists rigid motions: supports, wrong coordinates or order of rows."""
        K, x = self.stiffness.matrix, self.coordinates - self.coordinates.mean(axis=0)
        n, dim = x.shape
        names = "xyz"[:dim]
        motions = [(f"a translation in {name}", np.tile(np.eye(dim)[i], n)) for i, name in enumerate(names)]
        for i, j in [(0, 1)] if dim == 2 else [(1, 2), (2, 0), (0, 1)]:
            turn = np.zeros((n, dim))
            turn[:, i], turn[:, j] = -x[:, j], x[:, i]
            motions.append((f"a turn in the plane of {names[i]} and {names[j]}", turn.ravel()))
        for what, motion in motions:
            force, scale = abs(K @ motion).max(), (abs(K) @ abs(motion)).max()
            if force > _RIGID * scale:
                raise ValueError(
                    f"stiffness: {what} is resisted ({force / scale:.2g} of the largest force); the body must be free, "
                    "rows ordered by node (x_0, y_0, ...) and coordinates those of the matrices"
                )

    @property
    def dim(self) -> int:
        """2 or 3."""
        return int(self.coordinates.shape[1])

    @property
    def mass_of_points(self) -> Any:
        """M_ab (n, n) of one direction, sparse."""
        M = self.mass.matrix
        return M if self.mass.size == len(self.coordinates) else M[:: self.dim, :: self.dim]

    @classmethod
    def read(cls, path: str | Path, stiffness: Any = None, coordinates: Any = None, **fields: Any) -> ElasticMatrices:
        """Return the body of files: an .npz (as of ``save``), or Matrix Market files of both matrices and a table.

        Parameters
        ----------
        path : .npz with arrays ``mass``, ``stiffness``, ``coordinates``; or the mass as a Matrix Market file (.mtx)
        stiffness : Matrix Market file
        coordinates : text file with one node per line, numbers separated by commas, semicolons or blanks
        """
        if Path(path).suffix == ".npz":
            if stiffness is not None or coordinates is not None:
                raise ModelError(f"'{path}': an .npz file holds mass, stiffness and coordinates; no other file is read")
            return cls(**_read_npz(Path(path)), **fields)
        if stiffness is None or coordinates is None:
            raise ModelError(f"'{path}': give an .npz file, or files of mass, stiffness and coordinates")
        matrices = {"mass": _read_market(Path(path)), "stiffness": _read_market(Path(stiffness))}
        return cls(coordinates=_read_table(Path(coordinates)), **matrices, **fields)

    def save(self, path: str | Path) -> None:
        """Write an .npz file for ``read``: coordinates, and the entries of both matrices with row <= column."""
        arrays: dict[str, np.ndarray] = {"coordinates": self.coordinates}
        for name, matrix in (("mass", self.mass), ("stiffness", self.stiffness)):
            arrays |= {f"{name}_{part}": getattr(matrix, part) for part in ("rows", "columns", "values")}
            arrays[f"{name}_size"] = np.array(matrix.size)
        with writing(path) as part, part.open("wb") as file:
            np.savez_compressed(file, **arrays)  # type: ignore[arg-type]


def _read_npz(path: Path) -> dict[str, Any]:
    """Return the fields in an .npz file, matrices as arrays or by their entries."""
    try:
        with np.load(path, allow_pickle=False) as file:
            found = {name: file[name] for name in file.files}
    except FileNotFoundError:
        raise ModelError(f"no file '{path}'") from None
    except Exception as error:  # zip, numpy and pickle errors have no common base
        raise ModelError(f"'{path}' cannot be read as .npz: {error}") from None
    out: dict[str, Any] = {}
    for name in ("coordinates", "mass", "stiffness"):
        if name in found:
            out[name] = found[name]
        elif all(f"{name}_{part}" in found for part in ("size", "rows", "columns", "values")):
            parts = {part: found[f"{name}_{part}"] for part in ("rows", "columns", "values")}
            out[name] = SymmetricMatrix(size=found[f"{name}_size"].tolist(), **parts)
        else:
            known = ", ".join(found) or "none"
            raise ModelError(f"'{path}': no array '{name}' (found: {known})")
    return out


def _read_market(path: Path) -> Any:
    """Return the matrix in a Matrix Market file."""
    from scipy.io import mmread

    try:
        return mmread(str(path))
    except FileNotFoundError:
        raise ModelError(f"no file '{path}'") from None
    except Exception as error:  # the reader has no error class of its own
        raise ModelError(f"'{path}' cannot be read as a Matrix Market file: {error}") from None


def _read_table(path: Path) -> np.ndarray:
    """Return the numbers in a text file, a row per line; # begins a comment."""
    try:
        text = path.read_text(encoding="utf-8").splitlines()
        lines = [line.split("#")[0].replace(",", " ").replace(";", " ").split() for line in text]
        return np.array([[float(x) for x in line] for line in lines if line])
    except FileNotFoundError:
        raise ModelError(f"no file '{path}'") from None
    except (OSError, ValueError) as error:
        raise ModelError(f"'{path}' must have one node per line, dim numbers each: {error}") from None
