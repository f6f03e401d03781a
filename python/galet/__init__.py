"""galet: rigid bodies that never overlap.

    import galet
    sim = galet.load("impact")      # an example, or a TOML file
    sim.run(out="out/impact")       # or build one from arrays: galet.Simulation
    galet.open("out/impact").plot()

docs/python.md is the guide, docs/scene-reference.md says what every key of a scene means.
"""

from . import _core, errors, plot
from .errors import Error, FileError, InputError, StepError
from .forces import Capillary, Chain, Constant, Drag, Expression, Force, Gravity, Pair, Stochastic, Table
from .problem import Problem, Solution
from .result import Result, open
from .simulation import Contacts, Simulation, load, resume, set_threads
from .sweep import Sweep

__version__: str = _core.version


def catalogue() -> dict:
    """The names a scene may choose from, each with a line that explains it.

    >>> import galet
    >>> galet.catalogue()["laws"]["inelastic"]
    "no rebound, all contacts of a step together (Moreau's standard inelastic shock)"
    """
    return _core.catalogue()


def threads() -> int:
    """Threads that simulations and solvers use now."""
    return _core.threads()


__all__ = [
    "Capillary", "Chain", "Constant", "Contacts", "Drag", "Error", "Expression", "FileError", "Force", "Gravity",
    "InputError", "Pair", "Problem", "Result", "Simulation", "Solution", "StepError", "Stochastic", "Sweep", "Table",
    "catalogue", "errors", "load", "open", "plot", "resume", "set_threads", "threads",
]
