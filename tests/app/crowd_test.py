"""Crowds from outside: people leave through a door and are counted; resume, threads, and input that cannot be right."""
import csv
import json
import pathlib
import subprocess
import unittest

import h5py
import numpy

from program import ProgramTest

ROOM = """
[simulation]
dimension = 2
scheme = "first-order"
step = 0.05
end = 60.0
[[bodies]]
count = 40
radius = { uniform = [0.18, 0.25] }
placement = { box = { min = [0.0, 0.0], max = [5.0, 4.0] } }
[desired]
exit = "door"
speed = { uniform = [1.0, 1.5] }
[[exits]]
name = "door"
segment = [[6.0, 1.5], [6.0, 2.5]]
[[obstacles]]
shape = "floor-plan"
file = "plan.geojson"
[output]
every = 5
checkpoint_every = 20
"""


def plan(*lines):
    return json.dumps({"type": "FeatureCollection", "features": [
        {"type": "Feature", "properties": {}, "geometry": {"type": "LineString", "coordinates": line}} for line in lines]})


WALLS = [[6.0, 2.5], [6.0, 4.0], [0.0, 4.0], [0.0, 0.0], [6.0, 0.0], [6.0, 1.5]]


class Crowd(ProgramTest):
    def setUp(self):
        super().setUp()
        (self.folder / "plan.geojson").write_text(plan(WALLS))

    def flow(self, out):
        with open(out / "flow.csv", newline="") as file:
            return list(csv.DictReader(file))

    def test_everybody_leaves_and_is_counted(self):
        out = self.folder / "out"
        said = self.galet("run", self.scene(ROOM), "--out", out).stdout
        self.assertIn("evacuation time", said)
        summary = json.loads((out / "summary.json").read_text())
        self.assertEqual(summary["verdict"], "certified")
        crowd = summary["crowd"]
        self.assertEqual((crowd["people"], crowd["left"], crowd["evacuated"]), (40, 40, True))
        rows, flow = self.rows(out), self.flow(out)
        self.assertEqual(len(rows), len(flow))
        for row in rows:
            self.assertGreaterEqual(row["min_distance"], 0)
            self.assertLessEqual(row["error_bound"], 1e-3)
        counts = [int(row["count"]) for row in flow]
        self.assertEqual(counts, sorted(counts))
        self.assertEqual(counts[-1], 40)
        self.assertEqual(crowd["evacuation_time"], float(flow[-1]["time"]))
        # What passes in a second adds up to the count.
        whole = [float(row["rate"]) for row in flow if int(row["step"]) % 20 == 0]
        self.assertAlmostEqual(sum(whole), counts[20 * len(whole) - 1], delta=1e-9)
        # Nobody walks faster than wanted: 1.5 m/s from at least 1 m away.
        self.assertGreater(crowd["exits"][0]["first_time"], 1 / 1.5 - 0.05)
        self.assertGreater(crowd["most_pressed"]["pressure"], 0)
        balance = [row["kinetic_energy"] + row["dissipated"] - row["work_external"] for row in rows]
        self.assertLessEqual(max(map(abs, balance)), 1e-9 * rows[-1]["work_external"])
        self.assertEqual(len((out / "final.csv").read_text().splitlines()), 1)  # the header: nobody is left

    def test_frames_hold_those_who_are_there(self):
        out = self.folder / "out"
        self.galet("run", self.scene(ROOM), "--out", out, "--quiet")
        left = {int(row["step"]): int(row["count"]) for row in self.flow(out)}
        with h5py.File(out / "trajectory.h5") as file:
            particles = file["particles/all"]
            ids = particles["id/value"]
            self.assertEqual(ids.fillvalue, -1)
            for k, step in enumerate(ids.parent["step"][:]):
                here = ids[k][ids[k] >= 0]
                self.assertEqual(len(here), 40 - left.get(int(step), 0))
                self.assertEqual(list(here), sorted(set(here)))
                position = particles["position/value"][k][:len(here)]
                self.assertTrue((position[:, 0] <= 6.0).all())
                first, last = file["galet/contacts/offset"][k:k + 2]
                pairs, impulse = file["galet/contacts/pairs"][first:last], file["galet/contacts/impulse"][first:last]
                pressure = numpy.zeros(40)
                for (a, b), p in zip(pairs, impulse):
                    self.assertIn(a, here)
                    pressure[a] += p
                    if b >= 0:
                        pressure[b] += p
                got = particles["pressure/value"][k][:len(here)]
                if left.get(int(step), 0) == left.get(int(step) - 1, 0):
                    self.assertTrue(numpy.allclose(got, pressure[here], rtol=1e-12, atol=1e-15))
        with open(out / "fields.csv", newline="") as file:
            fields = list(csv.DictReader(file))
        for step in {row["step"] for row in fields}:
            density = sum(float(row["density"]) for row in fields if row["step"] == step)
            cell = 5 * json.loads((out / "summary.json").read_text())["length_scale"]
            self.assertAlmostEqual(density * cell ** 2, 40 - left.get(int(step), 0), delta=1e-9)
        layout = pathlib.Path(__file__).parent.parent / "io/h5md_layout.py"
        checked = subprocess.run(["/usr/bin/python3", layout, out], capture_output=True, text=True)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
        self.galet("convert", out, "--to", "csv")
        self.galet("render", out, "--colour", "pressure", "--contacts", "--frames", "2,10")
        for field in ("density", "pressure"):
            self.galet("render", out, "--field", field, "--frames", "2,10")
            self.assertTrue((out / "pictures" / (field + ".png")).is_file())

    def test_resume_and_threads_change_nothing(self):
        scene = self.scene(ROOM)
        self.galet("run", scene, "--out", self.folder / "whole", "--quiet", "--threads", 1, "--steps", 120)
        self.galet("run", scene, "--out", self.folder / "parts", "--quiet", "--threads", 2, "--steps", 70)
        (self.folder / "plan.geojson").unlink()  # what is known of the scene does not depend on it any more
        self.galet("resume", self.folder / "parts", "--quiet", "--threads", 3, "--steps", 50)
        for name in ("final.csv", "flow.csv", "fields.csv"):
            self.assertEqual((self.folder / "parts" / name).read_bytes(), (self.folder / "whole" / name).read_bytes(), name)
        self.assertGreater(int(self.flow(self.folder / "whole")[-1]["count"]), 0)
        with h5py.File(self.folder / "whole/trajectory.h5") as a, h5py.File(self.folder / "parts/trajectory.h5") as b:
            for name in ("position", "pressure", "id"):
                key = f"particles/all/{name}/value"
                self.assertTrue((a[key][:] == b[key][:]).all(), name)

    def test_groups_with_their_own_goals(self):
        text = """
[simulation]
dimension = 2
scheme = "first-order"
step = 0.1
end = 1.0
[desired]
velocity = ["0.5 + 0*x", "t"]
[[bodies]]
position = [[0.0, 0.0]]
radius = 0.2
[[bodies]]
position = [[5.0, 0.0]]
radius = 0.2
desired = { toward = [5.0, 4.0], speed = 2.0 }
[[bodies]]
position = [[10.0, 0.0], [11.0, 0.0]]
radius = 0.2
desired = { velocity = [[0.0, -1.0], [0.0, 1.0]] }
"""
        self.galet("run", self.scene(text), "--out", self.folder / "out", "--quiet")
        with open(self.folder / "out/final.csv", newline="") as file:
            people = list(csv.DictReader(file))
        expected = [(0.5, 0.5), (5, 2), (10, -1), (11, 1)]  # t^2 / 2 at 1 s: the mean over each step is exact
        for person, (x, y) in zip(people, expected):
            self.assertAlmostEqual(float(person["x"]), x, delta=1e-12)
            self.assertAlmostEqual(float(person["y"]), y, delta=1e-12)
            self.assertEqual(float(person["mass"]), 1)


