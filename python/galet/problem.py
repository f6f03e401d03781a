"""Contact problems on their own: galet as a solver of quadratic programs with inequality constraints."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import _core
from .errors import InputError
from .simulation import _default_threads

_HISTORY = "iteration,passes,seconds,residual,gap,error_bound,violation"


@dataclass(frozen=True)
class Solution:
    """What a solver answers, and how wrong it can be (docs/problem-files.md).

    impulse     p: of bodies one a contact (N s), of a matrix one a row
    velocity    v: of bodies (m/s), or the unknowns of Problem.from_constraints
    rate        of a matrix: W p + b
    tangential, spin    with friction, of bodies (N s), (rad/s)
    objective, gap, error_bound, violation, residual    the certificate; error: with friction
    history     structured array: iteration, passes, seconds, residual, gap, error_bound, violation
    """

    method: str
    status: str
    converged: bool
    note: str
    iterations: int
    passes: int
    contacts: int
    active: int
    objective: float
    gap: float
    error_bound: float
    violation: float
    residual: float
    error: float | None
    seconds: float
    history: np.ndarray
    impulse: np.ndarray
    tangential: np.ndarray
    velocity: np.ndarray
    spin: np.ndarray
    rate: np.ndarray


class Problem:
    """One contact problem: minimise 1/2 |v - U|_M^2 over all v with D + h G v >= 0.

    Made from the arrays of docs/problem-files.md: `inverse_mass` (n), `free_velocity` U (n, d), `first`, `second` (m;
    first may be -1, what does not move), `normal` (m, d) from first to second, `distance` D (m), `step` h; with
    friction also `friction` (m), `inverse_inertia` (n), `free_spin`, `arm` (m, 2). See also from_matrix,
    from_constraints and load.

    A ball of 2 kg that comes down on a floor with 3 m/s, 0.1 m above it, in a step of 0.1 s, may keep 1 m/s:

    >>> import galet
    >>> problem = galet.Problem(inverse_mass=[0.5], free_velocity=[[0.0, -3.0]], first=[-1], second=[0],
    ...                         normal=[[0.0, 1.0]], distance=[0.1], step=0.1)
    >>> answer = problem.solve(tolerance=1e-6)
    >>> answer.velocity.round(9), answer.impulse.round(9)
    (array([[ 0., -1.]]), array([4.]))
    """

    def __init__(self, *, inverse_mass: Any, free_velocity: Any, first: Any, second: Any, normal: Any, distance: Any,
                 step: float = 1.0, **more: Any) -> None:
        velocity = np.asarray(free_velocity, dtype=float)
        if velocity.ndim != 2:
            raise InputError(f"free_velocity: expected an array of shape (bodies, dimension), found {velocity.shape}")
        known = {"softness", "film_contact", "friction", "inverse_inertia", "free_spin", "arm", "drive", "position",
                 "force", "tangential", "leeway", "energy_outside", "convex"}
        for key in more:
            if key not in known:
                raise InputError(f"{key}: unknown key; known keys are {', '.join(sorted(known))}")
        values = {"inverse_mass": inverse_mass, "free_velocity": velocity, "first": first, "second": second,
                  "normal": normal, "distance": distance, "step": float(step), "dimension": velocity.shape[1]}
        values.update({key: value for key, value in more.items() if value is not None})
        self._core = _core.ContactProblem(values)
        self._unknowns: tuple | None = None

    @classmethod
    def _of(cls, core: Any) -> Problem:
        problem = cls.__new__(cls)
        problem._core = core
        problem._unknowns = None
        return problem

    @classmethod
    def from_matrix(cls, W: Any, b: Any, *, friction: Any = None, dimension: int = 3) -> Problem:
        """0 <= p, W p + b >= 0, p.(W p + b) = 0, from an array or a matrix of scipy.sparse.

        Where W is symmetric p minimises 1/2 p'W p + b'p over p >= 0. With `friction`, one coefficient a contact, rows
        are normal and tangents of one contact after the other, and p obeys Coulomb's law.

        >>> import galet
        >>> galet.Problem.from_matrix([[2.0, 1.0], [1.0, 2.0]], [-1.0, 4.0]).solve().impulse.round(9)
        array([0.5, 0. ])
        """
        b = np.asarray(b, dtype=float)
        start, column, value = _rows(W)
        if b.ndim != 1 or len(start) != len(b) + 1 or (len(column) and column.max() >= len(b)):
            raise InputError(f"W: expected a square matrix with as many rows as b has numbers, {b.size}")
        return cls._of(_core.MatrixProblem(start, column, value, b, friction, dimension))

    @classmethod
    def from_constraints(cls, G: Any, U: Any, d: Any = None, M: Any = None) -> Problem:
        """The v nearest to U, in the norm of M, with G v + d >= 0.

        G: (constraints, unknowns), an array or a matrix of scipy.sparse; d: 0 where it is not given; M: a vector (a
        diagonal) or a symmetric positive definite matrix, 1 where it is not given. `solve()` returns v as `velocity`
        and the multipliers p >= 0, M (v - U) = G'p, as `impulse`.

        Non-negative least squares, min |A x - y| over x >= 0, is the dual of such a problem: x are the impulses of

        >>> import galet, numpy as np
        >>> A, y = np.array([[1.0, 0.0], [1.0, 1.0], [0.0, 2.0]]), np.array([1.0, 2.0, -1.0])
        >>> galet.Problem.from_constraints(A.T, -y).solve().impulse.round(9)
        array([1.5, 0. ])
        """
        import scipy.sparse as sparse

        G = sparse.csr_matrix(G)
        U = np.asarray(U, dtype=float)
        if U.shape != (G.shape[1],):
            raise InputError(f"U: expected {G.shape[1]} numbers, one a column of G, found shape {U.shape}")
        d = np.zeros(G.shape[0]) if d is None else np.asarray(d, dtype=float)
        if d.shape != (G.shape[0],):
            raise InputError(f"d: expected {G.shape[0]} numbers, one a row of G, found shape {d.shape}")
        by_mass = _inverse(M, len(U))
        pushes = sparse.csr_matrix(by_mass(G.T.tocsc()))
        W = (G @ pushes).tocsr()
        problem = cls.from_matrix((W + W.T) * 0.5, d + G @ U)
        problem._unknowns = (pushes, U)
        return problem

    @classmethod
    def load(cls, path: str | os.PathLike) -> Problem:
        """From a file of `galet run --save-problem`, of `save`, or of the FCLIB collection."""
        return cls._of(_core.load_problem(os.fspath(path)))

    def save(self, path: str | os.PathLike) -> None:
        """As a problem of galet where it has bodies, else as a local problem of FCLIB; `galet solve` takes both."""
        self._core.save(os.fspath(path))

    @property
    def arrays(self) -> dict[str, Any]:
        """Everything the problem is made of, by the names of docs/problem-files.md. Copies."""
        return self._core.arrays

    @property
    def has_bodies(self) -> bool:
        return isinstance(self._core, _core.ContactProblem)

    @property
    def contacts(self) -> int:
        arrays = self.arrays
        return len(arrays["first"]) if self.has_bodies else len(arrays.get("friction", arrays["b"]))

    def solve(
        self,
        method: str = "auto",
        *,
        tolerance: float | None = None,
        violation: float | None = None,
        max_iterations: int = 100000,
        local: str = "pdas",
        frictionless: bool = False,
        cold: bool = False,
    ) -> Solution:
        """Solves it by a method of galet.catalogue()["solvers"], of a matrix of ["matrix solvers"].

        `tolerance`: largest error bound (default 1e-3), of a matrix largest residual (1e-11); with friction largest
        residual (1e-6, of a matrix 1e-9). `violation` (m, default 1e-9): of problems with bodies. Not to converge is no
        exception: look at `converged`.
        """
        _default_threads()
        answer = self._core.solve({
            "method": method, "tolerance": tolerance, "violation": violation, "max_iterations": max_iterations,
            "local": local, "frictionless": frictionless, "cold": cold,
        })
        from .history import structured

        answer["history"] = structured(_HISTORY, answer["history"])
        answer["history"]["passes"] = answer["history"]["passes"].astype(int)
        if self._unknowns is not None:
            pushes, U = self._unknowns
            answer["velocity"] = U + pushes @ answer["impulse"]
        return Solution(**answer)

    def __repr__(self) -> str:
        kind = "of bodies" if self.has_bodies else "as a matrix"
        return f"<galet.Problem {kind}, {self.contacts} contacts>"


def _rows(W: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Rows of a square matrix: where each starts, the columns (ascending) and the values of its entries."""
    if hasattr(W, "tocsr"):
        W = W.tocsr().astype(float)
        W.sum_duplicates()
        W.sort_indices()
        if W.shape[0] != W.shape[1]:
            raise InputError(f"W: expected a square matrix, found shape {W.shape}")
        return W.indptr, W.indices, W.data
    W = np.asarray(W, dtype=float)
    if W.ndim != 2 or W.shape[0] != W.shape[1]:
        raise InputError(f"W: expected a square matrix, found shape {W.shape}")
    there = W != 0
    return np.concatenate([[0], np.cumsum(there.sum(axis=1))]), np.nonzero(there)[1], W[there]


def _inverse(M: Any, n: int) -> Any:
    """What applies M^-1 to a sparse matrix."""
    import scipy.sparse as sparse

    if M is None:
        return lambda matrix: matrix
    if not hasattr(M, "tocsc") and np.ndim(M) < 2:
        mass = np.broadcast_to(np.asarray(M, dtype=float), n)
        if not (mass > 0).all():
            raise InputError("M: expected a diagonal of numbers > 0")
        return lambda matrix: sparse.diags(1 / mass) @ matrix
    from scipy.sparse.linalg import splu

    factor = splu(sparse.csc_matrix(M, dtype=float))
    return lambda matrix: factor.solve(matrix.toarray())
