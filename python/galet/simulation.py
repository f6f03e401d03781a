"""Simulations: built from arrays or loaded from scenes, stepped, looked at, recorded."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass
from typing import Any, Callable, Mapping

import numpy as np

from . import _core
from .building import Builder
from .errors import InputError, StepError
from .history import structured
from .progress import Progress
from .scene import Entries, table, toml
from .triggers import Triggers

_NO_END = 10**12  # steps; an end that nobody comes to, where none is given


@dataclass(frozen=True)
class Contacts:
    """Contacts of the last step that push or pull, as parallel arrays.

    `second` is -1 - k where it is obstacle k; `normal` points from first to second; `impulse` (N s) is negative where
    glue or a film pulls; `tangential` (N s) is what second got along the contact, empty without friction.
    """

    first: np.ndarray
    second: np.ndarray
    gap: np.ndarray
    normal: np.ndarray
    impulse: np.ndarray
    glue: np.ndarray
    tangential: np.ndarray

    def __len__(self) -> int:
        return len(self.first)


class Simulation(Builder):
    """Rigid bodies that never overlap.

    Arguments are keys of a scene (docs/scene-reference.md): those of `[simulation]`, and one mapping for each of the
    other tables. `contact` may be the name of a law alone, `solver` that of a method.

    >>> import galet
    >>> sim = galet.Simulation(dimension=2, step=0.01, contact={"law": "restitution", "restitution": 0.5})
    >>> sim.add_spheres([[0.0, 1.0], [0.5, 1.0]], radius=0.1, density=2500)
    >>> sim.add_half_space(point=[0, 0], normal=[0, 1])
    >>> sim.add_force(galet.Gravity([0, -9.81]))
    >>> sim.run(until=1.0)
    >>> round(sim.time, 12), sim.position.shape
    (1.0, (2, 2))
    >>> bool((sim.position[:, 1] >= 0.1).all())
    True
    """

    def __init__(
        self,
        dimension: int = 3,
        step: float | None = None,
        end: float | None = None,
        *,
        title: str | None = None,
        scheme: str | None = None,
        theta: float | None = None,
        seed: int | None = None,
        contact: str | Mapping[str, Any] | None = None,
        solver: str | Mapping[str, Any] | None = None,
        output: Mapping[str, Any] | None = None,
        desired: Mapping[str, Any] | Callable | None = None,
        way: Mapping[str, Any] | None = None,
        name: str = "python",
    ) -> None:
        self._start: Any = None
        self._building = False
        self._name = name
        self._has_end = end is not None
        self._triggers = Triggers()
        self._stopped = False
        self._entries = Entries()
        self._groups = 0
        limit = end if end is not None else (_NO_END * step if isinstance(step, (int, float)) else None)
        self._head = table("", {"title": title}) + table(
            "[simulation]",
            {"dimension": dimension, "scheme": scheme, "theta": theta, "step": step, "end": limit, "seed": seed},
        )
        if isinstance(contact, str):
            contact = {"law": contact}
        if isinstance(solver, str):
            solver = {"method": solver}
        if desired is not None:
            desired = self._desired(desired)
        for key, values in (("contact", contact), ("solver", solver), ("output", output), ("desired", desired), ("way", way)):
            if values is not None:
                self._head += table(f"[{key}]", values)

    @classmethod
    def _of(cls, core: Any) -> Simulation:
        sim = cls.__new__(cls)
        sim._start = core
        sim._building = False
        sim._name = core.name
        sim._has_end = True
        sim._triggers = Triggers()
        sim._stopped = False
        sim._entries = Entries()
        sim._groups = len(core.groups)
        return sim

    @property
    def _core(self) -> Any:
        if self._start is None:
            self._build()
        return self._start

    def _build(self) -> None:
        if self._building:
            raise RuntimeError("the simulation is being built; its state is not there yet")
        _default_threads()
        self._building = True
        try:
            first, later = self._entries.without_forces() if self._entries.code["forces"] else (self._entries, None)
            self._start = _core.Simulation.parse(self._head + "\n" + first.text, self._name, first.code)
            if later is not None:
                self._start.extend(later.text, later.code)
        except BaseException:
            self._start = None
            raise
        finally:
            self._building = False
        self._entries = Entries()

    # Stepping.

    def step(self, count: int = 1) -> None:
        """Takes one step, or several. Raises galet.StepError where one cannot be solved to its limits."""
        core = self._core
        for _ in range(count):
            core.step()
            if self._triggers:
                self._triggers.fire(self)

    def run(
        self,
        until: float | None = None,
        *,
        steps: int | None = None,
        out: str | os.PathLike | None = None,
        overwrite: bool = False,
        progress: bool | None = None,
    ) -> None:
        """Steps until a time (s), for some steps, or to the end of the scene.

        With `out` the run is recorded into that folder as `galet run` does (galet.open reads it); `overwrite` replaces
        a result that is there. `progress` shows a bar; by default on terminals and in notebooks. Ctrl-C stops between
        two steps: the record is finished, the state is that of the last step, KeyboardInterrupt goes on. Whatever else
        is raised on the way, by a force or a trigger, does the same.
        """
        core = self._core
        last = self._last_step(until, steps)
        if out is not None:
            core.record(os.fspath(out), overwrite, "Python")
        self._stopped = False
        end = "interrupted"
        try:
            with Progress(core, last, progress) as bar:
                while core.steps_done < last and not self._stopped and not core.finished:
                    self.step()
                    bar.update()
            if core.finished:
                end = "finished"
        except StepError:
            end = "stopped"
            raise
        finally:
            core.finish_record(end)

    def _last_step(self, until: float | None, steps: int | None) -> int:
        core = self._core
        if until is not None and steps is not None:
            raise InputError("steps: expected until or steps, found both")
        if steps is not None:
            if not self._has_end:
                core.set_end((core.steps_done + steps) * core.step_length)
            return core.steps_done + steps
        if until is None:
            if not self._has_end:
                raise InputError("until: the simulation has no end; say how far to run")
            return core.steps_in_all
        if not math.isfinite(until):
            raise InputError(f"until: expected a finite time (s), found {until}")
        ratio = until / core.step_length
        whole = round(ratio)
        last = whole if abs(ratio - whole) <= 1e-9 else math.ceil(ratio)
        if not self._has_end or until > core.end:
            core.set_end(until)
        return last

    def stop(self) -> None:
        """Ends the run that is going on after this step: for triggers."""
        self._stopped = True

    def every(self, steps: int, action: Callable[[Simulation], Any] | None = None) -> Any:
        """Calls action(sim) after every so many steps. Without an action: a decorator.

        >>> import galet
        >>> sim = galet.Simulation(dimension=1, step=0.1)
        >>> sim.add_spheres([[0.0]], radius=0.1, mass=1.0, velocity=[[1.0]])
        >>> @sim.every(2)
        ... def show(sim):
        ...     print(f"{sim.time:.1f} s: {sim.position[0, 0]:.1f} m")
        >>> sim.run(until=0.4)
        0.2 s: 0.2 m
        0.4 s: 0.4 m
        """
        return self._triggers.every(steps, action)

    def at(self, time: float, action: Callable[[Simulation], Any] | None = None) -> Any:
        """Calls action(sim) once, after the first step that ends at this time (s) or later."""
        return self._triggers.at(time, action)

    def when(self, condition: Callable[[Simulation], Any], action: Callable[[Simulation], Any] | None = None) -> Any:
        """Calls action(sim) after every step for which condition(sim) holds."""
        return self._triggers.when(condition, action)

    # State. Views: docs/python.md says how long they live.

    @property
    def position(self) -> np.ndarray:
        """q (m), shape (bodies, dimension): a view, read-only. Assigning moves the bodies, which must not overlap."""
        return self._core.position

    @position.setter
    def position(self, value: Any) -> None:
        self._core.move_bodies(np.asarray(value, dtype=float))

    @property
    def velocity(self) -> np.ndarray:
        """u (m/s), shape (bodies, dimension): a view that may be written to between steps."""
        return self._core.velocity

    @velocity.setter
    def velocity(self, value: Any) -> None:
        self._core.velocity[...] = value

    @property
    def spin(self) -> np.ndarray:
        """omega (rad/s) of bodies that rotate, else empty: a view that may be written to between steps."""
        return self._core.spin

    @spin.setter
    def spin(self, value: Any) -> None:
        self._core.spin[...] = value

    @property
    def radius(self) -> np.ndarray:
        """(m): a view, read-only."""
        return self._core.radius

    @property
    def mass(self) -> np.ndarray:
        """(kg): a view, read-only."""
        return self._core.mass

    @property
    def inertia(self) -> np.ndarray:
        """(kg m2), of bodies that rotate, else empty: a view, read-only."""
        return self._core.inertia

    @property
    def orientation(self) -> np.ndarray:
        """Of bodies that rotate, else empty: angles (rad) in 2D, unit quaternions w, x, y, z in 3D; a read-only view."""
        return self._core.orientation

    @property
    def pressure(self) -> np.ndarray:
        """In a crowd: the sum of p over the contacts of each person in the last step (m/s). A copy."""
        return self._core.pressure

    @property
    def id(self) -> np.ndarray:
        """The number of each body in scene order. A copy."""
        return self._core.id

    @property
    def contacts(self) -> Contacts:
        """Of the last step."""
        return Contacts(**self._core.contacts)

    @property
    def problem(self) -> Any:
        """The contact problem that the last step solved, as a galet.Problem."""
        from .problem import Problem

        return Problem._of(_core.problem_of(self._core))

    @property
    def history(self) -> np.ndarray:
        """One row for each step taken here, with the columns of history.csv (docs/scene-reference.md)."""
        return structured(*self._core.history)

    @property
    def totals(self) -> dict[str, Any]:
        """What is known of all steps: worst certificates, smallest distance, balances."""
        return self._core.totals

    @property
    def time(self) -> float:
        """(s)"""
        return self._core.time

    @property
    def steps_done(self) -> int:
        return self._core.steps_done

    @property
    def finished(self) -> bool:
        """Whether the end of the scene is reached, or everybody has left."""
        return self._core.finished

    @property
    def dimension(self) -> int:
        if self._start is not None:
            return self._start.dimension
        found = next(line for line in self._head.splitlines() if line.startswith("dimension = "))
        return int(found.split("=")[1])

    @property
    def scene(self) -> str:
        """The scene as TOML, with every default written out."""
        return self._core.scene_text

    @property
    def obstacles(self) -> list[tuple]:
        """Now, for drawing: (shape, point or min, normal or max, radius)."""
        return self._core.obstacles

    def group(self, name: str) -> np.ndarray:
        """The indices of the bodies of this name.

        >>> import galet
        >>> sim = galet.Simulation(dimension=1, step=0.1)
        >>> sim.add_spheres([[0.0], [1.0]], radius=0.1, mass=1.0, name="left")
        >>> sim.add_spheres([[5.0]], radius=0.1, mass=1.0, name="right")
        >>> sim.group("right")
        array([2])
        """
        ranges = [np.arange(first, last) for known, first, last in self._core.groups if known == name]
        if not ranges:
            names = sorted({known for known, _, _ in self._core.groups if known})
            raise InputError(f"expected the name of some bodies, found {toml(name)}; names are {', '.join(names) or 'none'}")
        return np.concatenate(ranges)

    def plot(self, ax: Any = None, **style: Any) -> Any:
        """Draws the bodies with matplotlib; see galet.plot.bodies."""
        from . import plot

        return plot.bodies(self, ax=ax, **style)

    def __len__(self) -> int:
        return self._core.size

    def __repr__(self) -> str:
        if self._start is None:
            return f"<galet.Simulation in {self.dimension}D, not begun>"
        return f"<galet.Simulation of {len(self)} bodies in {self.dimension}D, step {self.steps_done}, t = {self.time:.6g} s>"


_threads_chosen = False


def set_threads(count: int | None = None) -> None:
    """Threads of all simulations and solvers; None: one for each core, as without this call. Same bits for any number."""
    global _threads_chosen
    if count is not None and count < 1:
        raise InputError(f"threads: expected a number >= 1, found {count}")
    _core.set_threads(count or 0)
    _threads_chosen = True


def _default_threads() -> None:
    if not _threads_chosen:
        set_threads()


def load(scene: str | os.PathLike, set: Mapping[str, Any] | None = None) -> Any:
    """A simulation from a TOML file, or the embedded example of that name. `set` replaces values, with dotted keys.

    >>> import galet
    >>> sim = galet.load("impact", set={"bodies.0.count": 20, "simulation.end": 0.2})
    >>> len(sim)
    20
    >>> galet.load("impakt")
    Traceback (most recent call last):
    ...
    galet.errors.InputError: impakt: no such scene file or example; did you mean "impact"?

    A scene of a sweeping process gives a galet.Sweep.
    """
    _default_threads()
    core = _core.load(os.fspath(scene), [(key, toml(value)) for key, value in (set or {}).items()])
    if isinstance(core, _core.Simulation):
        return Simulation._of(core)
    from .sweep import Sweep

    return Sweep._of(core)


def resume(folder: str | os.PathLike) -> Simulation:
    """A simulation from the last checkpoint of a result; `run()` goes on with it and records into the same folder."""
    _default_threads()
    return Simulation._of(_core.Simulation.resume(os.fspath(folder)))
