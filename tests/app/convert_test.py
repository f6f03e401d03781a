"""`galet convert` read by others: strict readers of extended XYZ and VTK XML against h5py, and VTK and ParaView where
they are installed."""
import math
import re
import shutil
import subprocess
import unittest
import xml.etree.ElementTree as xml

import h5py
import numpy

from program import SMALL, ProgramTest

try:
    import vtk
    from vtk.util.numpy_support import vtk_to_numpy
except ImportError:
    vtk = None

LINE = """
[simulation]
dimension = 1
step = 0.01
end = 0.3
[[bodies]]
position = [[0.0], [0.5], [1.0]]
velocity = [[2.0], [0.0], [-1.0]]
radius = 0.1
mass = [1.0, 2.0, 3.0]
"""
ROUGH = SMALL.replace("[[bodies]]", '[contact]\nlaw = "coulomb"\nfriction = 0.3\n[[bodies]]\nspin = 3.0')
ROUGH_3D = """
[simulation]
dimension = 3
step = 0.01
end = 0.2
[contact]
law = "coulomb"
friction = 0.3
[[bodies]]
position = [[0.0, 0.0, 0.11], [0.05, 0.1, 0.35]]
velocity = [[1.0, 0.5, 0.0], [0.0, 0.0, -2.0]]
spin = [[0.0, 1.0, 2.0], [3.0, 0.0, 0.0]]
radius = 0.1
mass = 1.0
[[obstacles]]
shape = "half-space"
point = [0.0, 0.0, 0.0]
normal = [0.0, 0.0, 1.0]
[[forces]]
type = "gravity"
acceleration = [0.0, 0.0, -9.81]
"""
CASES = {"line": (LINE, []), "plane": (SMALL, ["--steps", "30"]), "rough": (ROUGH, ["--steps", "12"]),
         "rough-3d": (ROUGH_3D, []), "crowd": (None, ["--steps", "120"])}


def padded(vectors):
    return numpy.hstack([vectors, numpy.zeros((len(vectors), 3 - vectors.shape[1]))])


def in_space(spin, dimension):
    return spin if dimension == 3 else numpy.column_stack([0 * spin, 0 * spin, spin])


def frames_of(path):
    """The frames of trajectory.h5 as h5py reads them, in three dimensions."""
    with h5py.File(path) as file:
        bodies, contacts = file["particles/all"], file["galet/contacts"]
        offset = contacts["offset"][:]
        for k, time in enumerate(contacts["time"][:]):
            there = bodies["id/value"][k] >= 0
            frame = {name: bodies[name + "/value"][k][there] for name in bodies if name != "box"}
            dimension = frame["position"].shape[1]
            frame["position"], frame["velocity"] = padded(frame["position"]), padded(frame["velocity"])
            if "spin" in frame:
                frame["spin"] = in_space(frame["spin"], dimension)
                angle = frame["orientation"]
                if dimension == 2:
                    zero = 0 * angle
                    angle = numpy.column_stack([numpy.cos(angle / 2), zero, zero, numpy.sin(angle / 2)])
                frame["orientation"] = angle[:, [1, 2, 3, 0]]
            rows = slice(offset[k], offset[k + 1])
            touching = {name: contacts[name][rows] for name in contacts if name not in ("offset", "step", "time")}
            touching["normal"] = padded(touching["normal"])
            if "tangential" in touching:
                touching["tangential"] = padded(touching["tangential"])
            yield time, int(contacts["step"][k]), frame, touching


def read_extended_xyz(path):
    """Frames of an extended XYZ file, by its specification: anything else is an error."""
    lines = path.read_text().split("\n")
    assert lines.pop() == "", "the last line must end"
    pair = re.compile(r'([A-Za-z_][A-Za-z0-9_]*)=("[^"]*"|[^\s"]+)(?: |$)')
    kinds = {"S": str, "R": float, "I": int}
    at = 0
    while at < len(lines):
        assert re.fullmatch(r"[0-9]+", lines[at]), lines[at]
        count, comment = int(lines[at]), lines[at + 1]
        assert pair.sub("", comment) == "", comment
        keys = {key: value.strip('"') for key, value in pair.findall(comment)}
        assert re.fullmatch(r"[TF]( [TF]){2}", keys["pbc"])
        fields = keys["Properties"].split(":")
        columns = [(fields[k], kinds[fields[k + 1]], int(fields[k + 2])) for k in range(0, len(fields), 3)]
        assert columns[0][:2] == ("species", str) and ("pos", float, 3) in columns
        table = {name: [] for name, _, _ in columns}
        for line in lines[at + 2:at + 2 + count]:
            words = line.split(" ")
            assert len(words) == sum(width for _, _, width in columns), line
            for name, kind, width in columns:
                values = [kind(word) for word in words[:width]]
                table[name].append(values[0] if width == 1 else values)
                words = words[width:]
        yield keys, {name: numpy.array(values) for name, values in table.items()}
        at += 2 + count


