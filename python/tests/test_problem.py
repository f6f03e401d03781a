"""galet as a solver, against SciPy's."""

import numpy as np
import pytest
import scipy.optimize
import scipy.sparse as sparse

import galet


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("method", ["auto", "active-set", "nlgs"])
def test_nnls(seed, method):
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(60, 25 + seed)) * (rng.random((60, 25 + seed)) < 0.5)
    A += np.eye(60, 25 + seed)
    y = rng.normal(size=60)
    x, distance = scipy.optimize.nnls(A, y)
    problem = galet.Problem.from_constraints(sparse.csr_matrix(A.T), -y)
    answer = problem.solve(method, tolerance=1e-13)
    assert answer.converged, answer.note
    assert np.abs(answer.impulse - x).max() < 1e-10
    assert abs(np.linalg.norm(answer.velocity) - distance) < 1e-10


@pytest.mark.parametrize("seed", range(4))
def test_from_matrix_dense_and_sparse(seed):
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(40, 20))
    y = rng.normal(size=40)
    W, b = A.T @ A, -A.T @ y
    x, _ = scipy.optimize.nnls(A, y)
    for matrix in (W, sparse.coo_matrix(W), sparse.csc_matrix(W)):
        answer = galet.Problem.from_matrix(matrix, b).solve()
        assert np.abs(answer.impulse - x).max() < 1e-10
        assert np.abs(answer.rate - (W @ answer.impulse + b)).max() < 1e-10
        assert answer.residual < 1e-10


@pytest.mark.parametrize("kind", ["none", "diagonal", "matrix"])
def test_from_constraints_obeys_its_conditions(kind):
    rng = np.random.default_rng(5)
    n, m = 30, 15
    G, U, d = sparse.random(m, n, 0.3, random_state=rng) + sparse.eye(m, n), rng.normal(size=n), rng.normal(size=m) - 0.5
    factor = rng.normal(size=(n, n))
    M = {"none": None, "diagonal": rng.uniform(1, 3, n), "matrix": sparse.csr_matrix(factor @ factor.T + n * np.eye(n))}[kind]
    answer = galet.Problem.from_constraints(G, U, d, M).solve()
    v, p = answer.velocity, answer.impulse
    whole = np.eye(n) if M is None else np.diag(M) if kind == "diagonal" else M.toarray()
    slack = G @ v + d
    assert p.min() >= 0 and slack.min() > -1e-10 and abs(p @ slack) < 1e-10
    assert np.abs(whole @ (v - U) - G.T @ p).max() < 1e-10


@pytest.mark.parametrize("method", ["auto", "apgd", "face-cg", "interior-point", "active-set", "bb", "nncg", "nlgs"])
def test_bodies_by_every_method(method):
    # Three beads on a line run into a wall: all stop.
    problem = galet.Problem(inverse_mass=[1.0, 0.5, 0.25], free_velocity=[[1.0], [1.0], [1.0]], first=[0, 1, -1],
                            second=[1, 2, 2], normal=[[1.0], [1.0], [-1.0]], distance=[0.0, 0.0, 0.0], step=0.1)
    answer = problem.solve(method, tolerance=1e-6, violation=1e-12)
    assert answer.converged
    assert np.abs(answer.velocity).max() < 1e-8
    assert answer.impulse == pytest.approx([1.0, 3.0, 7.0], abs=1e-8)


def test_history_of_residuals_falls():
    sim = galet.load("settled-2d", set={"bodies.0.count": 400})
    sim.step(40)
    problem = sim.problem
    answer = problem.solve("apgd", tolerance=1e-5, cold=True)
    assert answer.history["iteration"][0] < answer.history["iteration"][-1]
    assert answer.history["residual"][-1] < 1e-2 * answer.history["residual"][0]
    assert answer.contacts == problem.contacts == len(problem.arrays["distance"])


def test_limits_that_are_not_met_are_an_answer():
    sim = galet.load("settled-2d", set={"bodies.0.count": 400})
    sim.step(40)
    answer = sim.problem.solve("uzawa", tolerance=1e-6, max_iterations=3, cold=True)
    assert not answer.converged and answer.status == "iteration limit"


