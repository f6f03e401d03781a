"""Bad input: exit status 2, one clear message with file, line and key, and nothing written."""
import unittest

from program import SMALL, ProgramTest

LISTED = """
[simulation]
dimension = 2
step = 0.1
end = 1.0
[[bodies]]
position = [[0.0, 1.0], [1.0, 1.0]]
radius = 0.3
mass = 1.0
"""


class Errors(ProgramTest):
    def refused(self, text, *fragments, arguments=()):
        scene = self.scene(text)
        out = self.folder / "out"
        done = self.galet("run", scene, "--out", out, *arguments, status=2)
        self.assertEqual(done.stdout, "")
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        for fragment in fragments:
            self.assertIn(fragment, done.stderr)
        self.assertFalse(out.exists(), "something was written")

    def line_of(self, text, fragment):
        return text[:text.index(fragment)].count("\n") + 1

    def test_misspelt_key(self):
        text = LISTED.replace("radius = 0.3", "radus = 0.3")
        self.refused(text, f"scene.toml:{self.line_of(text, 'radus')}", "radus", "radius")

    def test_negative_radius(self):
        text = LISTED.replace("0.3", "-0.3")
        self.refused(text, f"scene.toml:{self.line_of(text, '-0.3')}", "radius", "-0.3")

    def test_overlapping_bodies(self):
        text = LISTED.replace("radius = 0.3", "radius = 0.6")
        self.refused(text, "scene.toml:", "overlap", "0", "1")

    def test_overlap_with_an_obstacle(self):
        text = LISTED + '[[obstacles]]\nshape = "half-space"\npoint = [0.0, 0.9]\nnormal = [0.0, 1.0]\n'
        self.refused(text, "scene.toml:", "overlap")

    def test_nan_in_the_csv(self):
        (self.folder / "grains.csv").write_text("x,y,radius\n0,0,0.1\n1,nan,0.1\n")
        text = LISTED[:LISTED.index("[[bodies]]")] + '[[bodies]]\nfile = "grains.csv"\ndensity = 1.0\n'
        self.refused(text, "grains.csv:3", "y", "nan")

    def test_missing_file(self):
        text = LISTED[:LISTED.index("[[bodies]]")] + '[[bodies]]\nfile = "none.csv"\ndensity = 1.0\n'
        self.refused(text, f"scene.toml:{self.line_of(text, 'none.csv')}", "file", "none.csv")

    def test_missing_scene(self):
        done = self.galet("run", "nowhere.toml", status=2)
        self.assertIn("nowhere.toml", done.stderr)

    def test_step_of_zero(self):
        text = LISTED.replace("step = 0.1", "step = 0.0")
        self.refused(text, f"scene.toml:{self.line_of(text, 'step')}", "step", "0")

    def test_unknown_solver(self):
        text = LISTED + '[solver]\nmethod = "magic"\n'
        self.refused(text, f"scene.toml:{self.line_of(text, 'magic')}", "method", "magic", "apgd")

    def test_margin_below_ten_violations(self):
        text = LISTED + "[contact]\nmargin = 1e-7\n"
        self.refused(text, "scene.toml:", "margin")

    def test_bad_override(self):
        self.refused(LISTED, "--set", "tolerence", arguments=("--set", "solver.tolerence=1"))

    def test_toml_syntax(self):
        text = LISTED.replace("step = 0.1", "step = = 0.1")
        self.refused(text, f"scene.toml:{self.line_of(text, 'step')}")

    def test_too_dense(self):
        self.refused(SMALL.replace("count = 120", "count = 12000"), "scene.toml:", "placement")

    def test_unknown_command_and_option(self):
        self.galet("jump", status=2)
        self.galet("run", "impact", "--fast", status=2)

    def test_files_that_are_not_there(self):
        self.galet("resume", self.folder / "nothing", status=4)
        self.galet("info", self.folder / "nothing", status=4)


if __name__ == "__main__":
    unittest.main()
