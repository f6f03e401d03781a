"""Building and stepping: against closed forms, and the messages of the library."""

import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import galet


def test_free_fall(two_discs):
    two_discs.step(10)
    # u = -g t exactly, q = q0 - g h^2 n (n + 1) / 2 by the scheme.
    assert np.allclose(two_discs.velocity, [[0, -0.981], [0, -0.981]], rtol=1e-13)
    assert np.allclose(two_discs.position[:, 1], np.array([1, 2]) - 9.81 * 1e-4 * 55, rtol=1e-13)
    assert two_discs.time == pytest.approx(0.1)


def test_arrays_and_scene_give_the_same_bits(tmp_path):
    rng = np.random.default_rng(1)
    grid = np.stack(np.meshgrid(np.arange(10), np.arange(10)), -1).reshape(-1, 2)
    q = grid * 0.25 + rng.uniform(-0.02, 0.02, (100, 2)) + [0, 1]
    u, r = rng.normal(size=(100, 2)), rng.uniform(0.05, 0.1, 100)
    sim = galet.Simulation(dimension=2, step=0.01, end=0.5)
    sim.add_spheres(q, r, density=2500.0, velocity=u)
    sim.add_half_space([0, 0], [0.1, 1])
    sim.add_force(galet.Gravity([0, -9.81]))
    scene = tmp_path / "scene.toml"
    scene.write_text(
        "[simulation]\ndimension = 2\nstep = 0.01\nend = 0.5\n[[bodies]]\ndensity = 2500.0\n"
        f"position = {q.tolist()}\nvelocity = {u.tolist()}\nradius = {r.tolist()}\n"
        '[[obstacles]]\nshape = "half-space"\npoint = [0, 0]\nnormal = [0.1, 1]\n'
        '[[forces]]\ntype = "gravity"\nacceleration = [0, -9.81]\n'
    )
    other = galet.load(scene)
    sim.run()
    other.run()
    assert np.array_equal(sim.position, other.position) and np.array_equal(sim.velocity, other.velocity)
    assert sim.totals["iterations"] == other.totals["iterations"]


def test_every_table_of_a_scene_can_be_reached():
    sim = galet.Simulation(
        2, 0.01, 0.05, title="all", scheme="theta", theta=0.6, seed=3,
        contact={"law": "coulomb", "friction": 0.3, "restitution": 0.1, "margin": 1e-5,
                 "between": [{"groups": ["a", "b"], "friction": 0.2}]},
        solver={"method": "nlgs", "local": "sal", "tolerance": 1e-4, "violation": 1e-6, "max_iterations": 5000},
        output={"every": 2, "checkpoint_every": 3},
    )
    sim.add_spheres([[0, 0.5]], 0.1, mass=1.0, spin=2.0, inertia=0.01, name="a")
    sim.add_bodies(count=3, radius={"uniform": [0.05, 0.06]}, density=1000.0, name="b",
                   placement={"box": {"min": [1, 1], "max": [2, 2]}})
    sim.add_box([-5, 0], [5, 5], friction=0.1)
    sim.add_block([3, 0], [4, 1])
    sim.add_ball([-3, 1], "0.5 + 0.1*t")
    sim.add_segment([-2, 1], [-2, 2], velocity=[0.1, 0.0])
    sim.add_floor_plan(lines=[[[2.5, 3.0], [2.5, 4.0]]])
    for force in (galet.Gravity([0, -9.81]), galet.Constant([0, 0]), galet.Table([0.0, 0.1], [[0, 1], [0, 0]]),
                  galet.Expression(["sin(t)", "x"]), galet.Drag(0.1), galet.Stochastic(0.01),
                  galet.Pair("0.001/d", 0.5), galet.Chain(1.0, 0.5), galet.Capillary(0.01, 1.0, 0.0, 0.0, 0.01)):
        sim.add_force(force, on="b")
    sim.run()
    assert sim.steps_done == 5 and len(sim.obstacles) == 5
    for text in ('scheme = "theta"', "theta = 0.6", 'local = "sal"', "[[contact.between]]", "checkpoint_every = 3"):
        assert text in sim.scene