def test_friction_of_a_ball_on_a_floor():
    # A disc that slides with 1 m/s and is pressed down with 1 N s: friction 0.2 takes 0.2 N s.
    problem = galet.Problem(inverse_mass=[1.0], free_velocity=[[1.0, -1.0]], first=[-1], second=[0], normal=[[0.0, 1.0]],
                            distance=[0.0], friction=[0.2], inverse_inertia=[2.0], free_spin=[0.0], arm=[[0.0, 1.0]])
    answer = problem.solve(tolerance=1e-10)
    assert answer.velocity == pytest.approx(np.array([[0.8, 0.0]]), abs=1e-8)
    assert answer.tangential == pytest.approx(np.array([[-0.2, 0.0]]), abs=1e-8)
    assert answer.spin == pytest.approx([-0.4], abs=1e-8)  # I^-1 r x P = 2 * (0, -1) x (-0.2, 0)


def test_files_of_both_kinds(tmp_path):
    rng = np.random.default_rng(3)
    A = rng.normal(size=(20, 8))
    matrix = galet.Problem.from_matrix(A.T @ A, -A.T @ rng.normal(size=20))
    matrix.save(tmp_path / "matrix.h5")
    again = galet.Problem.load(tmp_path / "matrix.h5")
    assert not again.has_bodies and np.array_equal(again.solve().impulse, matrix.solve().impulse)
    sim = galet.load("impact", set={"bodies.0.count": 100})
    sim.step(8)
    sim.problem.save(tmp_path / "bodies.h5")
    other = galet.Problem.load(tmp_path / "bodies.h5")
    assert other.has_bodies
    for key, value in sim.problem.arrays.items():
        assert np.array_equal(value, other.arrays[key]), key
    copy = galet.Problem(**{k: v for k, v in other.arrays.items() if k != "dimension"})
    assert np.array_equal(copy.solve().velocity, other.solve().velocity)


def test_the_program_solves_what_was_saved(tmp_path, program):
    import json
    import subprocess

    problem = galet.Problem.from_matrix([[2.0, 1.0], [1.0, 2.0]], [-1.0, -4.0])
    problem.save(tmp_path / "p.h5")
    said = json.loads(subprocess.run([program, "solve", tmp_path / "p.h5", "--json"], capture_output=True, text=True).stdout)
    assert said["objective"] == pytest.approx(problem.solve().objective) == pytest.approx(-4.0)


@pytest.mark.parametrize(
    "make, message",
    [
        (lambda: galet.Problem.from_matrix([[1.0, 0.0]], [1.0]), "W: expected a square matrix"),
        (lambda: galet.Problem.from_matrix([[0.0]], [1.0]), "W: diagonal entry 0 is 0; expected > 0"),
        (lambda: galet.Problem.from_matrix([[1.0]], [np.nan]), "b: entry 0 is nan"),
        (lambda: galet.Problem.from_matrix([[1.0]], [1.0]).solve("magic"), 'method: "magic" is no method for problems'),
        (lambda: galet.Problem.from_matrix([[1.0]], [1.0]).solve(tolerance=0.0), "tolerance: expected a finite number > 0"),
        (lambda: galet.Problem(inverse_mass=[1.0], free_velocity=[[0.0]], first=[-1], second=[1], normal=[[1.0]],
                               distance=[0.0]), "contacts/second: entry 0 is 1; expected a body, 0 to 0"),
        (lambda: galet.Problem(inverse_mass=[1.0], free_velocity=[[0.0, 0.0]], first=[-1], second=[0],
                               normal=[[1.0, 1.0]], distance=[0.0]), "contacts/normal"),
        (lambda: galet.Problem(inverse_mass=[1.0], free_velocity=[[0.0]], first=[-1], second=[0], normal=[[1.0]],
                               distance=[0.0], fricton=[1.0]), "fricton: unknown key"),
    ],
)
def test_what_is_no_problem_is_refused(make, message):
    with pytest.raises(galet.InputError) as error:
        make()
    assert message in str(error.value)
