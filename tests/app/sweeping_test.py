"""A sweeping process as a user runs it: its files, its errors, and how it ends where it cannot go on."""
import json
import math
import unittest

from program import ProgramTest

SQUARE = """
[sweeping]
dimension = 2
start = [0.5, 0.5]
method = "event-driven"
step = 0.25
end = 3.0
breaks = [1.0]
[sweeping.set]
shape = "box"
min = [0.0, 0.0]
max = [1.0, 1.0]
motion = ["t < 1 ? 0 : 2", "-t"]
"""


class Sweeping(ProgramTest):
    def test_the_example_is_a_tractrix(self):
        errors = []
        for step in (0.02, 0.01):
            out = self.folder / f"disc-{step}"
            self.galet("run", "moving-disc", "--out", out, "--quiet", "--set", f"sweeping.step={step}")
            rows = self.rows(out)
            self.assertEqual(len(rows), round(2 / step) + 1)
            self.assertEqual([rows[0][k] for k in ("step", "time", "u_x", "u_y")], [0, 0, 0, 1])
            last = rows[-1]
            errors.append(math.hypot(last["u_x"] - (2 - math.tanh(2)), last["u_y"] - 1 / math.cosh(2)))
            for row in rows:
                # In the disc at every node.
                self.assertLessEqual(math.hypot(row["u_x"] - row["time"], row["u_y"]), 1 + 1e-14)
                self.assertEqual(row["jump"], 0)
            summary = json.loads((out / "summary.json").read_text())
            self.assertEqual(summary["point"], [last["u_x"], last["u_y"]])
            self.assertAlmostEqual(summary["path"], math.log(math.cosh(2)), delta=step)
            self.assertTrue(summary["complete"])
        self.assertAlmostEqual(errors[0] / errors[1], 2, delta=0.05)

    def test_a_jump_is_in_its_row(self):
        out = self.folder / "out"
        self.galet("run", self.scene(SQUARE), "--out", out, "--quiet")
        rows = self.rows(out)
        jumps = [row["jump"] for row in rows]
        # Down to y <= 1 - t from t = 0.5 on, and from x = 0.5 to 2 at t = 1.
        self.assertAlmostEqual(jumps[4], 1.5, delta=1e-12)
        self.assertEqual(sum(jump > 1e-12 for jump in jumps), 1)
        for row in rows:
            self.assertAlmostEqual(row["u_x"], 0.5 if row["time"] < 1 else 2, delta=1e-12)
            self.assertAlmostEqual(row["u_y"], min(0.5, 1 - row["time"]), delta=1e-12)

    def test_the_written_scene_runs_to_the_same_bytes(self):
        first, second = self.folder / "first", self.folder / "second"
        self.galet("run", self.scene(SQUARE), "--out", first, "--quiet")
        self.galet("run", first / "scene.toml", "--out", second, "--quiet")
        self.assertEqual((first / "history.csv").read_bytes(), (second / "history.csv").read_bytes())

    def test_check_info_and_list(self):
        self.assertIn("sweeping process", self.galet("check", "moving-disc").stdout)
        out = self.folder / "out"
        self.galet("run", "moving-disc", "--out", out, "--quiet", "--steps", 7)
        summary = json.loads(self.galet("info", out).stdout)
        self.assertEqual((summary["steps"], summary["complete"]), (7, False))
        self.assertIn("moving-disc", self.galet("list").stdout)
        self.galet("run", "moving-disc", "--out", out, status=2)
        self.galet("run", "moving-disc", "--out", out, "--force", "--quiet")

    def stops(self, text, steps, *fragments):
        out = self.folder / "out"
        done = self.galet("run", self.scene(text), "--out", out, "--quiet", status=3)
        for fragment in fragments:
            self.assertIn(fragment, done.stderr)
        self.assertEqual(len(self.rows(out)), steps + 1)
        # NaN and infinity are no JSON, but Python would read them.
        summary = json.loads((out / "summary.json").read_text(), parse_constant=self.fail)
        self.assertEqual((summary["end"], summary["steps"]), ("stopped", steps))
        for row in self.rows(out):
            self.assertTrue(all(map(math.isfinite, row.values())))

    def test_a_set_that_becomes_empty(self):
        text = SQUARE.replace("max = [1.0, 1.0]", 'max = [1.0, "1 - t"]').replace('"-t"', "0")
        self.stops(text.replace("event-driven", "catching-up"), 4, "empty at t = 1.25")

    def test_an_expression_that_ends(self):
        text = SQUARE.replace('"-t"', '"-sqrt(2 - t)"').replace("[0.5, 0.5]", "[0.5, -0.5]")
        self.stops(text, 8, "sweeping.set.motion.1", "sqrt")

    def refused(self, text, *fragments, arguments=()):
        out = self.folder / "out"
        done = self.galet("run", self.scene(text), "--out", out, *arguments, status=2)
        self.assertEqual(done.stdout, "")
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        for fragment in fragments:
            self.assertIn(fragment, done.stderr)
        self.assertFalse(out.exists(), "something was written")

    def test_bad_input(self):
        self.refused(SQUARE.replace("breaks", "braeks"), "scene.toml:8", "braeks", "breaks")
        self.refused(SQUARE.replace("[0.5, 0.5]", "[0.5, 1.5]"), "scene.toml:4", "sweeping.start", "0.5 away")
        self.refused(SQUARE.replace("event-driven", "events"), "scene.toml:5", "event-driven")
        self.refused(SQUARE, "--save-problem", arguments=("--save-problem", 1))


if __name__ == "__main__":
    unittest.main()