@pytest.mark.parametrize(
    "build, message",
    [
        (lambda: galet.Simulation(2, -0.1), "simulation.step: expected a finite number > 0, found -0.1"),
        (lambda: galet.Simulation(2, 0.1, solver={"methd": "auto"}), 'solver.methd: unknown key; did you mean "method"?'),
        (lambda: galet.Simulation(2, 0.1, contact="gluy"), 'did you mean "gluey"?'),
    ],
)
def test_messages_are_those_of_the_library(build, message):
    sim = build()
    sim.add_spheres([[0, 0]], 0.1, mass=1.0)
    with pytest.raises(galet.InputError) as error:
        sim.step()
    assert message in str(error.value)
    assert isinstance(error.value, ValueError)


def test_the_same_message_as_the_program(tmp_path, program):
    scene = tmp_path / "bad.toml"
    scene.write_text("[simulation]\nstep = 0.1\nend = 1.0\ndimensoin = 2\n")
    with pytest.raises(galet.InputError) as error:
        galet.load(scene)
    said = subprocess.run([program, "check", scene], capture_output=True, text=True).stderr
    assert said == f"galet: {error.value}\n"


def test_bodies_that_overlap_are_refused(two_discs):
    two_discs.add_spheres([[0.05, 1.0]], 0.1, mass=1.0)
    with pytest.raises(galet.InputError, match="overlaps"):
        two_discs.step()


def test_shapes_of_arrays_are_checked():
    sim = galet.Simulation(3, 0.1)
    with pytest.raises(galet.InputError, match=r"position: expected an array of shape \(n, 3\), found \(1, 2\)"):
        sim.add_spheres([[0, 0]], 0.1, mass=1.0)
    with pytest.raises(galet.InputError, match="radius: expected one for all"):
        sim.add_spheres([[0, 0, 0]], [0.1, 0.2], mass=1.0)


def test_more_of_everything_between_steps(two_discs):
    two_discs.step(5)
    before = two_discs.position.copy()
    two_discs.add_spheres([[3.0, 1.0]], 0.1, density=100.0, velocity=[0, 1], name="new")
    assert len(two_discs) == 3 and np.array_equal(two_discs.position[:2], before)
    two_discs.add_force(galet.Constant([5.0, 0]), on="new")
    two_discs.add_half_space([4, 0], [-1, 0])
    two_discs.run(until=3.0)
    assert two_discs.position[2] == pytest.approx([3.9, 0.1], abs=1e-6)
    # A contact that is almost closed takes what remains of the gap by a little work of the scheme, no more.
    assert two_discs.totals["worst_energy_imbalance"] < 1e-10
    with pytest.raises(galet.InputError, match="overlaps"):
        two_discs.add_spheres([[3.9, 0.1]], 0.1, mass=1.0)
    assert len(two_discs) == 3


def test_positions_are_moved_with_a_check(two_discs):
    moved = two_discs.position + [1.0, 0.5]
    two_discs.position = moved
    assert np.array_equal(two_discs.position, moved)
    with pytest.raises(galet.InputError, match="overlaps"):
        two_discs.position = [[0, 1], [0, 1.1]]
    with pytest.raises(galet.InputError, match="obstacle 0"):
        two_discs.position = [[0, 0.05], [2, 2]]
    with pytest.raises(galet.InputError, match="shape"):
        two_discs.position = [[0, 1]]
    assert np.array_equal(two_discs.position, moved)


def test_triggers(two_discs):
    seen = []
    two_discs.every(3, lambda s: seen.append(("every", s.steps_done)))
    two_discs.at(0.05, lambda s: seen.append(("at", s.steps_done)))
    two_discs.when(lambda s: s.position[0, 1] < 0.99, lambda s: s.stop())
    two_discs.run(until=1.0)
    # 9.81e-4 n (n + 1) / 2 > 0.01 first at n = 5
    assert seen == [("every", 3), ("at", 5)] and two_discs.steps_done == 5
    two_discs.run(until=0.07)


def test_a_trigger_can_be_cancelled(two_discs):
    calls = []
    trigger = two_discs.every(1, lambda s: calls.append(s.steps_done))
    two_discs.step(2)
    trigger.cancel()
    two_discs.step(2)
    assert calls == [1, 2]


