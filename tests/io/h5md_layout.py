#!/usr/bin/python3
"""Checks that the trajectory.h5 of a result folder is laid out as H5MD 1.1 asks (nongnu.org/h5md/h5md.html).

usage: h5md_layout.py DIR
Prints what is wrong, one line each; exit status 0 when nothing is, 1 otherwise.
"""
import os
import sys

import h5py
import numpy as np

UNITS = {"position": "m", "velocity": "m s-1", "radius": "m", "mass": "kg", "id": None}
ROTATION = {"spin": "rad s-1", "orientation": None, "inertia": "kg m+2"}  # all of them, or none
problems = []


def require(condition, message):
    if not condition:
        problems.append(message)
    return condition


def text(value):
    return value.decode() if isinstance(value, bytes) else str(value)


def check_metadata(file):
    if not require("h5md" in file, "no group /h5md"):
        return
    h5md = file["h5md"]
    require(list(h5md.attrs.get("version", [])) == [1, 1], "/h5md: version is not [1, 1]")
    for group, names in (("author", ["name"]), ("creator", ["name", "version"])):
        if not require(group in h5md, f"no group /h5md/{group}"):
            continue
        for name in names:
            value = h5md[group].attrs.get(name)
            require(value is not None and text(value), f"/h5md/{group}: attribute {name} is missing or empty")


def check_box(particles, position):
    if not require("box" in particles, "no group /particles/all/box"):
        return
    box = particles["box"].attrs
    dimension = box.get("dimension")
    require(dimension in (1, 2, 3), "box: dimension is not 1, 2 or 3")
    boundary = [text(b) for b in box.get("boundary", [])]
    require(boundary == ["none"] * int(dimension or 0), f"box: boundary is {boundary}")
    require(position.shape[2:] == (dimension,), "position: last length differs from the dimension of the box")


def check_element(particles, name, unit):
    """Step and time of one length with the value, rising, and a value that is compressed, chunked and finite."""
    if not require(name in particles, f"no element /particles/all/{name}"):
        return
    element = particles[name]
    if not require(set(element) == {"step", "time", "value"}, f"{name}: does not hold just step, time and value"):
        return
    step, time, value = element["step"], element["time"], element["value"]
    require(step.ndim == 1 and step.dtype == np.int64, f"{name}: step is not a list of 64-bit integers")
    require(time.ndim == 1 and time.dtype == np.float64, f"{name}: time is not a list of doubles")
    require(text(time.attrs.get("unit", "")) == "s", f"{name}: time has no unit s")
    require(len(step) == len(time) == len(value), f"{name}: step, time and value differ in length")
    require(np.all(np.diff(step[:]) > 0) and np.all(np.diff(time[:]) > 0), f"{name}: step or time does not rise")
    require(value.compression == "gzip" and value.shuffle and value.fletcher32, f"{name}: not compressed and checked")
    require(value.chunks[0] == 1, f"{name}: a chunk holds more than one frame")
    if unit is not None:
        require(text(value.attrs.get("unit", "")) == unit, f"{name}: unit is not {unit}")
    for frame in value:
        require(np.all(np.isfinite(frame)), f"{name}: holds a number that is not finite")


def check_contacts(file, frames, bodies, dimension):
    if not require("galet/contacts" in file, "no group /galet/contacts"):
        return
    contacts = file["galet/contacts"]
    offset = contacts["offset"][:]
    count = offset[-1]
    require(len(offset) == frames + 1 and offset[0] == 0 and np.all(np.diff(offset) >= 0), "contacts: bad offsets")
    shapes = {"pairs": (count, 2), "gap": (count,), "normal": (count, dimension), "impulse": (count,), "glue": (count,)}
    if "spin" in file["particles/all"]:
        shapes["tangential"] = (count, dimension)
    for name, shape in shapes.items():
        if require(name in contacts, f"no /galet/contacts/{name}"):
            require(contacts[name].shape == shape, f"contacts: {name} has shape {contacts[name].shape}, not {shape}")
    pairs, normal = contacts["pairs"][:], contacts["normal"][:]
    require(np.all((pairs[:, 0] >= 0) & (pairs < bodies).all(axis=1)), "contacts: a pair names no body")
    if count:
        require(np.allclose(np.linalg.norm(normal, axis=1), 1, atol=1e-9), "contacts: a normal is not a unit vector")
        require(contacts["impulse"][:].min() >= 0, "contacts: an impulse pulls")


def check(path):
    with h5py.File(path, "r") as file:
        check_metadata(file)
        if not require("particles/all" in file, "no group /particles/all"):
            return
        particles = file["particles/all"]
        for name, unit in UNITS.items():
            check_element(particles, name, unit)
        if any(name in particles for name in ROTATION):
            for name, unit in ROTATION.items():
                check_element(particles, name, unit)
        if problems:
            return
        position = particles["position/value"]
        check_box(particles, position)
        frames, bodies, dimension = position.shape
        require(np.array_equal(particles["id/value"][0], np.arange(bodies)), "id: not 0, 1, 2, ... at the start")
        last = particles["id/value"][-1]
        there = last[last >= 0]  # who has left has the fill value
        require(np.all(np.diff(there) > 0) and np.array_equal(last[:len(there)], there), "id: not rising")
        require(len(there) == bodies or particles["id/value"].fillvalue == -1, "id: no fill value for who has left")
        check_contacts(file, frames, bodies, dimension)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    check(os.path.join(sys.argv[1], "trajectory.h5"))
    for problem in problems:
        print(problem)
    sys.exit(1 if problems else 0)
