# %% [markdown]
# # A force of your own
# Grains in a round dish are stirred by two eddies that take turns. Heavier than the fluid, they gather at the wall, and mix
# slowly. The force is a function of positions, velocities and time, called once a step for all grains: here Stokes drag
# towards the velocity of the fluid.

# %%
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import galet

Path("out").mkdir(exist_ok=True)
rng = np.random.default_rng(1)
radius = 1.0
angles = np.linspace(0, 2 * np.pi, 61)
dish = [[float(radius * np.cos(a)), float(radius * np.sin(a))] for a in angles]


def fluid(q, t):
    """Velocity of the fluid (m/s): an eddy around a centre on the left, then one on the right, a second each."""
    away = q - [-0.5 if t % 2 < 1 else 0.5, 0.0]
    speed = 0.7 / (0.15 + (away**2).sum(axis=1))
    return speed[:, None] * np.column_stack([-away[:, 1], away[:, 0]])


sim = galet.Simulation(2, step=0.01)
sim.add_bodies(count=400, radius={"uniform": [0.015, 0.03]}, density=1000.0,
               placement={"disc": {"center": [0, 0], "radius": 0.9}})
sim.add_floor_plan(lines=[dish])
drag = 6.0 * sim.mass[:, None]  # kg/s: the grains follow the fluid within 1/6 s
sim.add_force(lambda q, u, t: drag * (fluid(q, t) - u))

right_at_start = sim.position[:, 0].copy() > 0
mixing = []


@sim.every(10)
def measure(sim):
    """How many of the six nearest of each grain come from the other half."""
    distance = ((sim.position[:, None] - sim.position[None]) ** 2).sum(axis=2)
    nearest = np.argsort(distance, axis=1)[:, 1:7]
    mixing.append((sim.time, (right_at_start[nearest] != right_at_start[:, None]).mean()))


# %%
figure, axes = plt.subplots(2, 2, figsize=(9, 8), layout="constrained")
for ax, until in zip(axes.flat, (0.0, 2.0, 10.0)):
    sim.run(until=until)
    sim.plot(ax, colour=right_at_start.astype(float), cmap="coolwarm")
    ax.set_title(f"t = {sim.time:.0f} s")
    ax.set_xlim(-1.1, 1.1)
    ax.set_ylim(-1.1, 1.1)
ax = axes.flat[3]
ax.plot(*np.array(mixing).T)
ax.axhline(2 * right_at_start.mean() * (1 - right_at_start.mean()), color="grey", linestyle=":", label="mixed")
ax.set_xlabel("time (s)")
ax.set_ylabel("neighbours from the other half")
ax.set_ylim(0, 0.6)
ax.legend()
figure.savefig("out/custom_force.png", dpi=120)
print(f"smallest distance {sim.totals['smallest_distance']:.1e} m, work of the force {sim.history['work_external'][-1]:.2f} J")
