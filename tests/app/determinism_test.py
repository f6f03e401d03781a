"""Same scene, same bits: every example, over numbers of threads, repeated, and broken off and resumed."""
import csv
import hashlib
import os
import pathlib
import unittest

import h5py

from program import ProgramTest

EXAMPLES = pathlib.Path(__file__).parent.parent.parent / "examples"

# Steps of an example that are run, fewer where they are long, and what makes a large one smaller.
STEPS = 60
SMALLER = {
    "fifty-thousand": (2, ["bodies.0.count=4000"]),
    "impact-3d": (6, []),
    "stochastic": (12, []),
    "crystal-2d": (12, []),
    "crystal-3d": (8, []),
    "rough-settling": (20, []),
    "mixture": (25, []),
    "viscous-settling": (20, []),
}
# Sanitizers make steps some ten times as long.
PART = 6 if os.environ.get("GALET_SANITIZE") else 1


def hash_rows(sha, path):
    """All columns but the wall clock."""
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            row.pop("seconds", None)
            sha.update(repr(sorted(row.items())).encode())


def hash_arrays(sha, path):
    with h5py.File(path, "r") as file:
        def add(name, item):
            if isinstance(item, h5py.Dataset):
                sha.update(name.encode() + repr(item.shape).encode() + item[()].tobytes())
        file.visititems(add)


def state_hash(result):
    """Of everything a result says but how long it took."""
    sha = hashlib.sha256()
    for name in ("final.csv", "flow.csv", "fields.csv"):
        if (result / name).exists():
            sha.update((result / name).read_bytes())
    hash_rows(sha, result / "history.csv")
    if (result / "trajectory.h5").exists():
        hash_arrays(sha, result / "trajectory.h5")
    return sha.hexdigest()


class Determinism(ProgramTest):
    def run_example(self, name, out, threads, steps):
        _, settings = SMALLER.get(name, (STEPS, []))
        options = [part for setting in settings for part in ("--set", setting)]
        self.galet("run", name, "--out", self.folder / out, "--threads", threads, "--steps", steps, "--quiet", *options)
        return self.folder / out

    def check(self, name):
        most = max(3, SMALLER.get(name, (STEPS, []))[0] // PART)
        reference = state_hash(self.run_example(name, "1", 1, most))
        steps = min(most, len((self.folder / "1/history.csv").read_text().splitlines()) - 1)  # some end sooner
        for threads in (2, 3, 8):
            self.assertEqual(state_hash(self.run_example(name, str(threads), threads, steps)), reference, f"{threads} threads")
        self.assertEqual(state_hash(self.run_example(name, "again", 8, steps)), reference, "repeated")
        print(f"{name:20} {reference}")
        if not (self.folder / "1/checkpoint.h5").exists():
            return  # a sweeping process cannot be resumed
        for at in {1, steps // 2, steps - 1}:
            part = self.run_example(name, f"broken-off-{at}", 2, at)
            self.galet("resume", part, "--threads", 3, "--steps", steps - at, "--quiet")
            self.assertEqual(state_hash(part), reference, f"resumed after {at} steps")


def add_test(name):
    setattr(Determinism, "test_" + name.replace("-", "_"), lambda self: self.check(name))


for scene in sorted(EXAMPLES.glob("*.toml")):
    add_test(scene.stem)

if __name__ == "__main__":
    unittest.main()
