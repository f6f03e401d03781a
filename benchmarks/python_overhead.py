"""What Python costs: a loop of sim.step() against the program, a NumPy force against gravity; 10,000 spheres.

    PYTHONPATH=build/release/python /usr/bin/python3 benchmarks/python_overhead.py build/release/galet

One thread. Runs take turns; of each step of the 20 the fastest of all runs counts, because other users of the machine disturb
whole runs. The program's steps are those of its history (the step alone), Python's are timed from outside.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import galet

STEPS, ROUNDS = 20, 20
SCENE = """
[simulation]
step = 0.005
end = 10.0
[[bodies]]
count = 10000
radius = { uniform = [0.004, 0.006] }
density = 2500.0
placement = { lattice = { min = [0.0, 0.0, 0.0], counts = [20, 20, 25], spacing = 0.0126, jitter = 0.9 } }
[[obstacles]]
shape = "box"
min = [0.0, 0.0, 0.0]
max = [0.252, 0.252, 100.0]
[output]
every = 1000000
checkpoint_every = 1000000
"""
GRAVITY = '[[forces]]\ntype = "gravity"\nacceleration = [0.0, 0.0, -9.81]\n'
G = np.array([0.0, 0.0, -9.81])


def by_program(program, scene, folder):
    """Seconds of each step."""
    subprocess.run([program, "run", scene, "--out", folder, "--force", "--quiet", "--threads", "1", "--steps", str(STEPS)], check=True)
    return galet.open(folder).history["seconds"]


def by_loop(sim):
    """Seconds of each sim.step()."""
    seconds = []
    for _ in range(STEPS):
        begin = time.perf_counter()
        sim.step()
        seconds.append(time.perf_counter() - begin)
    return seconds


def own_gravity(sim):
    return lambda q, u, t: sim.mass[:, None] * G


galet.set_threads(1)
with tempfile.TemporaryDirectory() as folder:
    scene, bare = Path(folder) / "scene.toml", Path(folder) / "bare.toml"
    scene.write_text(SCENE + GRAVITY)
    bare.write_text(SCENE)
    program, loop, forced = [], [], []
    for _ in range(ROUNDS):
        program.append(by_program(sys.argv[1], scene, Path(folder) / "out"))
        loop.append(by_loop(galet.load(scene)))
        sim = galet.load(bare)
        sim.add_force(own_gravity(sim))
        forced.append(by_loop(sim))

best = [float(np.min(times, axis=0).sum()) for times in (program, loop, forced)]
print(f"{STEPS} steps of 10,000 spheres, the best of {ROUNDS} of each")
print(f"program            {best[0]:.3f} s")
print(f"loop of sim.step() {best[1]:.3f} s, ratio {best[1] / best[0]:.3f}")
print(f"NumPy force        {best[2]:.3f} s, ratio to gravity {best[2] / best[1]:.3f}")
