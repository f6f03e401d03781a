"""Views of the state: no copies, valid across steps, safe for ever."""

import gc
import weakref

import numpy as np
import pytest

import galet


def test_views_follow_the_steps(two_discs):
    q, u = two_discs.position, two_discs.velocity
    assert np.shares_memory(q, two_discs.position)
    for _ in range(30):
        two_discs.step()
        assert np.array_equal(q, two_discs.position) and np.array_equal(u, two_discs.velocity)
    assert u[0, 1] == pytest.approx(-2.943)


@pytest.mark.parametrize("scheme", ["maury", "moreau", "theta"])
@pytest.mark.parametrize("law", ["restitution", "coulomb"])
def test_views_follow_every_scheme(scheme, law):
    sim = galet.Simulation(2, 0.01, scheme=scheme, contact=law)
    sim.add_spheres([[0, 0.2], [0.05, 0.6]], 0.1, mass=1.0)
    sim.add_half_space([0, 0], [0, 1])
    sim.add_force(galet.Gravity([0, -9.81]))
    views = [sim.position, sim.velocity, sim.spin, sim.orientation]
    for _ in range(60):
        sim.step()
    for view, now in zip(views, [sim.position, sim.velocity, sim.spin, sim.orientation]):
        assert np.array_equal(view, now) and (view.size == 0 or np.shares_memory(view, now))


def test_what_may_be_written(two_discs):
    for name in ("position", "radius", "mass"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(two_discs, name)[0] = 1.0
    two_discs.velocity[:, 0] = 2.0
    two_discs.step()
    assert two_discs.velocity[:, 0] == pytest.approx(2.0)
    # Before the first step it is the start; afterwards it is work from outside: m/2 (3^2 - 2^2).
    assert two_discs.history["work_external"][-1] == 0
    two_discs.velocity[1, 0] = 3.0
    two_discs.step()
    assert two_discs.history["work_external"][-1] == pytest.approx(5.0)
    assert two_discs.totals["worst_energy_imbalance"] < 1e-12


def test_growing_detaches_views(two_discs):
    two_discs.step(3)
    q, u = two_discs.position, two_discs.velocity
    then = q.copy()
    for k in range(50):
        two_discs.add_spheres([[2.0 + k, 1.0]], 0.1, mass=1.0)
    assert not np.shares_memory(q, two_discs.position)
    two_discs.step(5)
    gc.collect()
    assert np.array_equal(q, then)
    u[:] = 7.0  # nobody's any more
    assert not np.any(two_discs.velocity == 7.0)
    assert two_discs.position.shape == (52, 2)


def test_views_outlive_the_simulation(two_discs):
    two_discs.step(2)
    q = two_discs.position
    then = q.copy()
    sim, other = weakref.ref(two_discs), np.ones(100_000)
    del two_discs
    gc.collect()
    other += 1
    assert np.array_equal(q, then)
    part = q[1:, 1]
    del q
    gc.collect()
    assert part[0] == then[1, 1]
    assert sim is not None


def test_people_who_leave_detach_views():
    sim = galet.load("crowd", set={"simulation.end": 30.0})
    q, r = sim.position, sim.radius
    people = len(sim)
    while len(sim) == people:
        sim.step()
    assert q.shape[0] == people and sim.position.shape[0] < people
    sim.step(20)
    gc.collect()
    assert np.isfinite(q).all() and (r > 0).all()
    assert not np.shares_memory(q, sim.position)
    assert len(sim.id) == len(sim) and sim.pressure.shape == (len(sim),)


def test_a_simulation_that_its_own_force_knows_is_collected():
    sim = galet.Simulation(1, 0.1)
    sim.add_spheres([[0.0]], 0.1, mass=1.0)
    sim.add_force(lambda q, u, t: 0 * q + sim.time)
    sim.step()

    class Marker:
        pass

    marker = Marker()
    sim.marker = marker
    gone = weakref.ref(marker)
    del sim, marker
    gc.collect()
    assert gone() is None


def test_arrays_kept_by_a_force_stay_valid():
    kept = []
    sim = galet.Simulation(2, 0.01, scheme="moreau")
    sim.add_spheres([[0, 1.0], [1, 1.0]], 0.1, mass=1.0, name="a")
    sim.add_spheres([[2, 1.0]], 0.1, mass=1.0, name="b")
    sim.add_spheres([[3, 1.0]], 0.1, mass=1.0, name="a")
    for on in ("a", "b", None):
        sim.add_force(lambda q, u, t: (kept.append((q, u)), -u)[1], on=on)
    sim.step(3)
    sim.add_spheres([[4, 1.0]], 0.1, mass=1.0)
    sim.step(3)
    del sim
    gc.collect()
    assert [q.shape for q, _ in kept[:3]] == [(3, 2), (1, 2), (4, 2)]
    assert all(np.isfinite(q).all() and np.isfinite(u).all() for q, u in kept)
    with pytest.raises(ValueError, match="read-only"):
        kept[2][0][0] = 1.0
