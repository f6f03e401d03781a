"""The first steps of the example scenes that make problems: certified, nothing overlaps, and their problems are what they say."""
import json
import unittest

import h5py

from program import ProgramTest


class ProblemScenes(ProgramTest):
    def start(self, name, steps, *arguments):
        out = self.folder / name
        self.galet("run", name, "--out", out, "--quiet", "--steps", steps, "--save-problem", steps, *arguments)
        length_scale = json.loads((out / "summary.json").read_text())["length_scale"]
        rows = self.rows(out)
        self.assertEqual(len(rows), steps)
        for row in rows:
            self.assertGreaterEqual(row["min_distance"], 0)
            self.assertLessEqual(row["error_bound"], 1e-3)
            self.assertLessEqual(row["violation"], 1e-7 * length_scale)
        return rows, out / f"problem-{steps}.h5"

    def test_impact(self):
        rows, problem = self.start("impact-3d", 3)
        self.assertGreater(rows[-1]["active"], 500)
        with h5py.File(problem) as file:
            self.assertEqual(file.attrs["dimension"], 3)

    def test_settled(self):
        for dimension in (2, 3):
            rows, problem = self.start(f"settled-{dimension}d", 30)
            self.assertGreater(rows[-1]["active"], 100)

    def test_crystals_have_more_contacts_than_motions(self):
        for dimension in (2, 3):
            name = f"crystal-{dimension}d"
            rows, problem = self.start(name, 2)
            with h5py.File(problem) as file:
                # Apart by some millionths of a radius: of 1000 bodies nearly dimension (dimension + 1) / 2 a body.
                touching = (file["contacts/distance"][:] < 1e-7).sum()
            self.assertGreater(touching, 1000 * dimension)


if __name__ == "__main__":
    unittest.main()
