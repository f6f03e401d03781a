"""Forces, one class for each type of a scene, and functions of your own.

Every keyword is a key of `[[forces]]` in docs/scene-reference.md, with the same units.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, ClassVar, Sequence


@dataclass(frozen=True)
class _Listed:
    """A force of the library: its fields are the keys of a scene."""

    type: ClassVar[str]

    def keys(self) -> dict[str, Any]:
        return {"type": self.type, **vars(self)}


@dataclass(frozen=True)
class Gravity(_Listed):
    """Weight: `acceleration` (m/s2), a vector."""

    acceleration: Sequence[float]
    type: ClassVar[str] = "gravity"


@dataclass(frozen=True)
class Constant(_Listed):
    """`value` (N): one vector for all bodies, or one for each."""

    value: Sequence
    type: ClassVar[str] = "constant"


@dataclass(frozen=True)
class Table(_Listed):
    """values[k] (N, on each body) holds from times[k] (s) to times[k + 1]."""

    times: Sequence[float]
    values: Sequence
    type: ClassVar[str] = "table"


@dataclass(frozen=True)
class Expression(_Listed):
    """`value` (N): one text a component, of t, x, y, z."""

    value: Sequence[str]
    type: ClassVar[str] = "expression"


@dataclass(frozen=True)
class Drag(_Listed):
    """-c u with the `coefficient` c (kg/s), implicit."""

    coefficient: float
    type: ClassVar[str] = "drag"


@dataclass(frozen=True)
class Stochastic(_Listed):
    """Noise: adds `sigma` sqrt(step) N(0, 1) to each velocity component."""

    sigma: float
    type: ClassVar[str] = "stochastic"


@dataclass(frozen=True)
class Capillary(_Listed):
    """Liquid bridges; `bridges` is "contact" or "always"."""

    gamma: float
    A: float
    B: float
    C: float
    rupture: float
    bridges: str | None = None
    type: ClassVar[str] = "capillary"


@dataclass(frozen=True)
class Pair(_Listed):
    """`potential` (J), a text of d, the distance of centres, between pairs nearer than `cutoff` (m)."""

    potential: str
    cutoff: float
    type: ClassVar[str] = "pair"


@dataclass(frozen=True)
class Chain(_Listed):
    """Springs of `stiffness` (N/m) and `length` (m) between consecutive bodies, and `bending` (J)."""

    stiffness: float
    length: float
    bending: float | None = None
    type: ClassVar[str] = "chain"


@dataclass(frozen=True)
class Force:
    """A function f(q, u, t) of your own.

    q (m) and u (m/s) are arrays of shape (bodies, dimension), t (s) is the middle of the step; f returns the force (N)
    on each body, or whatever broadcasts to that. It is called once a step. With `potential`, a function of q that
    returns the energy (J) f derives from, the energy balance of the run is closed; without it, what f does is work
    from outside.

    >>> import galet, numpy as np
    >>> sim = galet.Simulation(dimension=1, step=0.01, contact={"margin": 0.0})
    >>> sim.add_spheres([[1.0]], radius=0.1, mass=2.0)
    >>> sim.add_force(galet.Force(lambda q, u, t: -8.0 * q, potential=lambda q: 4.0 * float((q**2).sum())))
    >>> sim.run(steps=100)
    >>> abs(sim.totals["worst_energy_imbalance"]) < 1e-12
    True
    """

    function: Callable
    potential: Callable | None = None
    name: str | None = None
