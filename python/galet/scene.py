"""A scene as it is collected from Python: TOML for what text can say, arrays and functions beside it."""

from __future__ import annotations

import json
from typing import Any, Callable, Mapping

import numpy as np


def toml(value: Any) -> str:
    """The value as TOML; numbers read back to the same bits.

    >>> toml({"center": [0, 1.5], "radius": np.float64(0.1)})
    '{ center = [0, 1.5], radius = 0.1 }'
    """
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    if isinstance(value, (float, np.floating)):
        return repr(float(value))
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{_key(k)} = {toml(v)}" for k, v in value.items() if v is not None)
        return "{ " + pairs + " }" if pairs else "{}"
    if isinstance(value, np.ndarray):
        return toml(value.tolist())
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(toml(v) for v in value) + "]"
    if hasattr(value, "__fspath__"):
        return toml(str(value))
    raise TypeError(f"a scene holds numbers, texts, lists and tables, not {type(value).__name__}")


def _key(name: str) -> str:
    name = name.rstrip("_")  # from_ stands for `from`
    plain = name and all(c.isascii() and (c.isalnum() or c in "_-") for c in name)
    return name if plain else json.dumps(name)


def table(header: str, values: Mapping[str, Any]) -> str:
    """A table of a scene with one line a key; what is None is not there."""
    lines = [header] + [f"{_key(k)} = {toml(v)}" for k, v in values.items() if v is not None]
    return "\n".join(lines) + "\n"


class Entries:
    """Entries of a scene that wait to be read, and the arrays and functions that they name."""

    def __init__(self) -> None:
        self.texts: list[tuple[str, str]] = []
        self.code: dict[str, dict[str, Any]] = {"bodies": {}, "forces": {}, "constraints": {}, "velocities": {}}

    def add(self, kind: str, values: Mapping[str, Any]) -> None:
        self.texts.append((kind, table(f"[[{kind}]]", values)))

    def add_function(self, kind: str, name: str, function: Any) -> str:
        """Keeps a function under its name, or one like it that is not taken, and returns that."""
        taken = self.code[kind]
        free = name
        number = 2
        while free in taken:
            free, number = f"{name}-{number}", number + 1
        taken[free] = function
        return free

    @property
    def text(self) -> str:
        return "\n".join(text for _, text in self.texts)

    def without_forces(self) -> tuple[Entries, Entries]:
        """The others, and the forces. Where some are functions these must wait until there is a simulation to look at."""
        others, forces = Entries(), Entries()
        for kind, text in self.texts:
            (forces if kind == "forces" else others).texts.append((kind, text))
        others.code = {**self.code, "forces": {}}
        forces.code["forces"] = self.code["forces"]
        return others, forces


def name_of(function: Callable) -> str:
    name = getattr(function, "__name__", type(function).__name__)
    return "function" if name == "<lambda>" else name
