"""Laws with memory and what is prescribed, as a user runs them: exact after a resume, clear where nothing is possible."""
import json
import math
import unittest

import h5py

from program import ProgramTest

SHRINKING = """
[simulation]
dimension = 2
step = 0.01
end = 1.0
[[bodies]]
count = 500
radius = { uniform = [0.008, 0.012] }
density = 1000.0
placement = { lattice = { min = [0.01, 0.01], counts = [25, 20], spacing = 0.039, jitter = 0.5 } }
[[obstacles]]
shape = "box"
min = [0.0, 0.0]
max = ["1.0 - t", 1.0]
[output]
every = 10
checkpoint_every = 5
"""


class Laws(ProgramTest):
    def resume_gives_the_same_bytes(self, example, steps, *arguments):
        whole, part = self.folder / f"{example}-whole", self.folder / f"{example}-part"
        self.galet("run", example, "--out", whole, "--quiet", "--threads", 1, *arguments)
        self.galet("run", example, "--out", part, "--quiet", "--threads", 2, "--steps", steps, *arguments)
        self.galet("resume", part, "--quiet", "--threads", 3)
        self.assertEqual((part / "final.csv").read_bytes(), (whole / "final.csv").read_bytes())
        return whole

    def test_a_glued_disc_leaves_when_it_must_and_resumes_while_stuck(self):
        leaves = 5 + 2 * math.sqrt(2)
        whole = self.resume_gives_the_same_bytes("gluey-plane", 600)
        with h5py.File(whole / "trajectory.h5") as file:
            contacts = file["galet/contacts"]
            last = int((contacts["offset"][1:] - contacts["offset"][:-1]).nonzero()[0][-1])
            self.assertAlmostEqual(contacts["time"][last], leaves, delta=0.011)
            self.assertAlmostEqual(contacts["glue"][:].min(), -2, delta=1e-12)

    def test_a_viscous_film_resumes_to_the_same_bytes_and_nothing_overlaps(self):
        whole = self.resume_gives_the_same_bytes("viscous-settling", 35, "--set", "simulation.end=0.35")
        for row in self.rows(whole):
            self.assertGreaterEqual(row["min_distance"], 0)
            self.assertLessEqual(row["error_bound"], 1e-3)
        with h5py.File(whole / "trajectory.h5") as file:
            # Films push and pull.
            impulse = file["galet/contacts/impulse"][:]
            self.assertGreater(impulse.max(), 0)
            self.assertLess(impulse.min(), 0)

    def test_prescribed_walls_and_radii_resume_to_the_same_bytes(self):
        self.resume_gives_the_same_bytes("vibrated", 310)
        self.resume_gives_the_same_bytes("growing-radii", 55)

    def test_a_container_that_shrinks_too_far_ends_with_a_message_and_keeps_what_was(self):
        out = self.folder / "out"
        said = self.galet("run", self.scene(SHRINKING), "--out", out, status=3).stderr
        self.assertIn("empty", said)
        rows = self.rows(out)
        summary = json.loads((out / "summary.json").read_text())
        self.assertEqual(len(rows), summary["steps"])
        for row in rows:
            self.assertGreaterEqual(row["min_distance"], 0)
        # Discs of 0.16 m2 in a box of 1 m height: the end comes when some 0.85 of it is filled, at the latest at 1.
        self.assertGreater(rows[-1]["time"], 0.7)
        self.assertLess(rows[-1]["time"], 1 - 0.1571)
        with h5py.File(out / "trajectory.h5") as file:
            self.assertGreater(len(file["particles/all/position/time"]), 5)


if __name__ == "__main__":
    unittest.main()
