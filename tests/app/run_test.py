"""What a user gets from `galet run`, `resume`, `info`, `list`, `check`, `convert` and `render`."""
import json
import pathlib
import random
import signal
import subprocess
import time
import unittest

from program import GALET, SMALL, ProgramTest


# A disc that glances off one pole and then hits another one: two sweeps solve either contact, not both at once.
TWO_POLES = """
[simulation]
dimension = 2
step = 2.0
end = 4.0
[contact]
margin = 0.0
[solver]
method = "nlgs"
max_iterations = 2
on_failure = "subdivide"
[[bodies]]
position = [[0.0, 0.0]]
velocity = [[1.0, 0.0]]
radius = 0.25
mass = 1.0
[[obstacles]]
shape = "sphere"
center = [0.8, -0.4]
radius = 0.25
[[obstacles]]
shape = "sphere"
center = [1.2, 0.75]
radius = 0.25
"""


class Run(ProgramTest):
    def test_leaves_all_files_of_the_contract_and_rows_that_keep_their_promises(self):
        out = self.folder / "out"
        said = self.galet("run", self.scene(), "--out", out).stdout
        self.assertIn("certified", said)
        for name in ("scene.toml", "history.csv", "trajectory.h5", "trajectory.xdmf", "final.csv", "summary.json",
                     "checkpoint.h5"):
            self.assertTrue((out / name).stat().st_size > 0, name)
        rows = self.rows(out)
        self.assertEqual([row["step"] for row in rows], list(range(1, 51)))
        summary = json.loads((out / "summary.json").read_text())
        self.assertEqual(summary["verdict"], "certified")
        length_scale = 0.02
        for row in rows:
            self.assertGreaterEqual(row["min_distance"], 0)
            self.assertLessEqual(row["error_bound"], 1e-3)
            self.assertLessEqual(row["violation"], 1e-7 * length_scale * 1.5)
        layout = pathlib.Path(__file__).parent.parent / "io/h5md_layout.py"
        checked = subprocess.run(["/usr/bin/python3", layout, out], capture_output=True, text=True)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
        balance = [row["kinetic_energy"] + row["potential_energy"] + row["dissipated"] - row["scheme_energy"]
                   - row["work_external"] for row in rows]
        self.assertLessEqual(max(balance) - min(balance), 1e-11 * abs(balance[0]))

    def test_threads_and_repeats_give_the_same_bytes(self):
        scene = self.scene()
        for name, threads in (("a", 1), ("b", 2), ("c", 3)):
            self.galet("run", scene, "--out", self.folder / name, "--threads", threads, "--quiet")
        reference = (self.folder / "a/final.csv").read_bytes()
        self.assertEqual((self.folder / "b/final.csv").read_bytes(), reference)
        self.assertEqual((self.folder / "c/final.csv").read_bytes(), reference)

    def test_final_state_is_accepted_as_bodies(self):
        self.galet("run", self.scene(), "--out", self.folder / "a", "--quiet")
        text = SMALL.replace(SMALL[SMALL.index("[[bodies]]"):SMALL.index("[[obstacles]]")],
                             '[[bodies]]\nfile = "a/final.csv"\n')
        self.galet("run", self.scene(text, "again.toml"), "--out", self.folder / "b", "--steps", 0, "--quiet")
        self.assertEqual((self.folder / "b/final.csv").read_bytes(), (self.folder / "a/final.csv").read_bytes())

    def test_recorded_scene_runs_to_the_same_bytes(self):
        self.galet("run", self.scene(), "--out", self.folder / "a", "--quiet", "--set", "simulation.seed=7")
        self.galet("run", self.folder / "a/scene.toml", "--out", self.folder / "b", "--quiet")
        self.assertEqual((self.folder / "b/final.csv").read_bytes(), (self.folder / "a/final.csv").read_bytes())

    def test_an_existing_result_is_kept_unless_forced(self):
        out = self.folder / "out"
        self.galet("run", self.scene(), "--out", out, "--quiet", "--steps", 2)
        before = (out / "history.csv").read_bytes()
        self.galet("run", self.scene(), "--out", out, status=2)
        self.assertEqual((out / "history.csv").read_bytes(), before)
        self.galet("run", self.scene(), "--out", out, "--force", "--quiet", "--steps", 1)

    def test_stop_early_and_resume(self):
        self.galet("run", self.scene(), "--out", self.folder / "whole", "--quiet")
        part = self.folder / "part"
        self.galet("run", self.scene(), "--out", part, "--quiet", "--steps", 13)
        self.assertEqual(len(self.rows(part)), 13)
        self.galet("resume", part, "--quiet", "--threads", 2)
        self.assertEqual((part / "final.csv").read_bytes(), (self.folder / "whole/final.csv").read_bytes())
        strip = lambda rows: [{k: v for k, v in row.items() if k != "seconds"} for row in rows]
        self.assertEqual(strip(self.rows(part)), strip(self.rows(self.folder / "whole")))

    def test_resume_keeps_liquid_bridges_and_noise(self):
        wet = SMALL.replace("[output]", """[[forces]]
type = "capillary"
gamma = 20.0
A = 50.0
B = 0.2
C = 0.05
rupture = 0.01
[[forces]]
type = "stochastic"
sigma = 0.5
[output]""")
        self.galet("run", self.scene(wet), "--out", self.folder / "whole", "--quiet")
        part = self.folder / "part"
        self.galet("run", self.scene(wet), "--out", part, "--quiet", "--steps", 33)
        self.assertLess(self.rows(part)[-1]["potential_energy"], self.rows(part)[0]["potential_energy"])
        self.galet("resume", part, "--quiet", "--threads", 2)
        self.assertEqual((part / "final.csv").read_bytes(), (self.folder / "whole/final.csv").read_bytes())
        strip = lambda rows: [{k: v for k, v in row.items() if k != "seconds"} for row in rows]
        self.assertEqual(strip(self.rows(part)), strip(self.rows(self.folder / "whole")))
        balance = [row["kinetic_energy"] + row["potential_energy"] + row["dissipated"] - row["scheme_energy"]
                   - row["work_external"] for row in self.rows(part)]
        self.assertLessEqual(max(balance) - min(balance), 1e-11 * abs(balance[0]))

    def test_kill_at_a_random_moment_and_resume(self):
        scene = self.scene(SMALL.replace("step = 0.02", "step = 0.005"))
        begin = time.monotonic()
        self.galet("run", scene, "--out", self.folder / "whole", "--quiet")
        whole_seconds = time.monotonic() - begin
        expected = (self.folder / "whole/final.csv").read_bytes()
        moments = random.Random(time.time_ns())
        killed = 0
        for trial in range(10):
            out = self.folder / f"killed-{trial}"
            process = subprocess.Popen([GALET, "run", scene, "--out", out, "--quiet"])
            # Not before there is a checkpoint to go on from.
            while not (out / "checkpoint.h5").exists():
                time.sleep(0.001)
            time.sleep(moments.uniform(0, whole_seconds))
            process.send_signal(signal.SIGKILL)
            killed += process.wait() == -signal.SIGKILL
            self.galet("info", out)
            self.galet("resume", out, "--quiet")
            self.assertEqual((out / "final.csv").read_bytes(), expected)
        self.assertGreater(killed, 0)

    def test_interrupt_leaves_a_checkpoint_and_status_130(self):
        scene = self.scene(SMALL.replace("step = 0.02", "step = 0.0005"))
        out = self.folder / "out"
        process = subprocess.Popen([GALET, "run", scene, "--out", out], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                   text=True)
        while not (out / "history.csv").exists() or (out / "history.csv").read_text().count("\n") < 8:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        message = process.communicate(timeout=60)[1]
        self.assertEqual(process.returncode, 130)
        self.assertIn("resume", message)
        info = json.loads(self.galet("info", out, "--json").stdout)
        self.assertEqual(info["checkpoint_step"], len(self.rows(out)))

    def test_a_step_that_cannot_be_solved(self):
        scene, limit = self.scene(), ("--set", "solver.max_iterations=2")
        stopped = self.galet("run", scene, "--out", self.folder / "stop", *limit, status=3)
        self.assertIn("could not be solved", stopped.stderr)
        summary = json.loads((self.folder / "stop/summary.json").read_text())
        self.assertIn("stopped at step", summary["verdict"])
        self.assertEqual(len(self.rows(self.folder / "stop")), summary["steps"])
        self.galet("run", scene, "--out", self.folder / "warn", *limit, "--set", "solver.on_failure=warn", "--quiet")
        summary = json.loads((self.folder / "warn/summary.json").read_text())
        self.assertIn("not certified", summary["verdict"])

    def test_a_step_that_is_taken_in_parts(self):
        scene = self.scene(TWO_POLES)
        whole = self.galet("run", scene, "--out", self.folder / "whole")
        self.assertIn("1 of them taken in parts", whole.stdout)
        summary = json.loads((self.folder / "whole/summary.json").read_text())
        self.assertEqual((summary["verdict"], summary["divided_steps"]), ("certified", 1))
        self.galet("run", scene, "--out", self.folder / "parts", "--steps", "1", "--quiet")
        self.galet("resume", self.folder / "parts", "--quiet")
        summary = json.loads((self.folder / "parts/summary.json").read_text())
        self.assertEqual((summary["steps"], summary["divided_steps"]), (2, 1))
        self.assertEqual((self.folder / "parts/final.csv").read_text(), (self.folder / "whole/final.csv").read_text())

    def test_velocities_that_overflow_end_the_run_and_reach_no_file(self):
        text = SMALL + '[[forces]]\ntype = "constant"\nvalue = [1e308, 0.0]\n'
        self.galet("run", self.scene(text), "--out", self.folder / "out", "--quiet", status=3)
        for name in ("history.csv", "final.csv"):
            written = (self.folder / "out" / name).read_text().lower()
            self.assertNotIn("nan", written.replace("min_distance", ""))
            self.assertNotIn("inf", written)
        refuse = lambda constant: self.fail(f"{constant} in summary.json")
        summary = json.loads((self.folder / "out/summary.json").read_text(), parse_constant=refuse)
        self.assertIn("stopped at step 1", summary["verdict"])

    def test_other_commands(self):
        self.assertIn("fine", self.galet("check", self.scene()).stdout)
        listed = self.galet("list").stdout
        for name in ("impact", "maury", "inelastic", "apgd", "uzawa", "gravity", "half-space", "lattice"):
            self.assertIn(name, listed)
        out = self.folder / "out"
        self.galet("run", self.scene(), "--out", out, "--quiet", "--steps", 4)
        self.assertIn("5 frames", self.galet("info", out).stdout)
        for form, name in (("vtk", "vtk/trajectory.pvd"), ("xyz", "trajectory.xyz"), ("csv", "csv")):
            self.galet("convert", out, "--to", form)
            self.assertTrue((out / name).exists(), name)
        self.galet("render", out)
        self.assertEqual((out / "pictures/sheet.png").read_bytes()[:4], b"\x89PNG")


if __name__ == "__main__":
    unittest.main()
