"""Results: the same bits as the program's, and what is read back."""

import subprocess

import numpy as np
import pytest

import galet

SETTINGS = {"bodies.0.count": 150, "simulation.end": 0.5}


def without_time(path):
    """history.csv as text, but for the column `seconds`."""
    lines = [line.split(",") for line in path.read_text().splitlines()]
    seconds = lines[0].index("seconds")
    return [line[:seconds] + line[seconds + 1 :] for line in lines]


@pytest.mark.parametrize("scene, settings", [("impact", SETTINGS), ("incline", {}), ("crowd", {"simulation.end": 4.0})])
def test_program_and_python_write_the_same_bits(tmp_path, program, scene, settings):
    overrides = [text for key, value in settings.items() for text in ("--set", f"{key}={value}")]
    subprocess.run([program, "run", scene, *overrides, "--out", tmp_path / "program", "--quiet"], check=True)
    galet.load(scene, set=settings).run(out=tmp_path / "python")
    ours, theirs = tmp_path / "python", tmp_path / "program"
    assert without_time(ours / "history.csv") == without_time(theirs / "history.csv")
    assert (ours / "final.csv").read_bytes() == (theirs / "final.csv").read_bytes()
    assert (ours / "scene.toml").read_text().splitlines()[1:] == (theirs / "scene.toml").read_text().splitlines()[1:]
    mine, other = galet.open(ours), galet.open(theirs)
    assert len(mine) == len(other) > 2
    for a, b in zip(mine, other):
        assert a.step == b.step and a.time == b.time
        for field in ("id", "position", "velocity", "radius", "mass"):
            assert np.array_equal(getattr(a, field), getattr(b, field))
        assert np.array_equal(a.contacts.impulse, b.contacts.impulse)


def test_frames_are_the_states(tmp_path):
    sim = galet.load("impact", set=SETTINGS)
    states = [sim.position.copy()]
    sim.every(1, lambda s: states.append(s.position.copy()))
    sim.run(out=tmp_path / "r")
    result = galet.open(tmp_path / "r")
    assert np.array_equal(result.stack("position"), states)
    assert np.array_equal(result.history, sim.history)
    assert result.times == pytest.approx(0.1 * np.arange(6))
    assert list(result.steps) == list(range(6))
    with pytest.raises(IndexError):
        result[6]


def test_history_as_a_dataframe(tmp_path):
    pandas = pytest.importorskip("pandas")
    galet.load("impact", set=SETTINGS).run(out=tmp_path / "r")
    table = galet.open(tmp_path / "r").dataframe()
    assert isinstance(table, pandas.DataFrame) and list(table["step"]) == [1, 2, 3, 4, 5]
    left = table.kinetic_energy + table.potential_energy + table.dissipated - table.scheme_energy - table.work_external
    assert np.ptp(left) < 1e-9 * abs(left).max()


def test_arrays_are_recorded_so_that_the_program_can_run_them_again(tmp_path, program):
    sim = galet.Simulation(2, 0.01, 0.3, name="mine")
    rng = np.random.default_rng(4)
    sim.add_spheres(np.column_stack([np.arange(30) * 0.3, rng.uniform(1, 2, 30)]), rng.uniform(0.1, 0.14, 30), density=7.0)
    sim.add_half_space([0, 0], [0.2, 1])
    sim.add_force(galet.Gravity([0, -9.81]))
    sim.run(out=tmp_path / "a")
    subprocess.run([program, "run", tmp_path / "a" / "scene.toml", "--out", tmp_path / "b", "--quiet"], check=True)
    assert (tmp_path / "a" / "final.csv").read_bytes() == (tmp_path / "b" / "final.csv").read_bytes()
    with pytest.raises(galet.InputError, match="already holds a result"):
        sim.run(until=0.4, out=tmp_path / "a")
    sim.run(until=0.4, out=tmp_path / "a", overwrite=True)
    assert list(galet.open(tmp_path / "a").steps) == list(range(30, 41))


def test_resume_goes_on_to_the_same_bits(tmp_path):
    whole = galet.load("impact", set=SETTINGS)
    whole.run()
    part = galet.load("impact", set=SETTINGS)
    part.run(steps=2, out=tmp_path / "r")
    del part
    resumed = galet.resume(tmp_path / "r")
    resumed.run()
    assert np.array_equal(resumed.position, whole.position)
    assert len(galet.open(tmp_path / "r").history) == 5


def test_a_folder_without_a_result():
    with pytest.raises(galet.FileError, match="holds no result"):
        galet.open("/nowhere")
    with pytest.raises(OSError):
        galet.open("/nowhere")


def test_crowd_tables(tmp_path):
    galet.load("crowd", set={"simulation.end": 4.0}).run(out=tmp_path / "r")
    result = galet.open(tmp_path / "r")
    assert result.flow.dtype.names == ("step", "time", "exit", "count", "rate")
    assert result.fields["density"].min() > 0


def test_plots(tmp_path):
    pytest.importorskip("matplotlib")
    import matplotlib.pyplot as plt

    sim = galet.load("impact", set=SETTINGS)
    sim.run(out=tmp_path / "r")
    result = galet.open(tmp_path / "r")
    assert len(result.plot().lines) == 3
    assert len(result.plot("certificate").lines) == 2
    assert result.plot("min_distance").get_ylabel() == "min distance"
    drawn = result.plot("bodies", colour=result[-1].velocity[:, 1], label="speed (m/s)").collections
    assert len(drawn[0].get_offsets()) == 150
    picture = sim.plot(colour="red").collections[0]
    sim.run(until=0.7)
    assert np.array_equal(picture.get_offsets(), result[-1].position)  # it does not move on
    with pytest.raises(ValueError, match="expected one of energy"):
        result.plot("nothing")
    spheres = galet.load("impact-3d", set={"bodies.0.count": 20})
    spheres.plot()
    line = galet.Simulation(1, 0.1)
    line.add_spheres([[0.0], [1.0]], 0.1, mass=1.0)
    line.plot()
    plt.close("all")
