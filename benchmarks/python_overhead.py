"""What Python costs: a loop of sim.step() against the program, a NumPy force against gravity; 10,000 spheres.

    PYTHONPATH=build/release/python /usr/bin/python3 benchmarks/python_overhead.py build/release/galet

One thread; processor time, which other users of the machine disturb least. Runs take turns and the best of each counts.
"""

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import galet

STEPS, ROUNDS = 20, 7
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


def by_program(program, scene, folder, steps):
    """Processor time of a whole run (s)."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([program, "run", scene, "--out", folder, "--force", "--quiet", "--threads", "1", "--steps", str(steps)], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def by_loop(sim):
    """Processor time of the loop, and what of its wall clock is not within steps of the library (s)."""
    begin, wall = time.process_time(), time.perf_counter()
    for _ in range(STEPS):
        sim.step()
    took = time.process_time() - begin
    inside = sim.history["seconds"][-STEPS:].sum()
    return took, (time.perf_counter() - wall - inside) / inside


def own_gravity(sim):
    return lambda q, u, t: sim.mass[:, None] * G


galet.set_threads(1)
with tempfile.TemporaryDirectory() as folder:
    scene, bare = Path(folder) / "scene.toml", Path(folder) / "bare.toml"
    scene.write_text(SCENE + GRAVITY)
    bare.write_text(SCENE)
    starts, program, loop, outside, forced, force_ratios = [], [], [], [], [], []
    for _ in range(ROUNDS):
        starts.append(by_program(sys.argv[1], scene, Path(folder) / "out", 0))
        program.append(by_program(sys.argv[1], scene, Path(folder) / "out", STEPS))
        took, extra = by_loop(galet.load(scene))
        loop.append(took)
        outside.append(extra)
        sim = galet.load(bare)
        sim.add_force(own_gravity(sim))
        forced.append(by_loop(sim)[0])
        force_ratios.append(forced[-1] / loop[-1])
    print(f"{STEPS} steps of 10,000 spheres, best of {ROUNDS}, processor time of one thread")
    alone = min(program) - min(starts)  # reading and writing around the steps left out
    print(f"program            {alone:.3f} s")
    print(f"loop of sim.step() {min(loop):.3f} s, ratio {min(loop) / alone:.3f}; outside of the steps {100 * min(outside):.2f}% of them")
    print(f"NumPy force        {min(forced):.3f} s, ratio to gravity {min(forced) / min(loop):.3f}, pair by pair {np.median(force_ratios):.3f}")
