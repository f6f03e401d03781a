"""Bodies that rotate and rub, as a user runs them: what the files hold, and that they go on where they were left."""
import csv
import json
import pathlib
import subprocess
import unittest

import h5py
import numpy as np

from program import ProgramTest

GRAVITY, STEP, WALL_FRICTION, FRICTION, BETWEEN = -9.81, 0.01, 0.4, 0.5, 0.2
SPINNING = f"""
title = "spinning"
[simulation]
dimension = 2
step = {STEP}
end = 0.6
[contact]
law = "coulomb"
friction = {FRICTION}
[[contact.between]]
groups = ["light", "light"]
friction = {BETWEEN}
[[bodies]]
name = "light"
count = 30
radius = {{ uniform = [0.05, 0.08] }}
density = 1000.0
placement = {{ box = {{ min = [-0.9, 0.1], max = [0.9, 1.5] }} }}
velocity = [1.0, -2.0]
spin = 20.0
[[bodies]]
position = [[0.0, 1.8]]
radius = 0.15
mass = 50.0
inertia = 0.3
velocity = [0.0, -3.0]
[[obstacles]]
shape = "box"
min = [-1.0, 0.0]
max = [1.0, 2.0]
friction = {WALL_FRICTION}
[[forces]]
type = "gravity"
acceleration = [0.0, {GRAVITY}]
[output]
checkpoint_every = 7
"""


def table(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


class Friction(ProgramTest):
    def run_scene(self, name, *arguments, text=SPINNING):
        out = self.folder / name
        self.galet("run", self.scene(text), "--out", out, "--quiet", *arguments)
        return out

    def test_resume_gives_the_same_bytes(self):
        whole, part = self.run_scene("whole", "--threads", 1), self.run_scene("part", "--threads", 2, "--steps", 31)
        self.galet("resume", part, "--quiet", "--threads", 3)
        self.assertEqual((part / "final.csv").read_bytes(), (whole / "final.csv").read_bytes())
        strip = lambda rows: [{k: v for k, v in row.items() if k != "seconds"} for row in rows]
        self.assertEqual(strip(table(part / "history.csv")), strip(table(whole / "history.csv")))
        with h5py.File(part / "trajectory.h5") as a, h5py.File(whole / "trajectory.h5") as b:
            for name in ("particles/all/spin/value", "particles/all/orientation/value", "galet/contacts/tangential"):
                self.assertTrue(np.array_equal(a[name][:], b[name][:]), name)

    def test_contacts_of_the_trajectory_are_what_changed_the_velocities(self):
        out = self.run_scene("out")
        with h5py.File(out / "trajectory.h5") as file:
            particles, contacts = file["particles/all"], file["galet/contacts"]
            velocity, mass = particles["velocity/value"][:], particles["mass/value"][0]
            offset, pairs = contacts["offset"][:], contacts["pairs"][:]
            normal, impulse, along = contacts["normal"][:], contacts["impulse"][:], contacts["tangential"][:]
            orientation, spin = particles["orientation/value"][:], particles["spin/value"][:]
        light = pairs < len(mass) - 1
        friction = np.where(pairs[:, 1] < 0, WALL_FRICTION, np.where(light.all(axis=1), BETWEEN, FRICTION))
        self.assertLessEqual(np.max(np.linalg.norm(along, axis=1) - friction * impulse), 1e-9 * impulse.max())
        self.assertGreater(np.linalg.norm(along, axis=1).max(), 0.01 * impulse.max())
        self.assertLessEqual(np.abs(np.sum(along * normal, axis=1)).max(), 1e-12 * impulse.max())
        got = impulse[:, None] * normal + along
        for k in range(len(velocity) - 1):
            change = np.outer(mass, [0, GRAVITY * STEP])
            for c in range(offset[k + 1], offset[k + 2]):
                first, second = pairs[c]
                change[first] -= got[c]
                if second >= 0:
                    change[second] += got[c]
            rest = mass[:, None] * (velocity[k + 1] - velocity[k]) - change
            self.assertLessEqual(np.abs(rest).max(), 1e-11 * np.abs(mass[:, None] * velocity).max())
        # An angle is turned by the spin of the step.
        self.assertLessEqual(np.abs(orientation[1:] - orientation[:-1] - STEP * spin[1:]).max(), 1e-12)

    def test_layout_history_and_summary(self):
        out = self.run_scene("out", "--steps", 20)
        layout = pathlib.Path(__file__).parent.parent / "io/h5md_layout.py"
        checked = subprocess.run(["/usr/bin/python3", layout, out], capture_output=True, text=True)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
        rows, summary = self.rows(out), json.loads((out / "summary.json").read_text())
        self.assertEqual(summary["friction"]["worst_residual"], max(row["residual"] for row in rows))
        self.assertEqual(summary["friction"]["worst_slip_gap"], max(row["slip_gap"] for row in rows))
        self.assertEqual(summary["angular_momentum"]["end"], [rows[-1]["angular_momentum"]])
        self.assertLessEqual(max(row["residual"] for row in rows), 1e-3)
        state = {name: np.array([float(row[name]) for row in table(out / "final.csv")])
                 for name in ("x", "y", "vx", "vy", "mass", "w", "inertia")}
        angular = np.sum(state["mass"] * (state["x"] * state["vy"] - state["y"] * state["vx"]))
        angular += np.sum(state["inertia"] * state["w"])
        self.assertAlmostEqual(rows[-1]["angular_momentum"], angular, delta=1e-10 * abs(angular))
        said = self.galet("info", out).stdout
        self.assertIn("angular momentum", said)
        self.assertIn("residual", said)
        plain = self.run_scene("plain", "--steps", 2, "--set", "simulation.end=0.1", text=SPINNING
                               .replace('law = "coulomb"', 'law = "inelastic"').replace(f"friction = {FRICTION}", "")
                               .replace(f'[[contact.between]]\ngroups = ["light", "light"]\nfriction = {BETWEEN}', "")
                               .replace("spin = 20.0", "").replace("inertia = 0.3", "")
                               .replace(f"friction = {WALL_FRICTION}", ""))
        self.assertNotIn("residual", (plain / "history.csv").read_text())
        self.assertEqual(list(table(plain / "final.csv")[0]), ["id", "x", "y", "radius", "vx", "vy", "mass"])

    def test_final_state_goes_on_with_the_same_spins(self):
        out = self.run_scene("out", "--steps", 30)
        bodies = SPINNING.index("[[bodies]]"), SPINNING.index("[[obstacles]]")
        text = SPINNING[:bodies[0]] + f'[[bodies]]\nname = "light"\nfile = "{out}/final.csv"\n' + SPINNING[bodies[1]:]
        more = self.run_scene("more", "--steps", 1, text=text)
        last = table(out / "final.csv")
        with h5py.File(more / "trajectory.h5") as file:
            for column, name in (("w", "spin"), ("inertia", "inertia")):
                expected = [float(row[column]) for row in last]
                self.assertEqual(file[f"particles/all/{name}/value"][0].tolist(), expected)

    def test_the_scene_as_run_runs_again_to_the_same_bytes(self):
        out = self.run_scene("out", "--steps", 20)
        self.galet("run", out / "scene.toml", "--out", self.folder / "again", "--quiet", "--steps", 20)
        self.assertEqual((self.folder / "again/final.csv").read_bytes(), (out / "final.csv").read_bytes())


if __name__ == "__main__":
    unittest.main()
