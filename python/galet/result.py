"""Results: the folders that runs are recorded in."""

from __future__ import annotations

import builtins
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Iterator

import numpy as np

from . import _core
from .errors import FileError
from .history import dataframe, read_table
from .simulation import Contacts


@dataclass(frozen=True)
class Frame:
    """The bodies at one moment, as arrays over those who are there, and the contacts that pushed in its step.

    `spin`, `orientation` and `inertia` are None where bodies do not rotate, `pressure` where they are no people.
    """

    step: int
    time: float
    id: np.ndarray
    position: np.ndarray
    velocity: np.ndarray
    radius: np.ndarray
    mass: np.ndarray
    contacts: Contacts
    spin: np.ndarray | None = None
    orientation: np.ndarray | None = None
    inertia: np.ndarray | None = None
    pressure: np.ndarray | None = None
    folder: Path | None = None

    @property
    def obstacles(self) -> list[tuple]:
        """At that time, for drawing."""
        return [] if self.folder is None else _core.recorded_obstacles(self.folder / "scene.toml", self.time)

    def __len__(self) -> int:
        return len(self.radius)


class Result:
    """A result folder; frames are read when they are asked for.

    >>> import galet, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> sim = galet.load("impact", set={"bodies.0.count": 30, "simulation.end": 0.3})
    >>> sim.run(out=folder)
    >>> result = galet.open(folder)
    >>> len(result), result[-1].position.shape
    (4, (30, 2))
    >>> result.history["step"]
    array([1, 2, 3])
    >>> result.summary["verdict"]
    'certified'
    """

    def __init__(self, folder: str | os.PathLike) -> None:
        self.folder = Path(folder)
        if not (self.folder / "scene.toml").exists():
            raise FileError(f"{self.folder}: holds no result")
        path = self.folder / "trajectory.h5"
        self._trajectory = _core.Trajectory(path) if path.exists() else None

    def __len__(self) -> int:
        return len(self._trajectory) if self._trajectory else 0

    def __getitem__(self, frame: int) -> Frame:
        count = len(self)
        number = frame + count if frame < 0 else frame
        if not 0 <= number < count:
            raise IndexError(f"frame {frame} of {count}")
        values = self._trajectory.read(number)
        values["contacts"] = Contacts(**values["contacts"])
        return Frame(**values, folder=self.folder)

    def __iter__(self) -> Iterator[Frame]:
        return (self[k] for k in range(len(self)))

    def refresh(self) -> None:
        """Looks for frames that a run which is going on has added."""
        if self._trajectory:
            self._trajectory.refresh()

    @property
    def times(self) -> np.ndarray:
        """Of the frames (s)."""
        return self._trajectory.times if self._trajectory else np.empty(0)

    @property
    def steps(self) -> np.ndarray:
        """Of the frames."""
        return self._trajectory.steps if self._trajectory else np.empty(0, dtype=int)

    def stack(self, field: str) -> np.ndarray:
        """A field of all frames as one array, frames first; where nobody leaves."""
        return np.stack([getattr(frame, field) for frame in self])

    @property
    def history(self) -> np.ndarray:
        """One row a step, columns by name (docs/scene-reference.md)."""
        return read_table(self.folder / "history.csv")

    @property
    def flow(self) -> np.ndarray:
        """Of crowds with exits: who has left through which."""
        return read_table(self.folder / "flow.csv")

    @property
    def fields(self) -> np.ndarray:
        """Of crowds in 2D: density, velocity and pressure by cell and frame."""
        return read_table(self.folder / "fields.csv")

    @property
    def final(self) -> np.ndarray:
        """The last state, a row a body."""
        return read_table(self.folder / "final.csv")

    def dataframe(self, name: str = "history") -> Any:
        """history, flow, fields or final as a pandas DataFrame."""
        return dataframe(getattr(self, name))

    @property
    def summary(self) -> dict[str, Any]:
        """summary.json; there once the run has ended."""
        path = self.folder / "summary.json"
        if not path.exists():
            raise FileError(f"{path}: the run has not ended, or was killed")
        return json.loads(path.read_text(encoding="utf-8"))

    @property
    def scene(self) -> str:
        """The scene as run, TOML with every default."""
        return (self.folder / "scene.toml").read_text(encoding="utf-8")

    def plot(self, what: str = "energy", ax: Any = None, **style: Any) -> Any:
        """Draws "energy", "certificate", "contacts", any column of the history, or "bodies" (the last frame)."""
        from . import plot

        if what == "bodies":
            return plot.bodies(self[-1], ax=ax, **style)
        return plot.history(self.history, what, ax=ax, **style)

    def __repr__(self) -> str:
        return f"<galet.Result {self.folder}, {len(self)} frames>"


def open(folder: str | os.PathLike) -> Result:  # noqa: A001 - as in galet.open("out/impact")
    """A result folder, of `galet run` or of `Simulation.run(out=...)`, also of a run that is going on or was killed."""
    return Result(folder)


assert builtins.open is not open
