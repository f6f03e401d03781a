"""Pictures with matplotlib: bodies of a simulation or a frame, and histories."""

from __future__ import annotations

from typing import Any

import numpy as np


def _axes(ax: Any, three: bool = False) -> Any:
    if ax is not None:
        return ax
    import matplotlib.pyplot as plt

    return plt.figure(layout="constrained").add_subplot(projection="3d" if three else None)


def bodies(state: Any, ax: Any = None, *, colour: Any = None, cmap: str = "viridis", obstacles: bool = True,
           label: str | None = None, clim: tuple[float, float] | None = None) -> Any:
    """Draws the bodies of a Simulation or a Frame to scale; `colour`: one number a body, or a colour. Returns the axes.

    With numbers as colours and a `label` there is a colour bar. In 3D bodies are points of about their size.
    """
    # Copies: a picture of a simulation must not move on with it.
    q, r = np.array(state.position), np.array(state.radius)
    if q.shape[1] == 3:
        return _spheres(q, r, _axes(ax, three=True), colour, cmap)
    from matplotlib.collections import EllipseCollection

    ax = _axes(ax)
    centres = q if q.shape[1] == 2 else np.column_stack([q[:, 0], np.zeros(len(q))])
    style = {"facecolors": colour or "#4878a8"} if colour is None or isinstance(colour, str) else {"cmap": cmap}
    drawn = EllipseCollection(2 * r, 2 * r, np.zeros_like(r), units="x", offsets=centres, transOffset=ax.transData,
                              edgecolors="#202020", linewidths=0.2, **style)
    if "cmap" in style:
        drawn.set_array(np.array(colour, dtype=float))
        if clim is not None:
            drawn.set_clim(*clim)
    ax.add_collection(drawn)
    if len(q):
        low, high = (centres - r[:, None]).min(axis=0), (centres + r[:, None]).max(axis=0)
        room = 0.05 * max(float((high - low).max()), float(2 * r.max()))
        low, high = low - room, high + room
        if obstacles and q.shape[1] == 2:
            low, high = _obstacles(ax, state.obstacles, low, high, room)
        ax.set_xlim(low[0], high[0])
        ax.set_ylim(low[1], high[1])
    ax.set_aspect("equal")
    ax.set_xlabel("x (m)")
    if q.shape[1] == 2:
        ax.set_ylabel("y (m)")
    else:
        ax.set_yticks([])
    if "cmap" in style and label:
        ax.figure.colorbar(drawn, ax=ax, label=label, shrink=0.8)
    return ax


def _spheres(q: np.ndarray, r: np.ndarray, ax: Any, colour: Any, cmap: str) -> Any:
    span = float(np.ptp(q, axis=0).max()) or float(r.max())
    ax.scatter(*q.T, s=(2 * r / span * 300) ** 2, c="#4878a8" if colour is None else colour, cmap=None if colour is None or
               isinstance(colour, str) else cmap, edgecolors="#202020", linewidths=0.2)
    ax.set_box_aspect(np.maximum(np.ptp(q, axis=0), 0.05 * span))
    ax.set_xlabel("x (m)")
    ax.set_ylabel("y (m)")
    ax.set_zlabel("z (m)")
    return ax


def _obstacles(ax: Any, shapes: list, low: np.ndarray, high: np.ndarray, room: float) -> tuple[np.ndarray, np.ndarray]:
    """Draws them and returns the corners of what is then to be seen."""
    for shape, a, b, _ in shapes:
        if shape in ("box", "segment"):
            low, high = np.minimum(low, np.minimum(a, b) - room), np.maximum(high, np.maximum(a, b) + room)
        if shape == "half-space":
            foot = np.asarray(a) + np.asarray(b) * 0
            near = foot if len(shapes) == 1 else np.clip(foot, low, high)
            normal = np.asarray(b)
            axis = int(np.argmax(np.abs(normal)))
            if abs(normal[axis]) > 0.999:
                low[axis], high[axis] = min(low[axis], near[axis] - room), max(high[axis], near[axis] + room)
    grey = {"color": "#606060", "linewidth": 1.5, "zorder": 0}
    for shape, a, b, radius in shapes:
        if shape == "segment":
            ax.plot([a[0], b[0]], [a[1], b[1]], **grey)
        elif shape in ("box", "block"):
            ax.fill([a[0], b[0], b[0], a[0]], [a[1], a[1], b[1], b[1]], fill=shape == "block", facecolor="#b0b0b0",
                    edgecolor="#606060", linewidth=1.5, zorder=0)
        elif shape == "sphere":
            import matplotlib.patches as patches

            ax.add_patch(patches.Circle(a, radius, facecolor="#b0b0b0", edgecolor="#606060", linewidth=1.5, zorder=0))
        elif shape == "half-space":
            along, reach = np.array([-b[1], b[0]]), 2 * float((high - low).max())
            foot = np.asarray(a) + along * float(along @ (0.5 * (low + high) - a))
            corner = [foot - reach * along, foot + reach * along]
            corner += [corner[1] - reach * np.asarray(b), corner[0] - reach * np.asarray(b)]
            ax.fill(*np.array(corner).T, facecolor="#d8d8d8", edgecolor="#606060", linewidth=1.5, zorder=0)
    return low, high


_CURVES = {
    "energy": (["kinetic_energy", "potential_energy", "dissipated"], "energy (J)"),
    "certificate": (["error_bound", "violation"], "error bound (1), violation (m)"),
    "contacts": (["contacts", "active"], "contacts"),
}


def history(table: np.ndarray, what: str = "energy", ax: Any = None, **style: Any) -> Any:
    """Draws columns of a history over time: "energy", "certificate", "contacts" or the name of a column."""
    if what not in _CURVES and what not in table.dtype.names:
        raise ValueError(f"expected one of {', '.join([*_CURVES, *table.dtype.names])}, found {what!r}")
    columns, label = _CURVES.get(what, ([what], what.replace("_", " ")))
    ax = _axes(ax)
    for column in columns:
        ax.plot(table["time"], table[column], label=column.replace("_", " "), **style)
    if what == "certificate":
        ax.set_yscale("log")
    ax.set_xlabel("time (s)")
    ax.set_ylabel(label)
    if len(columns) > 1:
        ax.legend()
    return ax
