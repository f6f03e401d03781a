"""What `galet view` answers is what the files hold, read with h5py; of runs that have ended and of those that go on."""
import shutil
import signal
import subprocess
import time
import unittest

import h5py
import numpy as np

from program import GALET, SMALL
from viewing import ViewTest

SPINNING = """
title = "spinning"
[simulation]
dimension = 3
step = 0.01
end = 0.3
[contact]
law = "coulomb"
friction = 0.5
[[bodies]]
name = "light"
count = 20
radius = { uniform = [0.05, 0.08] }
density = 1000.0
placement = { box = { min = [-0.5, -0.5, 0.1], max = [0.5, 0.5, 0.6] } }
velocity = [1.0, 0.5, -4.0]
spin = [1.0, 2.0, 3.0]
[[bodies]]
position = [[0.0, 0.0, 0.9]]
radius = 0.15
mass = 50.0
[[obstacles]]
shape = "half-space"
point = [0.0, 0.0, 0.0]
normal = [0.0, 0.0, 1.0]
[[obstacles]]
shape = "sphere"
center = ["0.2*t", "3.0", "0.0"]
radius = 0.5
[[obstacles]]
shape = "block"
min = [2.0, 2.0, 0.0]
max = [2.5, 2.5, 1.0]
[[forces]]
type = "gravity"
acceleration = [0.0, 0.0, -9.81]
"""

ROOM = """
[simulation]
dimension = 2
scheme = "first-order"
step = 0.05
end = 6.0
[[bodies]]
count = 20
radius = 0.2
placement = { box = { min = [1000.0, 0.0], max = [1002.5, 3.0] } }
[desired]
exit = "door"
[[exits]]
name = "door"
segment = [[1004.0, 1.0], [1004.0, 2.2]]
[[obstacles]]
shape = "floor-plan"
lines = [[[1004.0, 2.2], [1004.0, 3.0], [1000.0, 3.0], [1000.0, 0.0], [1004.0, 0.0], [1004.0, 1.0]]]
[output]
every = 4
"""


