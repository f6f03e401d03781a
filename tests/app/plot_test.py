"""`galet plot` from outside: what is drawn is what the history holds, in files that other programs read."""
import csv
import math
import re
import unittest
import xml.etree.ElementTree as xml

from program import SMALL, ProgramTest

ROUGH = SMALL.replace("[[bodies]]", '[contact]\nlaw = "coulomb"\nfriction = 0.3\n[[bodies]]')


def drawn(script):
    """The data of a kept gnuplot script: for each series its rows."""
    blocks = re.findall(r"^\$panel\d+_\d+ << end_of_data\n(.*?)^end_of_data$", script.read_text(), re.M | re.S)
    rows = [[tuple(map(float, line.split())) for line in block.splitlines()] for block in blocks]
    return [[row for row in block if not math.isnan(row[0])] for block in rows]


def texts(svg):
    """The texts of a picture. A label may be cut into pieces."""
    root = xml.parse(svg).getroot()
    return ["".join(node.itertext()).strip() for node in root.iter("{http://www.w3.org/2000/svg}text")]


class Plot(ProgramTest):
    def run_small(self, *options, text=SMALL, name="out"):
        out = self.folder / name
        self.galet("run", self.scene(text, name + ".toml"), "--out", out, "--quiet", *options)
        return out

    def column(self, out, name):
        return [(row["time"], row[name]) for row in self.rows(out)]

    def test_series_are_the_columns_of_the_history(self):
        out = self.run_small()
        self.galet("plot", out)
        plots = out / "plots"
        energy = drawn(plots / "energy.gp")
        names = ["kinetic_energy", "potential_energy", "work_external", "dissipated", "scheme_energy"]
        self.assertEqual(energy[:5], [self.column(out, name) for name in names])
        scale = max(abs(value) for name in names for _, value in self.column(out, name))
        for _, imbalance in energy[5]:
            self.assertLess(abs(imbalance), 1e-12 * scale)
        self.assertEqual(drawn(plots / "certificate.gp"),
                         [self.column(out, name) for name in ("error_bound", "gap", "violation")])
        self.assertEqual(drawn(plots / "distance.gp"), [self.column(out, "min_distance")])
        self.assertEqual(drawn(plots / "contacts.gp"), [self.column(out, "contacts"), self.column(out, "active")])
        self.assertEqual(drawn(plots / "momentum.gp"), [self.column(out, "momentum_x"), self.column(out, "momentum_y")])
        self.assertEqual(len(drawn(plots / "overview.gp")), 13)
        for picture in plots.glob("*.png"):
            self.assertEqual(picture.read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
        self.assertEqual({path.stem for path in plots.glob("*.png")},
                         {"energy", "certificate", "distance", "contacts", "iterations", "seconds", "momentum", "overview"})

    def test_every_format_with_units_and_limits(self):
        out = self.run_small()
        said = self.galet("plot", out, "--what", "energy,certificate", "--format", "svg", "--format", "pdf,png",
                          "--out", self.folder / "figures").stdout
        self.assertEqual(len(said.splitlines()), 6)
        for name in ("energy", "certificate"):
            self.assertEqual((self.folder / f"figures/{name}.pdf").read_bytes()[:5], b"%PDF-")
        shown = texts(self.folder / "figures/energy.svg")
        for text in ("time [s]", "energy [J]", "imbalance of energy [J]", "kinetic", "dissipated", "small: energy"):
            self.assertIn(text, shown)
        shown = texts(self.folder / "figures/certificate.svg")
        for text in ("error bound [1]", "duality gap [J]", "violation [m]", "tolerance 0.001"):
            self.assertIn(text, shown)
        with open(out / "final.csv", newline="") as file:
            radius = min(float(row["radius"]) for row in csv.DictReader(file))
        self.assertIn(f"limit {1e-7 * radius:.3g}", shown)

    def test_friction_has_its_own(self):
        out = self.run_small("--steps", "10", text=ROUGH)
        self.galet("plot", out, "--what", "friction,angular-momentum", "--format", "svg")
        names = ("residual", "residual_unmoved", "cone_primal", "cone_dual", "slip_gap")
        self.assertEqual(drawn(out / "plots/friction.gp"), [self.column(out, name) for name in names])
        self.assertEqual(drawn(out / "plots/angular-momentum.gp"), [self.column(out, "angular_momentum")])
        self.assertIn("angular momentum [kg m²/s]", texts(out / "plots/angular-momentum.svg"))

    def test_evacuation(self):
        out = self.folder / "crowd"
        self.galet("run", "crowd", "--out", out, "--steps", "80", "--quiet")
        self.galet("plot", out)
        with open(out / "flow.csv", newline="") as file:
            flow = [(float(row["time"]), float(row["count"]), float(row["rate"])) for row in csv.DictReader(file)]
        left, rate = drawn(out / "plots/evacuation.gp")
        self.assertEqual(left, [(time, count) for time, count, _ in flow])
        self.assertEqual(rate, [(time, per_second) for time, _, per_second in flow])
        self.assertFalse((out / "plots/energy.png").exists())

    def test_a_sweeping_process(self):
        out = self.folder / "disc"
        self.galet("run", "moving-disc", "--out", out, "--quiet")
        self.galet("plot", out)
        self.assertEqual(drawn(out / "plots/point.gp"), [self.column(out, "u_x"), self.column(out, "u_y")])
        self.assertEqual(drawn(out / "plots/path.gp"), [[(row["u_x"], row["u_y"]) for row in self.rows(out)]])
        self.assertTrue((out / "plots/overview.png").exists())

    def test_results_compared_by_their_folders(self):
        dry = self.run_small("--steps", "20", name="dry")
        gluey = self.run_small("--steps", "15", text=SMALL + '[contact]\nlaw = "gluey"\n', name="gluey")
        self.galet("plot", dry, gluey, "--what", "kinetic_energy", "--format", "svg", "--log")
        plots = dry / "plots/compared"
        self.assertEqual(drawn(plots / "kinetic_energy.gp"),
                         [self.column(dry, "kinetic_energy"), self.column(gluey, "kinetic_energy")])
        shown = texts(plots / "kinetic_energy.svg")
        self.assertIn("dry", shown)
        self.assertIn("gluey", shown)
        self.assertIn("set logscale y", (plots / "kinetic_energy.gp").read_text())
        self.galet("run", "moving-disc", "--out", self.folder / "disc", "--quiet")
        self.galet("plot", dry, self.folder / "disc", status=2)

    def test_a_part_of_the_time(self):
        out = self.run_small()
        self.galet("plot", "--what", "seconds", out, "--from", "0.2", "--to", "0.5")
        rows = [row for row in self.column(out, "seconds") if 0.2 <= row[0] <= 0.5]
        self.assertEqual(drawn(out / "plots/seconds.gp"), [rows])
        error = self.galet("plot", out, "--from", "7", status=2).stderr
        self.assertIn("0.02 to 1 s", error)
        self.galet("plot", out, "--from", "0.5", "--to", "0.2", status=2)

    def test_a_history_still_being_written(self):
        out = self.run_small()
        lines = (out / "history.csv").read_text().splitlines(keepends=True)
        (out / "summary.json").unlink()
        (out / "history.csv").write_text("".join(lines[:8]) + lines[8][:25])
        self.galet("plot", out, "--what", "certificate")
        self.assertEqual([len(series) for series in drawn(out / "plots/certificate.gp")], [7, 7, 7])
        self.assertIn("tolerance 0.001", (out / "plots/certificate.gp").read_text())
        (out / "history.csv").write_text(lines[0])
        self.assertIn("no step yet", self.galet("plot", out, status=4).stderr)

    def test_a_long_history_is_thinned_to_its_extremes(self):
        out = self.run_small("--steps", "1")
        head, first = (out / "history.csv").read_text().splitlines()
        names = head.split(",")
        rows = []
        for step in range(1, 60001):
            row = dict(zip(names, first.split(",")))
            row.update(step=step, time=step / 100, kinetic_energy=1 + math.sin(step / 3000))
            if step == 31234:
                row["kinetic_energy"] = 17.5
            if step == 41234:
                row["kinetic_energy"] = -4.25
            rows.append(",".join(str(row[name]) for name in names))
        (out / "history.csv").write_text("\n".join([head, *rows]) + "\n")
        said = self.galet("plot", out, "--what", "kinetic_energy", "--format", "svg").stdout
        self.assertIn("60000 rows", said)
        (series,) = drawn(out / "plots/kinetic_energy.gp")
        self.assertLess(len(series), 2100)
        self.assertLess((out / "plots/kinetic_energy.svg").stat().st_size, 200000)
        self.assertIn((312.34, 17.5), series)
        self.assertIn((412.34, -4.25), series)
        self.assertEqual((series[0][0], series[-1][0]), (0.01, 600.0))
        self.assertEqual(series, sorted(series))

    def test_errors_and_statuses(self):
        out = self.run_small("--steps", "3")
        self.assertIn('did you mean "energy"', self.galet("plot", out, "--what", "enrgy", status=2).stderr)
        self.assertIn('did you mean "dissipated"', self.galet("plot", out, "--what", "disipated", status=2).stderr)
        self.assertIn("no such figure", self.galet("plot", out, "--what", "evacuation", status=2).stderr)
        self.assertIn('did you mean "png"', self.galet("plot", out, "--format", "pngs", status=2).stderr)
        self.galet("plot", out, "--from", "soon", status=2)
        self.galet("plot", out, "--log", "--linear", status=2)
        self.galet("plot", status=2)
        self.assertFalse((out / "plots").exists())
        self.assertIn("no such folder", self.galet("plot", self.folder / "nowhere", status=4).stderr)
        (self.folder / "empty").mkdir()
        self.assertIn("not the folder of a result", self.galet("plot", self.folder / "empty", status=4).stderr)
        text = (out / "history.csv").read_text()
        (out / "history.csv").write_text(text.replace("\n2,", "\n2,x", 1))
        self.assertIn("history.csv:3: time", self.galet("plot", out, status=4).stderr)
        (out / "history.csv").write_text(text)
        (self.folder / "file").write_text("")
        self.galet("plot", out, "--out", self.folder / "file/plots", status=4)


if __name__ == "__main__":
    unittest.main()
