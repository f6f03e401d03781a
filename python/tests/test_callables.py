"""Python functions as forces, desired velocities and constraints."""

import threading

import numpy as np
import pytest

import galet


def falling(force, step=0.01, dimension=3, **keys):
    sim = galet.Simulation(dimension, step, **keys)
    rng = np.random.default_rng(2)
    grid = np.stack(np.meshgrid(*[np.arange(4)] * dimension), -1).reshape(-1, dimension)
    sim.add_spheres(grid * 0.3 + rng.uniform(-0.04, 0.04, grid.shape) + 0.3, 0.1, density=1000.0)
    sim.add_half_space([0] * dimension, [0] * (dimension - 1) + [1])
    sim.add_force(force(sim))
    return sim


def test_gravity_in_python_is_gravity():
    g = np.array([0, 0, -9.81])
    built_in = falling(lambda sim: galet.Gravity(g))
    own = falling(lambda sim: galet.Force(lambda q, u, t: sim.mass[:, None] * g,
                                          potential=lambda q: -float((sim.mass * (q @ g)).sum())))
    built_in.run(until=0.4)
    own.run(until=0.4)
    assert np.array_equal(built_in.position, own.position)
    assert own.history["potential_energy"] == pytest.approx(built_in.history["potential_energy"], rel=1e-12)
    assert own.totals["worst_energy_imbalance"] < 1e-9


def test_time_of_a_force_is_the_middle_of_the_step():
    sim = galet.Simulation(1, 0.1)
    sim.add_spheres([[0.0]], 0.1, mass=1.0)
    sim.add_force(lambda q, u, t: [[2 * t]])
    sim.run(until=1.0)
    assert sim.velocity[0, 0] == pytest.approx(1.0, rel=1e-14)  # the integral of 2 t


def test_answers_broadcast():
    sim = galet.Simulation(2, 0.1)
    sim.add_spheres([[0, 0], [1, 0]], 0.1, mass=1.0)
    sim.add_force(lambda q, u, t: [1.0, 2.0])
    sim.step()
    assert sim.velocity == pytest.approx(np.array([[0.1, 0.2]] * 2))


@pytest.mark.parametrize(
    "force, message",
    [
        (lambda q, u, t: np.zeros((3, 3)), r'force "function": expected an array of shape \(64, 3\).*found \(3, 3\)'),
        (lambda q, u, t: q * np.nan, 'force "function": expected finite numbers'),
        (lambda q, u, t: "up", "expected an array of numbers"),
    ],
)
def test_answers_are_checked(force, message):
    sim = falling(lambda _: force)
    with pytest.raises(galet.InputError, match=message):
        sim.step()
    assert sim.steps_done == 0


class Oops(Exception):
    pass


@pytest.mark.parametrize("scheme", ["maury", "moreau", "theta"])
def test_an_exception_ends_the_run_with_everything_before_it_kept(tmp_path, scheme):
    def force(q, u, t):
        if t > 0.105:
            raise Oops("enough")
        return 0 * q

    sim = falling(lambda _: force, scheme=scheme)
    out = tmp_path / "out"
    with pytest.raises(Oops, match="enough"):
        sim.run(until=1.0, out=out)
    assert sim.steps_done == 10
    result = galet.open(out)
    assert len(result) == 11 and len(result.history) == 10
    assert np.array_equal(result[-1].position, sim.position) and np.array_equal(result[-1].velocity, sim.velocity)
    assert result.summary["verdict"].startswith("interrupted")


def test_a_recorded_run_with_code_is_shown_but_not_resumed(tmp_path, program):
    import subprocess

    sim = falling(lambda _: lambda q, u, t: -u)
    sim.run(until=0.05, out=tmp_path / "out")
    with pytest.raises(galet.InputError, match="is code of the program that made this scene"):
        galet.resume(tmp_path / "out")
    said = subprocess.run([program, "resume", tmp_path / "out"], capture_output=True, text=True)
    assert said.returncode == 2 and "is code of the program" in said.stderr
    assert subprocess.run([program, "render", tmp_path / "out"], capture_output=True).returncode == 0


