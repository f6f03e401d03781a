"""Runs the program for the tests of its commands."""
import csv
import os
import pathlib
import subprocess
import tempfile
import unittest

GALET = os.environ.get("GALET", "build/release/galet")

SMALL = """
title = "small"
[simulation]
dimension = 2
step = 0.02
end = 1.0
[[bodies]]
count = 120
radius = { uniform = [0.02, 0.03] }
density = 2500.0
placement = { box = { min = [0.0, 0.0], max = [1.0, 1.0] } }
[[obstacles]]
shape = "box"
min = [0.0, 0.0]
max = [1.0, 3.0]
[[forces]]
type = "gravity"
acceleration = [0.0, -9.81]
[output]
checkpoint_every = 5
"""


class ProgramTest(unittest.TestCase):
    """Every test gets an empty folder `self.folder`."""

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def scene(self, text=SMALL, name="scene.toml"):
        path = self.folder / name
        path.write_text(text)
        return path

    def galet_any(self, *arguments):
        """Whatever the status."""
        return subprocess.run([GALET, *map(str, arguments)], capture_output=True, text=True, timeout=600, cwd=self.folder)

    def galet(self, *arguments, status=0):
        done = self.galet_any(*arguments)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def rows(self, result):
        with open(result / "history.csv", newline="") as file:
            return [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]


if not pathlib.Path(GALET).is_absolute():
    GALET = str(pathlib.Path(GALET).resolve())
