# %% [markdown]
# # A crowd through a door
# 150 people want to leave a room by the shortest way. Velocities are the projection of the desired ones on those with
# which nobody overlaps; its multipliers are pressures.

# %%
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import galet

Path("out").mkdir(exist_ok=True)
sim = galet.Simulation(2, step=0.05, end=60.0, scheme="first-order", seed=3,
                       desired={"exit": "door", "speed": {"normal": [1.3, 0.2]}}, output={"every": 20})
sim.add_bodies(count=150, radius={"uniform": [0.18, 0.25]}, placement={"box": {"min": [0.0, 0.0], "max": [8.0, 7.0]}})
sim.add_floor_plan(lines=[[[10, 4.1], [10, 7], [0, 7], [0, 0], [10, 0], [10, 2.9]]])
sim.add_exit([[10, 2.9], [10, 4.1]], name="door")
left = []


@sim.every(1)
def count(sim):
    left.append((sim.time, 150 - len(sim)))


moments = (2.0, 8.0, 16.0)
figure, axes = plt.subplots(2, 2, figsize=(10, 7.6), layout="constrained")
for ax, moment in zip(axes.flat, moments):

    def draw(sim, ax=ax, moment=moment):
        sim.plot(ax, colour=sim.pressure, cmap="YlOrRd", clim=(0, 15), label="pressure (m/s)" if moment == 16.0 else None)
        ax.set_xlim(-0.3, 10.3)
        ax.set_ylim(-0.3, 7.3)
        ax.set_title(f"t = {sim.time:.0f} s, {len(sim)} inside")

    sim.at(moment, draw)
sim.run()

# %%
time, gone = np.array(left).T
ax = axes.flat[3]
ax.plot(time, gone)
ax.set_xlabel("time (s)")
ax.set_ylabel("people outside")
rate = np.polyfit(time[(gone > 20) & (gone < 130)], gone[(gone > 20) & (gone < 130)], 1)[0]
ax.set_title(f"{rate:.1f} a second through 1.2 m")
figure.savefig("out/crowd_door.png", dpi=120)
