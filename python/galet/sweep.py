"""Sweeping processes: a convex set moves and takes a point along."""

from __future__ import annotations

from typing import Any, Mapping

import numpy as np

from . import _core
from .scene import table


class Sweep:
    """A sweeping process, from the keys of `[sweeping]` in docs/scene-reference.md.

    A disc of radius 1 that moves to the right pushes a point that starts on its left edge, at the disc's own speed:

    >>> import galet
    >>> sweep = galet.Sweep(dimension=2, start=[-1.0, 0.0], step=0.1, end=2.0,
    ...                     set={"shape": "ball", "center": ["t", 0.0], "radius": 1.0})
    >>> sweep.run()["u_x"][-1].round(12)
    1.0
    """

    def __init__(self, *, set: Mapping[str, Any], title: str | None = None, **keys: Any) -> None:
        text = table("", {"title": title}) + table("[sweeping]", keys) + table("[sweeping.set]", set)
        self._core = _core.Sweep.parse(text)

    @classmethod
    def _of(cls, core: Any) -> Sweep:
        sweep = cls.__new__(cls)
        sweep._core = core
        return sweep

    def step(self) -> None:
        """Raises galet.StepError where the set has become empty."""
        self._core.step()

    @property
    def point(self) -> np.ndarray:
        return self._core.state[2]

    @property
    def time(self) -> float:
        return self._core.state[1]

    @property
    def scene(self) -> str:
        return self._core.scene_text

    def run(self) -> np.ndarray:
        """Steps to the end; a row for the start and one a step, with the columns of history.csv."""
        rows = [self._row()]
        while self._core.state[0] < self._core.steps_in_all:
            self._core.step()
            rows.append(self._row())
        size = len(self.point)
        axes = [f"u_{axis}" for axis in (list("xyz")[:size] if size <= 3 else [f"x{k + 1}" for k in range(size)])]
        kinds = [("step", "i8"), ("time", "f8")] + [(axis, "f8") for axis in axes]
        kinds += [("distance", "f8"), ("moved", "f8"), ("jump", "f8"), ("projections", "i8"), ("events", "i8")]
        return np.array(rows, dtype=kinds)

    def _row(self) -> tuple:
        step, time, point, *rest = self._core.state
        return (step, time, *point, *rest)
