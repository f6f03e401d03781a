"""Tables with named columns: histories and the other CSV files of a result."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

_WHOLE = {"step", "contacts", "active", "iterations", "count", "projections", "events"}


def structured(header: str, table: np.ndarray) -> np.ndarray:
    """A table of numbers as a structured array with the names of the header."""
    names = header.split(",")
    array = np.empty(len(table), dtype=[(name, "i8" if name in _WHOLE else "f8") for name in names])
    for k, name in enumerate(names):
        array[name] = table[:, k]
    return array


def read_table(path: str | os.PathLike) -> np.ndarray:
    """A CSV file with a header; a last line that was cut short is left out."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    lines = text[: text.rfind("\n") + 1].splitlines()
    if not lines:
        raise ValueError(f"{os.fspath(path)}: holds no table")
    names = lines[0].split(",")
    rows = [line for line in lines[1:] if line.count(",") == len(names) - 1]
    kinds = [(name, "U64" if name == "exit" else "i8" if name in _WHOLE or name == "id" else "f8") for name in names]
    if not rows:
        return np.empty(0, dtype=kinds)
    return np.atleast_1d(np.loadtxt(rows, delimiter=",", dtype=kinds))


def dataframe(table: np.ndarray) -> Any:
    """As a pandas DataFrame."""
    import pandas

    return pandas.DataFrame({name: table[name] for name in table.dtype.names})
