# %% [markdown]
# # A cluster hits the ground
# 2000 discs fall on the ground at 1 m/s, by steps in which a disc moves three diameters. Nothing overlaps, in any step.

# %%
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import galet

Path("out").mkdir(exist_ok=True)
sim = galet.load("impact")
sim.run(out="out/impact", overwrite=True)

# %% [markdown]
# The record has a frame a step and a row of the history a step.

# %%
result = galet.open("out/impact")
history = result.history
figure, axes = plt.subplots(2, 2, figsize=(10, 6.5), layout="constrained")
for ax, frame in zip(axes.flat, (result[0], result[4], result[-1])):
    speed = np.linalg.norm(frame.velocity, axis=1)
    galet.plot.bodies(frame, ax, colour=speed, clim=(0, 1), label="speed (m/s)" if frame.step == 10 else None)
    ax.set_title(f"t = {frame.time:.1f} s")
    ax.set_xlim(-2, 2)
    ax.set_ylim(-0.15, 2.35)

ax = axes.flat[3]
start = 0.5 * float((result[0].mass * (result[0].velocity ** 2).sum(axis=1)).sum())
ax.plot(np.r_[0, history["time"]], np.r_[1, history["kinetic_energy"] / start], "o-", label="kinetic")
ax.plot(np.r_[0, history["time"]], np.r_[0, history["dissipated"] / start], "s-", label="dissipated")
ax.set_xlabel("time (s)")
ax.set_ylabel("energy, of that at the start")
ax.set_title(f"smallest distance {1e9 * history['min_distance'].min():.1f} nm")
ax.legend()
figure.savefig("out/impact.png", dpi=120)