class View(ViewTest):
    def result(self, text, name):
        out = self.folder / name
        self.galet("run", self.scene(text, f"{name}.toml"), "--out", out, "--quiet")
        return out

    def floats(self, path):
        return self.fetch(path).numbers()

    def contacts(self, frame, dimension):
        """The parts of a contacts answer, in the order of the format."""
        body = self.fetch(f"api/results/0/frames/{frame}/contacts").body
        n, m = np.frombuffer(body, "<u4", 2)
        self.assertEqual(len(body), 4 * (2 + 3 * n + m * dimension))
        first = np.frombuffer(body, "<u4", n, 8)
        second = np.frombuffer(body, "<i4", n, 8 + 4 * n)
        impulse = np.frombuffer(body, "<f4", n, 8 + 8 * n)
        return first, second, impulse, np.frombuffer(body, "<f4", offset=8 + 12 * n).reshape(m, dimension)

    def check_contacts(self, file, frame):
        """Against the file; returns how many there are with bodies, and with obstacles."""
        contacts = file["galet/contacts"]
        rows = slice(*contacts["offset"][frame:frame + 2])
        ids = list(file["particles/all/id/value"][frame])
        pairs, normal = contacts["pairs"][rows], contacts["normal"][rows]
        first, second, impulse, reach = self.contacts(frame, normal.shape[1])
        np.testing.assert_array_equal(first, [ids.index(i) for i in pairs[:, 0]])
        np.testing.assert_array_equal(second, [ids.index(i) if i >= 0 else i for i in pairs[:, 1]])
        np.testing.assert_array_equal(impulse, contacts["impulse"][rows].astype("f4"))
        walls = pairs[:, 1] < 0
        radius = file["particles/all/radius/value"][frame][first]
        expected = (radius + contacts["gap"][rows])[:, None] * normal
        np.testing.assert_array_equal(reach, expected[walls].astype("f4"))
        return int((~walls).sum()), int(walls.sum())

    def check_body(self, file, frame, identity, index=0):
        """Everything of one body against the file; returns its answer."""
        body = self.fetch(f"api/results/{index}/frames/{frame}/bodies/{identity}").json()
        particles, contacts = file["particles/all"], file["galet/contacts"]
        place = list(particles["id/value"][frame]).index(identity)
        for name in ("position", "velocity"):
            self.assertEqual(body[name], list(particles[name]["value"][frame][place]))
        for name in ("radius", "mass"):
            self.assertEqual(body[name], particles[name]["value"][frame][place])
        self.assertEqual(body["id"], identity)
        rows = slice(*contacts["offset"][frame:frame + 2])
        expected = []
        for c in range(rows.start, rows.stop):
            pair = list(contacts["pairs"][c])
            if identity not in pair:
                continue
            first = pair[0] == identity
            other, sign = pair[1 if first else 0], 1.0 if first else -1.0
            expected.append({"with": {"body": other} if other >= 0 else {"obstacle": -1 - other},
                             "gap": contacts["gap"][c], "impulse": contacts["impulse"][c],
                             "normal": list(sign * contacts["normal"][c]), "glue": contacts["glue"][c],
                             "tangential": list(-sign * contacts["tangential"][c]) if "tangential" in contacts else None})
        self.assertEqual(body["contacts"], expected)
        return body

    def test_discs_in_a_box(self):
        out = self.result(SMALL, "small")
        self.view("small")
        answer = self.fetch("api/results").json()
        self.assertEqual(answer["version"], "0.1.0")
        (about,) = answer["results"]
        with h5py.File(out / "trajectory.h5") as file:
            particles = file["particles/all"]
            start = particles["position/value"][0]
            radius = particles["radius/value"][0]
            origin = np.array(about["origin"])
            np.testing.assert_allclose(origin, (start.min(0) + start.max(0)) / 2, rtol=1e-15)
            violation = about["limits"].pop("violation")
            self.assertAlmostEqual(violation / (1e-7 * radius.min()), 1, delta=1e-12)
            del about["origin"]
            self.assertEqual(about, {
                "index": 0, "name": "small", "folder": "small", "title": "small", "dimension": 2, "scheme": "maury",
                "law": "inelastic", "step": 0.02, "end": 1.0, "bodies": 120, "rotates": False, "crowd": False,
                "values": [{"name": "speed", "label": "speed [m/s]"}, {"name": "radius", "label": "radius [m]"},
                           {"name": "pressure", "label": "sum of impulses [N s]"}, {"name": "group", "label": "group"}],
                "groups": [{"name": "", "first": 0, "last": 120}], "limits": {"error_bound": 1e-3}, "exits": [],
                "obstacles_move": False, "impulse_unit": "N s"})
            state = self.fetch("api/results/0/state?from=0").json()
            self.assertEqual((state["frames"], state["generation"], state["finished"]), (51, 0, True))
            self.assertEqual(state["steps"], list(particles["position/step"]))
            self.assertEqual(state["times"], list(particles["position/time"]))
            later = self.fetch("api/results/0/state?from=49").json()
            self.assertEqual(later["times"], state["times"][49:])
            self.assertEqual(self.fetch("api/results/0/state?from=100").json()["steps"], [])
            for frame in (0, 37, 50):
                at = f"api/results/0/frames/{frame}"
                expected = particles["position/value"][frame] - origin
                np.testing.assert_array_equal(self.floats(f"{at}/position"), expected.astype("f4").ravel())
                np.testing.assert_array_equal(self.floats(f"{at}/radius"), radius.astype("f4"))
                np.testing.assert_array_equal(self.fetch(f"{at}/id").numbers("<u4"), np.arange(120))
                speed = np.linalg.norm(particles["velocity/value"][frame], axis=1)
                np.testing.assert_allclose(self.floats(f"{at}/value/speed"), speed, rtol=1e-6)
                pressure = np.zeros(120)
                rows = slice(*file["galet/contacts/offset"][frame:frame + 2])
                for pair, impulse in zip(file["galet/contacts/pairs"][rows], file["galet/contacts/impulse"][rows]):
                    pressure[pair[pair >= 0]] += impulse
                np.testing.assert_allclose(self.floats(f"{at}/value/pressure"), pressure, rtol=1e-6, atol=1e-12)
                body = self.check_body(file, frame, 17)
                self.assertEqual((body["group"], body["spin"], body["orientation"]), (None, None, None))
                self.assertAlmostEqual(body["pressure"], pressure[17], delta=1e-12)
            pairs, walls = self.check_contacts(file, 50)
            self.assertGreater(pairs, 50)
            self.assertGreater(walls, 5)
        self.assertEqual(self.fetch("api/results/0/frames/3/obstacles").json(),
                         [{"index": 0, "shape": "box", "min": [0.0, 0.0], "max": [1.0, 3.0]}])

    def test_bodies_that_rotate(self):
        out = self.result(SPINNING, "spinning")
        self.view(out)
        (about,) = self.fetch("api/results").json()["results"]
        self.assertEqual((about["dimension"], about["law"], about["rotates"], about["obstacles_move"]),
                         (3, "coulomb", True, True))
        self.assertEqual(about["groups"], [{"name": "light", "first": 0, "last": 20}, {"name": "", "first": 20, "last": 21}])
        self.assertIn({"name": "spin", "label": "length of the spin [rad/s]"}, about["values"])
        with h5py.File(out / "trajectory.h5") as file:
            particles, last = file["particles/all"], len(file["particles/all/id/value"]) - 1
            at = f"api/results/0/frames/{last}"
            np.testing.assert_array_equal(self.floats(f"{at}/orientation"),
                                          particles["orientation/value"][last].astype("f4").ravel())
            spin = np.linalg.norm(particles["spin/value"][last], axis=1)
            np.testing.assert_allclose(self.floats(f"{at}/value/spin"), spin, rtol=1e-6)
            np.testing.assert_array_equal(self.floats(f"{at}/value/group"), [0.0] * 20 + [1.0])
            self.assertGreater(self.check_contacts(file, last)[1], 2)
            touching = file["galet/contacts/pairs"][file["galet/contacts/offset"][last]:]
            for identity in {0, 20, int(touching[0][0]), int(touching.max())}:
                body = self.check_body(file, last, identity)
                self.assertEqual(body["spin"], list(particles["spin/value"][last][identity]))
                self.assertEqual(body["orientation"], list(particles["orientation/value"][last][identity]))
                self.assertEqual(body["group"], "light" if identity < 20 else None)
            time_of_frame = particles["id/time"][last]
        plane, sphere, block = self.fetch(f"{at}/obstacles").json()
        self.assertEqual(plane, {"index": 0, "shape": "half-space", "point": [0, 0, 0], "normal": [0, 0, 1]})
        self.assertEqual(sphere, {"index": 1, "shape": "sphere", "center": [0.2 * time_of_frame, 3, 0], "radius": 0.5})
        self.assertEqual(block, {"index": 2, "shape": "block", "min": [2, 2, 0], "max": [2.5, 2.5, 1]})

    def test_people_who_leave(self):
        out = self.result(ROOM, "room")
        self.view(out)
        (about,) = self.fetch("api/results").json()["results"]
        self.assertEqual((about["crowd"], about["impulse_unit"]), (True, "m/s"))
        self.assertEqual(about["exits"], [{"name": "door", "from": [1004.0, 1.0], "to": [1004.0, 2.2]}])
        with h5py.File(out / "trajectory.h5") as file:
            particles = file["particles/all"]
            there = [int((ids >= 0).sum()) for ids in particles["id/value"][:]]
            frame = next(k for k, n in enumerate(there) if 0 < n < 18)
            at, n = f"api/results/0/frames/{frame}", there[frame]
            ids = particles["id/value"][frame][:n]
            np.testing.assert_array_equal(self.fetch(f"{at}/id").numbers("<u4"), ids)
            # A thousand metres away from zero, and still exact to a few micrometres of the last digit.
            expected = particles["position/value"][frame][:n] - about["origin"]
            np.testing.assert_array_equal(self.floats(f"{at}/position"), expected.astype("f4").ravel())
            np.testing.assert_array_equal(self.floats(f"{at}/value/pressure"),
                                          particles["pressure/value"][frame][:n].astype("f4"))
            self.check_contacts(file, frame)
            body = self.check_body(file, frame, int(ids[-1]))
            self.assertEqual(body["pressure"], particles["pressure/value"][frame][n - 1])
            gone = sorted(set(range(20)) - set(ids))[0]
        self.assertIn("not in frame", self.refused(f"{at}/bodies/{gone}", 404))
        (plan,) = self.fetch(f"{at}/obstacles").json()
        self.assertEqual((plan["shape"], len(plan["lines"])), ("floor-plan", 5))
        self.assertIn([1004.0, 2.2, 1004.0, 3.0], plan["lines"])

    def test_history(self):
        out = self.result(SMALL, "small")
        self.view(out)
        whole = (out / "history.csv").read_bytes()
        self.assertEqual(self.fetch("api/results/0/state").json()["history_bytes"], len(whole))
        reply = self.fetch("api/results/0/history?from=0")
        self.assertEqual((reply.body, reply.headers["x-next"]), (whole, str(len(whole))))
        reply = self.fetch(f"api/results/0/history?from={len(whole)}")
        self.assertEqual((reply.body, reply.headers["x-next"]), (b"", str(len(whole))))
        self.assertIn("beyond the end", self.refused(f"api/results/0/history?from={len(whole) + 1}", 416))
        # A line that is being written is not sent.
        with open(out / "history.csv", "ab") as file:
            file.write(b"51,1.02")
        self.assertEqual(self.fetch(f"api/results/0/history?from={len(whole)}").body, b"")
        # Long ones come in pieces of whole lines.
        with open(out / "history.csv", "ab") as file:
            file.write(b",0\n" + b"1,2,3,4,5,6,7\n" * 200000)
        whole, got, at = (out / "history.csv").read_bytes(), b"", 0
        while piece := (reply := self.fetch(f"api/results/0/history?from={at}")).body:
            self.assertLessEqual(len(piece), 1 << 20)
            self.assertTrue(piece.endswith(b"\n"))
            got, at = got + piece, int(reply.headers["x-next"])
        self.assertEqual(got, whole)

    def test_a_run_that_goes_on(self):
        text = SMALL.replace("end = 1.0", "end = 10000.0")
        run = subprocess.Popen([GALET, "run", self.scene(text), "--out", self.folder / "going", "--quiet"])
        self.addCleanup(run.wait)
        self.addCleanup(run.kill)
        while not (self.folder / "going" / "checkpoint.h5").exists():
            self.assertIsNone(run.poll())
            time.sleep(0.05)
        self.view("going")
        counts, told = [], []
        end = time.monotonic() + 60
        while len(set(counts)) < 4 and time.monotonic() < end:
            state = self.fetch(f"api/results/0/state?from={len(told)}").json()
            told += state["steps"]
            counts.append(state["frames"])
            self.assertEqual((state["generation"], state["finished"]), (0, False))
            if counts[-1] > 0:  # the newest frame can be read at once
                self.assertEqual(len(self.floats(f"api/results/0/frames/{counts[-1] - 1}/position")), 240)
            time.sleep(0.25)
        self.assertEqual(counts, sorted(counts))
        self.assertGreaterEqual(len(set(counts)), 4)
        self.assertEqual(told, list(range(counts[-1])))
        run.send_signal(signal.SIGINT)
        self.assertEqual(run.wait(timeout=60), 130)
        time.sleep(0.3)
        state = self.fetch(f"api/results/0/state?from={len(told)}").json()
        self.assertTrue(state["finished"])
        with h5py.File(self.folder / "going" / "trajectory.h5") as file:
            self.assertEqual(told + state["steps"], list(file["particles/all/id/step"]))
        start = self.floats("api/results/0/frames/0/position")
        # Another run takes its place.
        other = SMALL.replace("count = 120", "count = 50").replace('title = "small"', 'title = "other"')
        self.galet("run", self.scene(other), "--out", "going", "--force", "--quiet")
        time.sleep(0.3)
        state = self.fetch("api/results/0/state?from=0").json()
        self.assertEqual((state["generation"], state["frames"], state["finished"]), (1, 51, True))
        (about,) = self.fetch("api/results").json()["results"]
        self.assertEqual((about["title"], about["bodies"]), ("other", 50))
        self.assertEqual(len(self.floats("api/results/0/frames/50/position")), 100)
        self.assertEqual((len(start), len(self.floats("api/results/0/frames/0/position"))), (240, 100))

    def test_a_damaged_frame(self):
        out = self.result(SMALL, "small")
        with h5py.File(out / "trajectory.h5") as file:
            chunks = file["particles/all/position/value"].id
            chunk = chunks.get_chunk_info(5)
            self.assertEqual(chunk.chunk_offset[0], 5)
        with open(out / "trajectory.h5", "r+b") as file:
            file.seek(chunk.byte_offset)
            file.write(b"\xff" * chunk.size)
        self.view(out)
        self.assertIn("trajectory.h5", self.refused("api/results/0/frames/5/position", 500))
        self.assertEqual(len(self.floats("api/results/0/frames/5/radius")), 120)
        self.assertEqual(len(self.floats("api/results/0/frames/6/position")), 240)

    def test_several_results(self):
        first = self.result(SMALL, "small")
        shutil.copytree(first, self.folder / "more" / "small")
        shutil.copytree(first, self.folder / "third")
        self.view("small", "more/small", "third/")
        results = self.fetch("api/results").json()["results"]
        self.assertEqual([result["name"] for result in results], ["small", "small-2", "third"])
        self.assertEqual([result["index"] for result in results], [0, 1, 2])
        self.assertEqual(self.fetch("api/results/2/state").json()["frames"], 51)
        self.refused("api/results/3/state", 404)


if __name__ == "__main__":
    unittest.main()