def test_run_needs_to_know_how_far(two_discs):
    with pytest.raises(galet.InputError, match="until"):
        two_discs.run()
    two_discs.run(until=0.1)
    two_discs.run(steps=3)
    assert two_discs.steps_done == 13


def test_failed_steps_raise_and_change_nothing():
    sim = galet.load("settled-2d", set={"bodies.0.count": 200, "solver.max_iterations": 1, "solver.tolerance": 1e-9})
    sim_steps = 0
    with pytest.raises(galet.StepError, match="could not be solved"):
        for _ in range(200):
            before = sim.position.copy()
            sim.step()
            sim_steps += 1
    assert np.array_equal(sim.position, before) and sim.steps_done == sim_steps


def test_contacts_carry_the_weight():
    sim = galet.Simulation(2, 0.01)
    sim.add_spheres([[0, 0.1], [0, 0.3]], 0.1, mass=[1.0, 2.0])
    sim.add_half_space([0, 0], [0, 1])
    sim.add_force(galet.Gravity([0, -10.0]))
    sim.step(20)
    contacts = sim.contacts
    impulse = {(int(i), int(j)): p for i, j, p in zip(contacts.first, contacts.second, contacts.impulse)}
    assert impulse[0, -1] == pytest.approx(0.3, rel=1e-6) and impulse[0, 1] == pytest.approx(0.2, rel=1e-6)


def test_history_has_the_columns_of_the_file(two_discs):
    two_discs.step(4)
    history = two_discs.history
    assert list(history["step"]) == [1, 2, 3, 4]
    assert history.dtype.names[-2:] == ("momentum_y", "seconds")
    assert history["momentum_y"] == pytest.approx(-3 * 0.0981 * np.arange(1, 5))


def test_interrupt_ends_the_run_cleanly(tmp_path):
    script = (
        "import galet, sys\n"
        "sim = galet.load('impact', set={'simulation.step': 1e-4, 'bodies.0.count': 200})\n"
        "print('go', flush=True)\n"
        "try:\n"
        "    sim.run(out=sys.argv[1])\n"
        "except KeyboardInterrupt:\n"
        "    print('stopped', sim.steps_done, flush=True)\n"
    )
    out = tmp_path / "out"
    process = subprocess.Popen([sys.executable, "-c", script, out], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "go\n"
    while not (out / "history.csv").exists() or (out / "history.csv").stat().st_size < 2000:
        time.sleep(0.05)
        assert process.poll() is None
    os.kill(process.pid, signal.SIGINT)
    said = process.communicate(timeout=60)[0].split()
    assert process.returncode == 0 and said[0] == "stopped"
    result = galet.open(out)
    assert result.summary["verdict"].startswith("interrupted") and len(result.history) == int(said[1])
    resumed = galet.resume(out)
    assert resumed.steps_done == int(said[1])
    resumed.run(steps=2)
    assert len(galet.open(out).history) == int(said[1]) + 2


def test_progress_in_a_notebook(two_discs, monkeypatch):
    shown = []

    class Display:
        def update(self, html):
            shown.append(html)

    class ZMQInteractiveShell:
        pass

    import types

    ipython = types.ModuleType("IPython")
    ipython.get_ipython = ZMQInteractiveShell
    display = types.ModuleType("IPython.display")
    display.HTML = str
    display.display = lambda html, display_id: (shown.append(html), Display())[1]
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    monkeypatch.setitem(sys.modules, "IPython.display", display)
    two_discs.run(until=0.1)
    assert 'value="10" max="10"' in shown[-1] and "step 10/10" in shown[-1]


def test_progress_as_lines(two_discs, monkeypatch, capsys):
    monkeypatch.setattr("galet.progress._PLAIN_SECONDS", 0.0)
    two_discs.run(until=0.03, progress=True)
    assert capsys.readouterr().err.count("step 3/3") == 1


def test_threads_give_the_same_bits():
    ends = []
    try:
        for threads in (1, 3):
            galet.set_threads(threads)
            sim = galet.load("impact", set={"bodies.0.count": 500})
            sim.run()
            ends.append(sim.position.copy())
    finally:
        galet.set_threads()
    assert np.array_equal(*ends)


def test_sweeping_scene():
    rows = galet.load("moving-disc").run()
    assert rows["time"][0] == 0 and np.all(rows["distance"] < 1e-9)
