# %% [markdown]
# # Sticky particles
# Points on a line that meet go on together, with the momentum of all of them: a gas without pressure. Without forces
# the scheme is exact at every node. The exact positions are those of the projection of the free ones, q + t u, on the
# cone of sequences that rise (Brenier and Grenier): isotonic regression, computed here another way.

# %%
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import galet

Path("out").mkdir(exist_ok=True)
rng = np.random.default_rng(7)
n = 60
start, velocity = np.linspace(0, 1, n), rng.uniform(-1, 1, n)

sim = galet.Simulation(1, step=0.02, contact={"margin": 1e-11}, solver={"tolerance": 1e-6, "violation": 1e-12})
sim.add_spheres(start, radius=0.0, mass=1.0, velocity=velocity)
times, positions = [0.0], [sim.position[:, 0].copy()]
sim.every(1, lambda s: (times.append(s.time), positions.append(s.position[:, 0].copy())))
sim.run(until=1.5)


# %%
def isotonic(free):
    """Pools neighbours that are out of order until none are."""
    pools = []
    for value in free:
        pools.append([value, 1])
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            (a, k), (b, m) = pools.pop(-2), pools.pop()
            pools.append([(k * a + m * b) / (k + m), k + m])
    return np.concatenate([np.full(count, value) for value, count in pools])


exact = np.array([isotonic(start + t * velocity) for t in times])
error = np.abs(np.array(positions) - exact).max(axis=1)
print(f"largest error {error.max():.1e} m")
assert error.max() < 1e-8

# %%
figure, (left, right) = plt.subplots(1, 2, figsize=(10, 5), layout="constrained", width_ratios=[2, 1])
left.plot(positions, times, color="#305080", linewidth=0.7)
left.set_xlabel("x (m)")
left.set_ylabel("time (s)")
left.set_title(f"{n} particles, {len(np.unique(exact[-1].round(9)))} clusters at the end")
right.semilogy(times[1:], np.maximum(error[1:], 1e-17), ".")
right.set_xlabel("time (s)")
right.set_ylabel("largest distance to the exact positions (m)")
right.set_ylim(1e-14, 1e-9)
figure.savefig("out/sticky_particles.png", dpi=120)
