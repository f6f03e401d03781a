import os
import shutil

import pytest

import galet


@pytest.fixture
def program():
    """The program galet, where it was built."""
    path = os.environ.get("GALET") or shutil.which("galet")
    if not path:
        pytest.skip("the program galet is not there")
    return path


@pytest.fixture
def two_discs():
    """Two discs above a floor, not begun."""
    sim = galet.Simulation(dimension=2, step=0.01)
    sim.add_spheres([[0.0, 1.0], [0.5, 2.0]], radius=[0.1, 0.2], mass=[1.0, 2.0])
    sim.add_half_space(point=[0, 0], normal=[0, 1])
    sim.add_force(galet.Gravity([0, -9.81]))
    return sim