class BadCrowds(ProgramTest):
    def setUp(self):
        super().setUp()
        (self.folder / "plan.geojson").write_text(plan(WALLS))

    def refused(self, text, *fragments):
        out = self.folder / "out"
        done = self.galet("run", self.scene(text), "--out", out, status=2)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        for fragment in ("scene.toml:", *fragments):
            self.assertIn(fragment, done.stderr)
        self.assertFalse(out.exists(), "something was written")

    def test_a_room_without_a_way_out(self):
        (self.folder / "plan.geojson").write_text(plan(WALLS, [[2.0, 0.0], [2.0, 4.0]]))
        self.refused(ROOM.replace("count = 40", "count = 20"), "desired.exit", "cannot reach", "person")

    def test_a_door_that_is_too_narrow(self):
        (self.folder / "plan.geojson").write_text(plan(WALLS, [[5.0, 0.0], [5.0, 1.9]], [[5.0, 2.1], [5.0, 4.0]]))
        self.refused(ROOM.replace("max = [5.0", "max = [4.5"), "desired.exit", "cannot reach")

    def test_an_exit_inside_a_wall(self):
        block = '[[obstacles]]\nshape = "block"\nmin = [5.9, 1.0]\nmax = [6.2, 3.0]\n'
        self.refused(ROOM + block, "exit", "inside a wall")
        loose = ROOM.replace('exit = "door"', "toward = [3.0, 2.0]")
        self.refused(loose + block, "exits.0.segment", "inside a wall")

    def test_a_person_inside_an_obstacle(self):
        listed = ROOM.replace(ROOM[ROOM.index("count"):ROOM.index("[desired]")],
                              "position = [[3.0, 2.0]]\nradius = 0.2\n")
        self.refused(listed + '[[obstacles]]\nshape = "block"\nmin = [2.0, 1.0]\nmax = [4.0, 3.0]\n', "overlaps", "block")
        self.refused(listed.replace("[3.0, 2.0]", "[3.0, 0.1]"), "overlaps", "floor-plan")

    def test_broken_plans(self):
        for text, fragment in (
                ("{", "not JSON"),
                ("[1, 2]", "expected an object"),
                ('{"type": "Point", "coordinates": [0, 0]}', '"Point"'),
                ('{"type": "FeatureCollection"}', "features"),
                ('{"type": "LineString", "coordinates": [[0, 0], ["a", 1]]}', "point 1"),
                ('{"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 1]]]}', "ends where it starts"),
                ('{"type": "FeatureCollection", "features": []}', "found none")):
            (self.folder / "plan.geojson").write_text(text)
            self.refused(ROOM, "obstacles.0.file", "plan.geojson", fragment)
        (self.folder / "plan.geojson").unlink()
        self.refused(ROOM, "obstacles.0.file", "plan.geojson", "no such file")

    def test_keys_that_do_not_fit(self):
        self.refused(ROOM.replace('scheme = "first-order"\n', ""), "exits", "first-order")
        self.refused(ROOM + '[[forces]]\ntype = "gravity"\nacceleration = [0.0, -1.0]\n', "forces", "first-order")
        self.refused(ROOM.replace('exit = "door"', 'exit = "dor"'), "desired.exit", "dor", "door")
        self.refused(ROOM.replace('exit = "door"', 'velocity = [1.0, 0.0]'), "desired.speed", "toward")
        self.refused(ROOM.replace("[desired]\n", "[desired]\ntoward = [1.0, 1.0]\n"), "desired", "several")
        self.refused(ROOM.replace('{ uniform = [1.0, 1.5] }', "-1.0"), "desired.speed", "-1")
        self.refused(ROOM.replace('{ uniform = [1.0, 1.5] }', "[1.0, 2.0]"), "desired.speed", "40", "2")
        self.refused(ROOM + '[contact]\nlaw = "restitution"\n', "contact.law", "first-order")
        self.refused(ROOM + "[way]\nclearance = 0.5\n", "way.clearance", "0.5")


if __name__ == "__main__":
    unittest.main()
