"""A small run, what its result must be, and whether a result that a fault broke off is as good as that."""
import csv
import os
import pathlib
import re
import shutil
import subprocess

import h5py
import numpy

GALET = str(pathlib.Path(os.environ.get("GALET", "build/release/galet")).resolve())

# Liquid bridges, noise and friction-free grains in a box: everything that a checkpoint must remember.
SCENE = """
title = "small and remembering"
[simulation]
dimension = 2
step = 0.01
end = 0.24
seed = 5
[[bodies]]
count = 40
radius = { uniform = [0.03, 0.05] }
density = 2500.0
placement = { box = { min = [0.0, 0.0], max = [1.0, 1.0] } }
[[obstacles]]
shape = "box"
min = [0.0, 0.0]
max = [1.0, 3.0]
[[forces]]
type = "gravity"
acceleration = [0.0, -9.81]
[[forces]]
type = "capillary"
gamma = 2.0
A = 50.0
B = 0.2
C = 0.05
rupture = 0.01
[[forces]]
type = "stochastic"
sigma = 0.5
[output]
checkpoint_every = 4
"""

# What csv, h5py and the comparison below raise.
UNREADABLE = (ValueError, OSError, KeyError, RuntimeError)

# Ten times the bodies and the steps, for faults that come at a moment of the clock.
LONG_SCENE = SCENE.replace("count = 40", "count = 400").replace("[0.03, 0.05]", "[0.01, 0.015]").replace(
    "step = 0.01", "step = 0.001")


def run(*arguments, scene_folder=None, environment=None, timeout=120, **options):
    """The finished process; its status, standard output and error."""
    return subprocess.run([GALET, *map(str, arguments)], capture_output=True, text=True, timeout=timeout, cwd=scene_folder,
                          env={**os.environ, **(environment or {})}, **options)


def history(folder):
    """Rows without the wall clock; a row that a fault cut in two is an error here."""
    with open(folder / "history.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        if None in row or None in row.values():
            raise ValueError("a row of history.csv is not whole")
        row.pop("seconds")
    return rows


def frames(folder):
    """Every array of the trajectory that grows, by name."""
    arrays = {}
    with h5py.File(folder / "trajectory.h5", "r") as file:
        file.visititems(lambda name, item: arrays.__setitem__(name, item[()]) if isinstance(item, h5py.Dataset) else None)
    return arrays


class Reference:
    """What an undisturbed run leaves."""

    def __init__(self, folder, scene=SCENE):
        self.scene = folder / "scene.toml"
        self.scene.write_text(scene)
        self.folder = folder / "reference"
        done = run("run", self.scene, "--out", self.folder, "--quiet")
        assert done.returncode == 0, done.stderr
        self.final = (self.folder / "final.csv").read_bytes()
        self.rows = history(self.folder)
        self.frames = frames(self.folder)

    def equals(self, folder):
        """Is the result this one, bit for bit?"""
        there = frames(folder)
        return ((folder / "final.csv").read_bytes() == self.final and history(folder) == self.rows
                and there.keys() == self.frames.keys()
                and all(numpy.array_equal(there[name], self.frames[name]) for name in there))

    def begins_with(self, folder):
        """Is what a broken-off run left readable by others than galet, and the beginning of this result? Its number of rows,
        or None before the first checkpoint."""
        if not (folder / "checkpoint.h5").exists():
            return None
        rows = history(folder)
        if rows != self.rows[:len(rows)]:
            raise ValueError("the rows differ from those of an undisturbed run")
        with h5py.File(folder / "trajectory.h5", "r") as left, h5py.File(self.folder / "trajectory.h5", "r") as whole:
            # The frame of the last row may be the one that the fault cut; those before it must all be there.
            count = len(rows)
            for name in ("position", "velocity", "radius", "mass", "id"):
                name = f"particles/all/{name}/value"
                if not numpy.array_equal(left[name][:count], whole[name][:count]):
                    raise ValueError("the frames differ from those of an undisturbed run")
        return len(rows)

    def go_on(self, folder):
        """Resumes, or begins anew where the fault came before the first checkpoint. 'resumed' or 'begun anew' when the result is
        exact, else what is wrong."""
        resumed = run("resume", folder, "--quiet")
        how = "resumed"
        if resumed.returncode == 4 and re.search("holds no checkpoint|no such folder", resumed.stderr):
            resumed, how = run("run", self.scene, "--out", folder, "--quiet", "--force"), "begun anew"
        if resumed.returncode != 0:
            return f"status {resumed.returncode}: {resumed.stderr.strip()}"
        return how if self.equals(folder) else "differs"


def fresh(folder):
    shutil.rmtree(folder, ignore_errors=True)
    return folder
