# %% [markdown]
# # A gluey disc
# A disc falls on a plane of 45 degrees and slides. At t = 5 s its weight turns round. Gluey contacts pull as long as
# they were pushed: the glue, charged to at most some newton seconds, holds the disc until it is used up, at
# t = 5 s + limit / cos(45 degrees).

# %%
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import galet

Path("out").mkdir(exist_ok=True)


def run(limit):
    """Distance to the plane and glue over time, with this limit of the glue (N s)."""
    sim = galet.Simulation(2, 0.01, contact={"law": "gluey", "glue_limit": -limit, "margin": 1e-9},
                           solver={"violation": 1e-12, "tolerance": 1e-6})
    sim.add_spheres([[0.0, 2.0]], radius=1.0, mass=1.0)
    sim.add_half_space([0, 0], [1, 1])
    sim.add_force(galet.Table(times=[0.0, 5.0], values=[[0.0, -1.0], [0.0, 1.0]]))
    rows = []

    @sim.every(1)
    def note(sim):
        contacts = sim.contacts
        distance = float(sim.position[0] @ [1, 1]) / np.sqrt(2) - 1
        rows.append((sim.time, distance, -contacts.glue[0] if len(contacts) else 0.0))

    sim.run(until=10.0)
    return np.array(rows).T


# %%
figure, (above, below) = plt.subplots(2, 1, figsize=(8, 6), sharex=True, layout="constrained")
for limit, colour in ((0.5, "C0"), (1.0, "C1"), (2.0, "C2")):
    time, distance, glue = run(limit)
    measured, exact = time[(time > 5) & (glue == 0)].min(), 5 + limit * np.sqrt(2)
    print(f"limit {limit} N s: the glue is used up at {measured:.2f} s, exact {exact:.4f} s")
    above.plot(time, distance, colour, label=f"glue up to {limit} N s")
    above.axvline(exact, color=colour, linestyle=":", linewidth=1)
    below.plot(time, glue, colour)
above.set_ylim(-0.05, 1.5)
above.set_ylabel("distance to the plane (m)")
above.set_title("dotted: 5 s + limit / cos 45°")
above.legend(loc="upper left")
below.set_ylabel("glue (N s)")
below.set_xlabel("time (s)")
figure.savefig("out/gluey_disc.png", dpi=120)
