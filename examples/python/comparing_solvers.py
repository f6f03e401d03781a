# %% [markdown]
# # Comparing solvers
# The contact problem of one step of a packing that settles, solved from no forces by several methods. galet.Problem
# knows no bodies or shapes: it is a quadratic program with one inequality a contact.

# %%
from pathlib import Path

import matplotlib.pyplot as plt

import galet

Path("out").mkdir(exist_ok=True)
galet.set_threads(1)
sim = galet.load("settled-2d", set={"bodies.0.count": 600, "bodies.0.placement.lattice.counts": [25, 24]})
sim.run(until=0.5)
problem = sim.problem
print(problem)

# %%
figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4.5), sharey=True, layout="constrained")
for method in ("face-cg", "apgd", "bb", "nncg", "nlgs", "uzawa", "interior-point"):
    answer = problem.solve(method, tolerance=1e-6, violation=1e-11, max_iterations=4000, cold=True)
    history = answer.history
    print(f"{method:15} {answer.status:16} {answer.iterations:5} iterations, {answer.seconds:.3f} s, residual {answer.residual:.1e}")
    marker = "o-" if len(history) < 30 else "-"
    left.loglog(history["passes"].clip(1), history["residual"], marker, markersize=3, label=method)
    right.semilogx(1e3 * history["seconds"].clip(1e-5), history["residual"], marker, markersize=3)
left.set_xlabel("passes over all contacts")
left.set_ylabel("residual of the natural map")
right.set_xlabel("time (ms)")
left.legend(fontsize=8)
figure.suptitle(f"{problem.contacts} contacts of {len(sim)} discs that settle")
figure.savefig("out/comparing_solvers.png", dpi=120)
