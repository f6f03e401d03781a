"""What a user gets from `galet solve` and `galet run --save-problem`."""
import json
import unittest

import h5py
import numpy

from program import ProgramTest

KEYS = {"method", "iterations", "passes", "objective", "gap", "error_bound", "violation", "residual", "active", "contacts",
        "seconds", "converged"}


class Solve(ProgramTest):
    def stored(self, *steps):
        out = self.folder / "out"
        chosen = [text for step in steps for text in ("--save-problem", step)]
        said = self.galet("run", self.scene(), "--out", out, "--quiet", *chosen)
        return out, said.stderr

    def solved(self, *arguments, status=0):
        return json.loads(self.galet("solve", *arguments, "--json", status=status).stdout)

    def fclib(self, name, w, q, friction):
        """A local problem with the given normal part; tangents neither push nor see anything."""
        path = self.folder / name
        contacts = len(q)
        dense = numpy.kron(numpy.array(w, float), numpy.diag([1.0, 0, 0])) + numpy.kron(numpy.eye(contacts),
                                                                                       numpy.diag([0, 1.0, 1.0]))
        rows, columns = numpy.nonzero(dense)
        with h5py.File(path, "w") as file:
            local = file.create_group("fclib_local")
            local["spacedim"] = numpy.array([3], "i4")
            matrix = local.create_group("W")
            for key, value in (("m", 3 * contacts), ("n", 3 * contacts), ("nz", len(rows)), ("nzmax", len(rows))):
                matrix[key] = numpy.array([value], "i4")
            matrix["i"], matrix["p"] = rows.astype("i4"), columns.astype("i4")
            matrix["x"] = dense[rows, columns]
            local["vectors/q"] = numpy.kron(numpy.array(q, float), [1.0, 0, 0])
            local["vectors/mu"] = numpy.full(contacts, float(friction))
        return path

    def test_a_stored_problem_says_what_it_is_and_solves_to_what_the_run_found(self):
        out, _ = self.stored(40)
        row = self.rows(out)[39]
        with h5py.File(out / "problem-40.h5") as file:
            self.assertEqual(file.attrs["format"], b"galet contact problem")
            self.assertEqual(file.attrs["format_version"], 1)
            self.assertEqual((file.attrs["step"], file.attrs["step_unit"]), (0.02, b"s"))
            self.assertEqual(file["contacts/force"].attrs["unit"], b"N")
            self.assertEqual(len(file["contacts/first"]), row["contacts"])
            self.assertEqual(file["origin"].attrs["step"], 40)
            self.assertGreater(numpy.count_nonzero(file["contacts/force"]), 0)
        answer = self.solved(out / "problem-40.h5", "--violation", 1e-10)
        self.assertLessEqual(KEYS, set(answer))
        self.assertTrue(answer["converged"])
        self.assertEqual(answer["contacts"], row["contacts"])
        self.assertLessEqual(answer["error_bound"], 1e-3)
        self.assertLessEqual(answer["violation"], 1e-10)
        self.assertLess(answer["residual"], 1e-3)
        self.assertLess(answer["objective"], 0)
        readable = self.galet("solve", out / "problem-40.h5").stdout
        for part in ("contact problem of galet", "small, step 40, t = 0.8 s", "converged", "objective", " J", "residual"):
            self.assertIn(part, readable)

    def test_all_methods_and_both_starts_find_the_same_minimum(self):
        out, _ = self.stored(45)
        file = out / "problem-45.h5"
        limits = ("--tolerance", 1e-4, "--violation", 1e-10, "--max-iterations", 1000000)
        answers = [self.solved(file, *limits), self.solved(file, *limits, "--cold")]
        answers.append(self.solved(file, *limits, "--method", "uzawa", "--threads", 1))
        for answer in answers:
            self.assertAlmostEqual(answer["objective"] / answers[0]["objective"], 1, delta=1e-6)

    def test_steps_that_were_not_reached_are_named_and_old_problems_go_with_force(self):
        out, said = self.stored(2, 3, 77)
        self.assertTrue((out / "problem-2.h5").exists())
        self.assertTrue((out / "problem-3.h5").exists())
        self.assertIn("--save-problem 77: no problem of that step; the run ended after step 50", said)
        (out / "problem-mine.h5").write_text("kept")
        self.galet("run", self.scene(), "--out", out, "--quiet", "--force", "--steps", 1, "--save-problem", 1)
        self.assertEqual(sorted(path.name for path in out.glob("problem-*")), ["problem-1.h5", "problem-mine.h5"])
        self.galet("run", self.scene(), "--save-problem", 0, status=2)

    def test_the_problem_of_a_step_that_could_not_be_solved_is_kept(self):
        limit = ("--set", "solver.max_iterations=2")
        out = self.folder / "out"
        self.galet("run", self.scene(), "--out", out, *limit, "--quiet", status=3)
        failed = len(self.rows(out)) + 1
        self.galet("run", self.scene(), "--out", out, *limit, "--quiet", "--force", "--save-problem", failed, status=3)
        self.assertFalse(self.solved(out / f"problem-{failed}.h5", "--max-iterations", 2, status=3)["converged"])
        self.assertTrue(self.solved(out / f"problem-{failed}.h5")["converged"])

    def test_fclib_normal_part(self):
        # p = (1, 0, 2), w = (0, 3, 0).
        path = self.fclib("f.hdf5", [[4, 1, -1], [0.5, 3, 1], [-0.5, 0.25, 2]], [-2, 0.5, -3.5], 0.3)
        rough = self.solved(path)
        self.assertTrue(rough["converged"])
        self.assertLess(rough["error"], 1e-8)
        answer = self.solved(path, "--frictionless", "--tolerance", 1e-12)
        self.assertLessEqual(KEYS, set(answer))
        self.assertEqual((answer["converged"], answer["contacts"], answer["active"]), (True, 3, 2))
        self.assertLessEqual(answer["residual"], 1e-12)
        self.assertIn("not symmetric", answer["note"])
        symmetric = self.fclib("s.hdf5", [[4, -1], [-1, 4]], [-3, -3], 0)
        answer = self.solved(symmetric, "--tolerance", 1e-12)
        self.assertAlmostEqual(answer["objective"], -3, delta=1e-10)  # p = (1, 1)
        self.assertEqual(answer["note"], "")

    def test_history_is_the_residual_by_iteration(self):
        path = self.fclib("f.hdf5", [[4, -1], [-1, 4]], [-3, -3], 0)
        history = self.solved(path, "--history")["history"]
        self.assertEqual(history[0]["residual"], 1)
        self.assertLessEqual(history[-1]["residual"], 1e-8)
        self.assertEqual([point["iteration"] for point in history], list(range(len(history))))
        self.assertIn("iteration", self.galet("solve", path, "--history").stdout)

    def test_not_solved_is_status_3(self):
        path = self.fclib("f.hdf5", [[1, -0.9], [-0.9, 1]], [-1, -1], 0)
        self.assertFalse(self.solved(path, "--method", "nlgs", "--max-iterations", 2, status=3)["converged"])

    def test_bad_input(self):
        path = self.fclib("f.hdf5", [[1, 0], [0, -1]], [-1, -1], 0)
        self.assertIn("expected > 0", self.galet("solve", path, status=2).stderr)
        good = self.fclib("g.hdf5", [[1, 0], [0, 1]], [-1, -1], 0)
        self.assertIn("magic", self.galet("solve", good, "--method", "magic", status=2).stderr)
        self.galet("solve", good, "--violation", 1e-9, status=2)
        for value in (0, -1, "nan", "inf", "tight"):
            self.galet("solve", good, "--tolerance", value, status=2)
        with h5py.File(self.folder / "other.h5", "w") as file:
            file["x"] = 1
        self.assertIn("neither", self.galet("solve", self.folder / "other.h5", status=2).stderr)
        (self.folder / "text.h5").write_text("hello")
        self.galet("solve", self.folder / "text.h5", status=4)
        self.galet("solve", self.folder / "none.h5", status=4)
        out, _ = self.stored(30)
        self.assertIn("apgd", self.galet("solve", out / "problem-30.h5", "--method", "magic", status=2).stderr)
        with h5py.File(out / "problem-30.h5", "r+") as file:
            file["bodies/inverse_mass"][0] = -1.0
        self.assertIn("inverse_mass: entry 0 is -1", self.galet("solve", out / "problem-30.h5", status=2).stderr)


if __name__ == "__main__":
    unittest.main()