def read_poly_data(path):
    """Points, arrays and cells of a .vtp file."""
    piece = xml.parse(path).getroot().find("PolyData/Piece")

    def arrays(section):
        found = {}
        for array in piece.findall(section + "/DataArray"):
            assert array.get("format") == "ascii"
            kind = {"Float64": float, "Int64": int}[array.get("type")]
            values = numpy.array([kind(word) for word in array.text.split()])
            found[array.get("Name")] = values.reshape(-1, 3) if array.get("NumberOfComponents") else values
        return found

    (points,) = arrays("Points").values()
    counts = {name: int(piece.get("NumberOf" + name)) for name in ("Points", "Verts", "Lines", "Strips", "Polys")}
    assert counts["Points"] == len(points)
    return points.reshape(-1, 3), arrays("PointData"), arrays("CellData"), arrays("Verts"), arrays("Lines"), counts


def series_of(path):
    return [(float(node.get("timestep")), node.get("file")) for node in xml.parse(path).getroot().iter("DataSet")]


class Convert(ProgramTest):
    def result(self, case):
        text, options = CASES[case]
        out = self.folder / case
        self.galet("run", self.scene(text, case + ".toml") if text else "crowd", "--out", out, "--quiet", *options)
        return out

    def same(self, one, other):
        numpy.testing.assert_array_equal(numpy.asarray(one).reshape(numpy.shape(other)), other)

    def test_extended_xyz(self):
        for case in CASES:
            out = self.result(case)
            self.galet("convert", out, "--to", "xyz")
            expected = list(frames_of(out / "trajectory.h5"))
            found = list(read_extended_xyz(out / "trajectory.xyz"))
            self.assertEqual(len(found), len(expected), case)
            for (time, step, frame, _), (keys, table) in zip(expected, found):
                self.assertEqual((float(keys["Time"]), int(keys["Step"])), (time, step))
                names = {"pos": "position", "velo": "velocity", "omega": "spin"}
                for column in table.keys() - {"species", "orientation"}:
                    self.same(table[column], frame[names.get(column, column)])
                wanted = {"species", "pos", "id", "radius", "velo", "mass"}
                if "spin" in frame:
                    wanted |= {"omega", "orientation"}
                    numpy.testing.assert_allclose(table["orientation"], frame["orientation"], rtol=0, atol=1e-15)
                if case == "crowd":
                    wanted |= {"pressure"}
                self.assertEqual(table.keys(), wanted)
        people = [len(table["id"]) for _, table in found]
        self.assertLess(people[-1], people[0], "nobody left")

    def test_vtk_bodies_and_contacts(self):
        touched = 0
        for case in CASES:
            out = self.result(case)
            self.galet("convert", out, "--to", "vtk")
            expected = list(frames_of(out / "trajectory.h5"))
            times = [time for time, _, _, _ in expected]
            bodies, lines = series_of(out / "vtk/trajectory.pvd"), series_of(out / "vtk/contacts.pvd")
            self.assertEqual([time for time, _ in bodies], times)
            self.assertEqual([time for time, _ in lines], times)
            for (_, _, frame, contacts), (_, body_file), (_, line_file) in zip(expected, bodies, lines):
                points, data, _, vertices, _, counts = read_poly_data(out / "vtk" / body_file)
                self.same(points, frame["position"])
                self.assertEqual(counts["Verts"], len(points))
                self.same(vertices["connectivity"], numpy.arange(len(points)))
                for name in data:
                    self.same(data[name], frame[name])
                self.assertLessEqual({"radius", "velocity", "mass", "id"} | (frame.keys() & {"spin", "pressure"}), data.keys())
                self.check_contacts(out / "vtk" / line_file, frame, contacts)
                touched += len(contacts["gap"])
        self.assertGreater(touched, 100)

    def check_contacts(self, path, frame, contacts):
        points, _, data, _, lines, counts = read_poly_data(path)
        number = len(contacts["gap"])
        self.assertEqual((counts["Lines"], len(points)), (number, 2 * number))
        self.same(lines["connectivity"], numpy.arange(2 * number))
        self.same(lines["offsets"], 2 * numpy.arange(number) + 2)
        self.same(data["first"], contacts["pairs"][:, 0])
        self.same(data["second"], contacts["pairs"][:, 1])
        names = {"impulse", "gap", "glue", "normal"} | (contacts.keys() & {"tangential"})
        self.assertEqual(data.keys(), names | {"first", "second"})
        for name in names:
            self.same(data[name], contacts[name])
        place = {identity: k for k, identity in enumerate(frame["id"])}
        for c, (first, second) in enumerate(contacts["pairs"]):
            start, end = points[2 * c], points[2 * c + 1]
            self.same(start, frame["position"][place[first]])
            if second >= 0:
                self.same(end, frame["position"][place[second]])
            else:
                reach = frame["radius"][place[first]] + contacts["gap"][c]
                self.assertAlmostEqual(math.dist(start, end), reach, delta=1e-12)

    @unittest.skipUnless(vtk, "VTK is not installed")
    def test_vtk_reads_what_we_mean(self):
        for case in CASES:
            out = self.result(case)
            self.galet("convert", out, "--to", "vtk")
            for k, (_, _, frame, contacts) in enumerate(frames_of(out / "trajectory.h5")):
                for name, values in (("frame", frame), ("contacts", contacts)):
                    reader = vtk.vtkXMLPolyDataReader()
                    reader.SetFileName(str(out / f"vtk/{name}-{k:06}.vtp"))
                    reader.Update()
                    data = reader.GetOutput()
                    if name == "frame":
                        self.same(vtk_to_numpy(data.GetPoints().GetData()), frame["position"])
                        self.assertEqual(data.GetNumberOfVerts(), len(frame["id"]))
                        self.same(vtk_to_numpy(data.GetPointData().GetArray("id")), frame["id"])
                    else:
                        self.assertEqual(data.GetNumberOfLines(), len(values["gap"]))
                        self.same(vtk_to_numpy(data.GetCellData().GetArray("impulse")), values["impulse"])

    @unittest.skipUnless(shutil.which("pvpython"), "ParaView is not installed")
    def test_paraview_opens_the_series(self):
        out = self.result("rough-3d")
        self.galet("convert", out, "--to", "vtk")
        script = self.folder / "open.py"
        script.write_text("import sys\nfrom paraview.simple import *\n"
                          "for name in ('trajectory', 'contacts'):\n"
                          "    reader = PVDReader(FileName=sys.argv[1] + '/' + name + '.pvd')\n"
                          "    for time in reader.TimestepValues:\n"
                          "        reader.UpdatePipeline(time)\n"
                          "        info = reader.GetDataInformation()\n"
                          "        print(name, repr(time), info.GetNumberOfPoints(), info.GetNumberOfCells(),\n"
                          "              *sorted(list(reader.PointData.keys()) + list(reader.CellData.keys())))\n")
        said = subprocess.run(["pvpython", script, out / "vtk"], capture_output=True, text=True, timeout=120)
        rows = [line.split() for line in said.stdout.splitlines() if line.startswith(("trajectory", "contacts"))]
        expected = list(frames_of(out / "trajectory.h5"))
        self.assertEqual(len(rows), 2 * len(expected), said.stderr)
        self.assertTrue(any(len(contacts["gap"]) > 0 for _, _, _, contacts in expected))
        for row, (time, _, frame, contacts) in zip(rows, expected * 2):
            self.assertEqual(float(row[1]), time)
            if row[0] == "trajectory":
                self.assertEqual(row[2:4], [str(len(frame["id"]))] * 2)
                self.assertEqual(row[4:], ["id", "mass", "radius", "spin", "velocity"])
            else:
                self.assertEqual(row[2:4], [str(2 * len(contacts["gap"])), str(len(contacts["gap"]))])
                if len(contacts["gap"]) == 0:
                    continue  # ParaView shows no arrays of nothing
                self.assertEqual(row[4:], ["first", "gap", "glue", "impulse", "normal", "second", "tangential"])

    def test_errors(self):
        out = self.result("line")
        self.assertIn("expected vtk, xyz or csv", self.galet("convert", out, "--to", "stl", status=2).stderr)
        self.galet("convert", self.folder / "nowhere", "--to", "vtk", status=4)
        (self.folder / "file").write_text("")
        self.galet("convert", out, "--to", "vtk", "--out", self.folder / "file/vtk", status=4)


if __name__ == "__main__":
    unittest.main()
