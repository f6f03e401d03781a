"""Numbers at the edge of what a double holds, at every place of a scene: refused, or run, or stopped with a reason; never a file
with something that is no number."""
import json
import unittest

from program import ProgramTest

SCENE = """[simulation]
dimension = 2
step = {step}
end = {end}
[contact]
margin = {margin}
[[bodies]]
position = [[{x}, 1.0], [5.0, 1.0]]
velocity = [{v}, 0.0]
radius = {radius}
mass = {mass}
[[obstacles]]
shape = "half-space"
point = [0.0, {height}]
normal = [0.0, {normal}]
[[forces]]
type = "gravity"
acceleration = [0.0, {gravity}]
"""
ORDINARY = dict(step="0.1", end="0.3", margin="1e-6", x="0.0", v="0.0", radius="0.1", mass="1.0", height="0.0", normal="1.0",
                gravity="-9.81")
NOT_NUMBERS = ("nan", "inf", "-inf", "1e400")
EXTREME = ("5e-324", "1e-310", "1e-160", "1e160", "1.7e308", "-0.0")


class EdgeNumbers(ProgramTest):
    def run_with(self, key, value):
        values = {**ORDINARY, key: value}
        if key == "step" and float(value) > 0:
            values["end"] = repr(min(3 * float(value), 1e308))
        out = self.folder / "out"
        return out, self.galet_any("run", self.scene(SCENE.format(**values)), "--out", out, "--force", "--quiet", "--steps", 3)

    def require_numbers(self, out, where):
        for name in ("history.csv", "final.csv"):
            for line in (out / name).read_text().splitlines()[1:]:
                for word in line.split(","):
                    self.assertLess(abs(float(word)), float("inf"), f"{where}: {name}: {line}")
        refuse = lambda constant: self.fail(f"{where}: {constant} in summary.json")
        json.loads((out / "summary.json").read_text(), parse_constant=refuse)

    def test_what_is_no_number_is_refused_by_name(self):
        for key in ORDINARY:
            for value in NOT_NUMBERS:
                _, done = self.run_with(key, value)
                self.assertEqual(done.returncode, 2, f"{key} = {value}: {done.stderr}")
                self.assertIn("scene.toml:", done.stderr)

    def test_extremes_are_refused_or_run_or_stopped_with_a_reason(self):
        for key in ORDINARY:
            for value in EXTREME:
                where = f"{key} = {value}"
                out, done = self.run_with(key, value)
                self.assertIn(done.returncode, (0, 2, 3), f"{where}: {done.stderr}")
                if done.returncode == 2:
                    self.assertIn("scene.toml", done.stderr, where)
                    continue
                self.require_numbers(out, where)
                if done.returncode == 3:
                    self.assertIn("could not be solved", done.stderr, where)


if __name__ == "__main__":
    unittest.main()
