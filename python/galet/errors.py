"""Failures of the library, with its own messages."""


class Error(Exception):
    """Whatever galet has to complain about."""


class InputError(Error, ValueError):
    """Input that cannot be used: says the key, the value found and what is admissible.

    >>> import galet
    >>> galet.Simulation(dimension=4, step=0.1).position
    Traceback (most recent call last):
    ...
    galet.errors.InputError: simulation.dimension: expected an integer from 1 to 3, found 4
    """


class FileError(Error, OSError):
    """A file that could not be read or written."""


class StepError(Error, RuntimeError):
    """A step that could not be solved to its limits. The state is the one before it."""
