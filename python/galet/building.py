"""What a simulation is made of: bodies, obstacles, forces, exits, added before it begins or between steps."""

from __future__ import annotations

import os
from typing import Any, Callable, Mapping, Sequence

import numpy as np

from .errors import InputError
from .forces import Force
from .scene import Entries, name_of


class Builder:
    """The part of a Simulation that collects entries of a scene, and adds them where it has begun."""

    dimension: int
    _start: Any
    _entries: Entries
    _groups: int

    def add_bodies(self, **keys: Any) -> None:
        """Adds a `[[bodies]]` entry of a scene, whatever its keys.

        >>> import galet
        >>> sim = galet.Simulation(dimension=2, step=0.01)
        >>> sim.add_bodies(count=50, radius={"uniform": [0.01, 0.02]}, density=2500.0,
        ...                placement={"disc": {"center": [0, 1], "radius": 0.5}}, name="grains")
        >>> len(sim), sim.group("grains").size
        (50, 50)
        """
        if callable(keys.get("desired")) or isinstance(keys.get("desired"), Mapping):
            keys["desired"] = self._desired(keys["desired"])
        self._entries.add("bodies", keys)
        self._settle()
        self._groups += 1

    def add_spheres(
        self,
        position: Any,
        radius: Any,
        *,
        density: float | None = None,
        mass: Any = None,
        velocity: Any = None,
        spin: Any = None,
        inertia: Any = None,
        name: str | None = None,
        desired: Mapping[str, Any] | Callable | None = None,
    ) -> None:
        """Adds bodies from arrays: `position` of shape (n, dimension), the others one for all or one a body.

        `radius` (m) may also be a text, an expression of t. Arrays are taken over as they are, checked as a scene is.
        Between steps this works too: see the lifetime of views in docs/python.md.
        """
        keys = {"density": density, "mass": mass, "velocity": velocity, "spin": spin, "inertia": inertia}
        place = np.asarray(position, dtype=float)
        if place.ndim == 1 and self.dimension == 1:
            place = place[:, None]
        if place.ndim != 2 or place.shape[1] != self.dimension:
            raise InputError(f"position: expected an array of shape (n, {self.dimension}), found {place.shape}")
        if isinstance(radius, str):
            return self.add_bodies(position=place, radius=radius, name=name, desired=desired, **keys)
        arrays = {"position": place, "radius": self._each("radius", radius, len(place))}
        for key, size in (("mass", 0), ("inertia", 0), ("velocity", self.dimension), ("spin", 3 if self.dimension == 3 else 0)):
            value = keys.pop(key)
            if value is not None:
                arrays[key] = self._each(key, value, len(place), size)
        arrays_name = f"bodies-{self._groups}"
        self._entries.code["bodies"][arrays_name] = arrays
        if desired is not None:
            keys["desired"] = self._desired(desired)
        self.add_bodies(arrays=arrays_name, name=name, **keys)

    def _each(self, key: str, value: Any, count: int, size: int = 0) -> np.ndarray:
        shape = (count, size) if size else (count,)
        array = np.asarray(value, dtype=float)
        if size == 1 and array.shape == (count,):
            array = array[:, None]
        try:
            return np.ascontiguousarray(np.broadcast_to(array, shape))
        except ValueError:
            raise InputError(f"{key}: expected one for all, or an array of shape {shape}, found {array.shape}") from None

    def add_obstacle(self, shape: str, **keys: Any) -> None:
        """Adds an `[[obstacles]]` entry of a scene. `from` is written `from_`."""
        self._entries.add("obstacles", {"shape": shape, **keys})
        self._settle()

    def add_half_space(self, point: Sequence, normal: Sequence[float], **keys: Any) -> None:
        """Bodies stay on the side of `point` that `normal` points to."""
        self.add_obstacle("half-space", point=point, normal=normal, **keys)

    def add_box(self, min: Sequence, max: Sequence, **keys: Any) -> None:
        """A container: bodies stay inside."""
        self.add_obstacle("box", min=min, max=max, **keys)

    def add_block(self, min: Sequence, max: Sequence, **keys: Any) -> None:
        """Bodies stay outside."""
        self.add_obstacle("block", min=min, max=max, **keys)

    def add_ball(self, center: Sequence, radius: Any, **keys: Any) -> None:
        """An obstacle of shape `sphere`: bodies stay outside."""
        self.add_obstacle("sphere", center=center, radius=radius, **keys)

    def add_segment(self, start: Sequence, end: Sequence, **keys: Any) -> None:
        """A straight wall without thickness."""
        self.add_obstacle("segment", from_=start, to=end, **keys)

    def add_floor_plan(self, file: str | os.PathLike | None = None, *, lines: Sequence | None = None, **keys: Any) -> None:
        """The walls of a building, from a GeoJSON file or as lines (2D)."""
        self.add_obstacle("floor-plan", file=None if file is None else os.path.abspath(file), lines=lines, **keys)

    def add_constraint(self, function: Callable, *, name: str | None = None, **keys: Any) -> None:
        """Keeps every body where g >= 0; `function(q, r, t)` returns g (m) and its gradient by q.

        q is the centre of one body, r its radius. g must be convex in q (bodies stay outside of a convex set, or g is
        linear), its gradient not 0 where g <= 0. It is called many times a step.

        >>> import galet, numpy as np
        >>> sim = galet.Simulation(dimension=2, step=0.01)
        >>> sim.add_spheres([[0.0, 0.5]], radius=0.1, mass=1.0)
        >>> sim.add_constraint(lambda q, r, t: (q[1] - r, [0.0, 1.0]))
        >>> sim.add_force(galet.Gravity([0, -9.81]))
        >>> sim.run(until=1.0)
        >>> abs(float(sim.position[0, 1]) - 0.1) < 1e-6
        True
        """
        known = self._entries.add_function("constraints", name or name_of(function), function)
        self._entries.add("obstacles", {"shape": "user", "name": known, **keys})
        self._settle()

    def add_force(self, force: Any, *, on: str | None = None) -> None:
        """Adds a force: one of galet.Gravity, Constant, ..., or a function f(q, u, t) (see galet.Force).

        `on` is the name of the bodies it acts on; without it, all.
        """
        if callable(force):
            force = Force(force)
        if isinstance(force, Force):
            function = (force.function, force.potential)
            known = self._entries.add_function("forces", force.name or name_of(force.function), function)
            keys = {"type": "user", "name": known}
        elif hasattr(force, "keys"):
            keys = dict(force) if isinstance(force, Mapping) else force.keys()
        else:
            raise TypeError(f"expected a force of galet or a function f(q, u, t), found {type(force).__name__}")
        self._entries.add("forces", {**keys, "on": on})
        self._settle()

    def add_exit(self, segment: Sequence, name: str | None = None) -> None:
        """A line through which people leave (scheme first-order, 2D)."""
        if self._start is not None:
            raise InputError("exits: expected before the first look at the state")
        self._entries.add("exits", {"segment": segment, "name": name})

    def _desired(self, desired: Any) -> Any:
        if not callable(desired):
            return desired
        return {"user": self._entries.add_function("velocities", name_of(desired), desired)}

    def _settle(self) -> None:
        """Adds what waits, where the simulation has been built."""
        if self._start is None:
            return
        entries, self._entries = self._entries, Entries()
        self._start.extend(entries.text, entries.code)