def test_forces_and_triggers_may_not_step(two_discs):
    two_discs.add_force(lambda q, u, t: two_discs.step())
    with pytest.raises(RuntimeError, match="in the middle of a step"):
        two_discs.step()
    assert two_discs.steps_done == 0


def test_other_threads_run_while_a_step_is_taken():
    sim = galet.load("impact", set={"bodies.0.count": 2000, "simulation.step": 0.02, "simulation.end": 0.4})
    counted, done = [0], threading.Event()

    def count():
        while not done.is_set():
            counted[0] += 1

    thread = threading.Thread(target=count)
    thread.start()
    before = counted[0]
    sim.run()
    done.set()
    thread.join()
    assert counted[0] > before + 1000


def test_desired_velocity():
    sim = galet.Simulation(2, 0.1, scheme="first-order", desired=lambda q, t: -q)
    sim.add_spheres([[-1.0, 0.0], [1.0, 0.0]], 0.2)
    sim.add_spheres([[0.0, 3.0]], 0.2, desired=lambda q, t: [0.5, 2 * t])
    sim.run(until=5.0)
    # Both want to the middle and stop each other; the third one goes its own way: 0.5 t, 3 + t^2.
    assert sim.position[:2] == pytest.approx(np.array([[-0.2, 0], [0.2, 0]]), abs=1e-5)
    assert sim.position[2] == pytest.approx([2.5, 28.0], rel=1e-12)


def test_constraint_agrees_with_the_obstacle_it_is():
    def ball(q, r, t):
        away = q - [0.0, -1.0]
        length = float(np.hypot(*away))
        return length - 1.0 - r, away / length

    ends = []
    for own in (False, True):
        sim = galet.Simulation(2, 0.01, contact={"law": "restitution", "restitution": 0.0})
        sim.add_spheres([[0.1, 0.5], [-0.15, 0.8]], 0.1, mass=1.0)
        sim.add_constraint(ball) if own else sim.add_ball([0, -1], 1.0)
        sim.add_force(galet.Gravity([0, -9.81]))
        sim.run(until=0.6)
        ends.append(sim.position.copy())
    assert ends[0] == pytest.approx(ends[1], abs=1e-12)


def test_a_constraint_moves_with_time():
    sim = galet.Simulation(1, 0.01)
    sim.add_spheres([[0.5]], 0.1, mass=1.0)
    sim.add_constraint(lambda q, r, t: (q[0] - r - t, [1.0]))
    sim.run(until=1.0)
    assert sim.position[0, 0] == pytest.approx(1.1, abs=1e-6)


def test_an_exception_in_a_constraint_takes_the_step_back():
    calls = [0]

    def wall(q, r, t):
        calls[0] += 1
        if t > 0.045:
            raise Oops("no wall")
        return q[1] - r, [0.0, 1.0]

    sim = galet.Simulation(2, 0.01)
    sim.add_spheres([[k * 0.3, 0.5] for k in range(2000)], 0.1, mass=1.0)
    sim.add_constraint(wall)
    sim.add_force(galet.Gravity([0, -9.81]))
    with pytest.raises(Oops, match="no wall"):
        sim.run(until=1.0)
    assert sim.steps_done == 4
    assert sim.velocity[:, 1] == pytest.approx(-9.81 * 0.04)


def test_a_bad_answer_of_a_constraint_is_named():
    sim = galet.Simulation(2, 0.01)
    sim.add_spheres([[0, 0.5]], 0.1, mass=1.0)
    sim.add_constraint(lambda q, r, t: q[1], name="floor")
    with pytest.raises(galet.InputError, match=r'constraint "floor": expected \(g, gradient\)'):
        sim.step()
