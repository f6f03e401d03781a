// galet._core.ContactProblem and MatrixProblem: one problem with nothing around it.
#include <fmt/format.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <cmath>

#include "arrays.hpp"
#include "galet/io/fclib_file.hpp"
#include "galet/io/input_check.hpp"
#include "galet/io/problem_file.hpp"
#include "galet/solvers/solve.hpp"
#include "module.hpp"
#include "running.hpp"

namespace galet::python {
namespace {

/// The vectors of a contact problem and its start, by the names of docs/problem-files.md.
template <class Problem, class Visit>
void for_each_array(Problem& stored, Visit&& visit) {
    auto& p = stored.problem;
    const int d = p.dimension, spin = d == 3 ? 3 : 0;
    visit("inverse_mass", p.inverse_mass, 0);
    visit("free_velocity", p.free_velocity, d);
    visit("normal", p.normal, d);
    visit("distance", p.distance, 0);
    visit("softness", p.softness, 0);
    visit("friction", p.friction, 0);
    visit("inverse_inertia", p.inverse_inertia, 0);
    visit("free_spin", p.free_spin, spin);
    visit("arm", p.arm, 2);
    visit("drive", p.drive, d);
    visit("position", p.position, d);
    visit("force", stored.force, 0);
    visit("tangential", stored.tangential, d);
}

StoredProblem contact_problem(const py::dict& values) {
    StoredProblem stored;
    ContactProblem& problem = stored.problem;
    problem.dimension = values["dimension"].cast<int>();
    InputCheck("").require(problem.dimension >= 1 && problem.dimension <= 3, "dimension",
                           fmt::format("{}; expected 1, 2 or 3", problem.dimension));
    problem.step = values["step"].cast<double>();
    if (values.contains("leeway")) problem.leeway = values["leeway"].cast<double>();
    if (values.contains("energy_outside")) problem.energy_outside = values["energy_outside"].cast<double>();
    if (values.contains("convex")) problem.convex = values["convex"].cast<bool>();
    problem.first = to_indices(values["first"].cast<Integers>(), "first");
    problem.second = to_indices(values["second"].cast<Integers>(), "second");
    if (values.contains("film_contact"))
        problem.film_contact = to_indices(values["film_contact"].cast<Integers>(), "film_contact");
    for_each_array(stored, [&](const char* name, std::vector<double>& numbers, int) {
        if (values.contains(name)) numbers = to_vector(values[name].cast<Numbers>());
    });
    if (stored.force.empty()) stored.force.assign(problem.first.size(), 0.0);
    if (problem.has_friction() && stored.tangential.empty()) stored.tangential.assign(problem.normal.size(), 0.0);
    stored.origin.title = "Python";
    check_problem(stored, "");
    return stored;
}

py::dict arrays_of(const StoredProblem& stored) {
    const ContactProblem& problem = stored.problem;
    py::dict values;
    values["dimension"] = problem.dimension;
    values["step"] = problem.step;
    values["leeway"] = problem.leeway;
    values["energy_outside"] = problem.energy_outside;
    values["convex"] = problem.convex;
    values["first"] = array_from(std::vector<std::int64_t>(problem.first.begin(), problem.first.end()));
    values["second"] = array_from(std::vector<std::int64_t>(problem.second.begin(), problem.second.end()));
    if (!problem.film_contact.empty())
        values["film_contact"] =
            array_from(std::vector<std::int64_t>(problem.film_contact.begin(), problem.film_contact.end()));
    for_each_array(stored, [&](const char* name, const std::vector<double>& numbers, int size) {
        if (!numbers.empty()) values[name] = array_from(std::vector<double>(numbers), size);
    });
    return values;
}

/// A matrix problem, with friction or without.
struct MatrixProblem {
    DelassusProblem normal;
    ConeProblem cones;  ///< where `friction`
    bool friction = false;
    double asymmetry = 0;
};

DelassusProblem matrix_rows(const Integers& start, const Integers& column, const Numbers& value, const Numbers& b) {
    DelassusProblem rows;
    rows.start.assign(start.data(), start.data() + start.size());
    rows.column = to_indices(column, "W");
    rows.value = to_vector(value);
    rows.b = to_vector(b);
    const InputCheck check("");
    check.require_finite("W", rows.value);
    check.require_finite("b", rows.b);
    return rows;
}

void require_diagonal(const DelassusProblem& rows, int each) {
    for (Index c = 0; c < rows.contacts(); c += each) {
        double diagonal = 0;
        for (std::int64_t k = rows.start[c]; k < rows.start[c + 1]; ++k)
            if (rows.column[static_cast<std::size_t>(k)] == c) diagonal = rows.value[static_cast<std::size_t>(k)];
        InputCheck("").require(diagonal > 0, "W", fmt::format("diagonal entry {} is {}; expected > 0", c, diagonal));
    }
}

MatrixProblem matrix_problem(const Integers& start, const Integers& column, const Numbers& value, const Numbers& b,
                             const std::optional<Numbers>& friction, int dimension) {
    MatrixProblem problem;
    DelassusProblem rows = matrix_rows(start, column, value, b);
    require_diagonal(rows, 1);
    if (!friction) {
        problem.asymmetry = asymmetry(rows);
        problem.normal = std::move(rows);
        return problem;
    }
    problem.friction = true;
    problem.cones = {dimension, std::move(rows), to_vector(*friction)};
    const InputCheck check("");
    check.require(dimension == 2 || dimension == 3, "dimension", fmt::format("{}; expected 2 or 3", dimension));
    check.require_not_negative("friction", problem.cones.friction);
    check.require_length("b", problem.cones.rows.b.size(), problem.cones.friction.size() * dimension);
    return problem;
}

py::object load(const std::filesystem::path& path) {
    if (is_problem_file(path)) return py::cast(read_problem(path));
    if (!is_fclib_file(path))
        throw InputError(path.string() + ": neither a contact problem of galet nor an FCLIB problem");
    FclibProblem file = read_fclib(path);
    MatrixProblem problem;
    problem.normal = std::move(file.normal);
    problem.asymmetry = file.asymmetry;
    problem.friction = file.friction > 0;
    if (problem.friction) problem.cones = std::move(file.cones);
    return py::cast(std::move(problem));
}

py::dict rows_of(const MatrixProblem& problem) {
    const DelassusProblem& rows = problem.friction ? problem.cones.rows : problem.normal;
    py::dict values;
    values["start"] = array_from(std::vector<std::int64_t>(rows.start.begin(), rows.start.end()));
    values["column"] = array_from(std::vector<std::int64_t>(rows.column.begin(), rows.column.end()));
    values["value"] = array_from(std::vector<double>(rows.value));
    values["b"] = array_from(std::vector<double>(rows.b));
    if (problem.friction) values["friction"] = array_from(std::vector<double>(problem.cones.friction));
    values["dimension"] = problem.friction ? problem.cones.dimension : 1;
    return values;
}

SolveOptions options_of(const py::dict& given) {
    SolveOptions options;
    options.method = given["method"].cast<std::string>();
    options.local = given["local"].cast<std::string>();
    options.tolerance = given["tolerance"].cast<std::optional<double>>();
    options.violation = given["violation"].cast<std::optional<double>>();
    options.max_iterations = given["max_iterations"].cast<std::int64_t>();
    options.frictionless = given["frictionless"].cast<bool>();
    options.cold = given["cold"].cast<bool>();
    options.history = true;
    const InputCheck check("");
    for (const auto& [name, value] :
         {std::pair("tolerance", options.tolerance), std::pair("violation", options.violation)})
        check.require(!value || (*value > 0 && std::isfinite(*value)), name, "expected a finite number > 0");
    check.require(options.max_iterations > 0, "max_iterations", "expected a number > 0");
    bool known = false;
    for (const SolverMethod& local : local_solvers()) known = known || local.name == options.local;
    check.require(known, "local", fmt::format("\"{}\"; expected sbp, sal, ebp, eal or pdas", options.local));
    return options;
}

py::array history_of(const std::vector<TracePoint>& points) {
    std::vector<double> table;
    for (const TracePoint& point : points)
        table.insert(table.end(), {static_cast<double>(point.iteration), static_cast<double>(point.passes),
                                   point.seconds, point.residual, point.certificate.gap, point.certificate.error_bound,
                                   point.certificate.violation});
    return array_from(std::move(table), 7);
}

py::dict answer_of(SolveReport report, int dimension) {
    py::dict values;
    values["method"] = report.method;
    values["status"] = text_of(report.status);
    values["converged"] = report.status == Status::converged;
    values["note"] = report.note;
    values["iterations"] = report.iterations;
    values["passes"] = report.passes;
    values["contacts"] = report.contacts;
    values["active"] = report.active;
    values["objective"] = report.objective;
    values["gap"] = report.certificate.gap;
    values["error_bound"] = report.certificate.error_bound;
    values["violation"] = report.certificate.violation;
    values["residual"] = report.residual;
    values["error"] = report.friction ? py::object(py::float_(report.error)) : py::none();
    values["seconds"] = report.seconds;
    values["history"] = history_of(report.history);
    values["impulse"] = array_from(std::move(report.impulse));
    values["tangential"] = array_from(std::move(report.tangential), dimension);
    values["velocity"] = array_from(std::move(report.velocity), dimension);
    values["spin"] = array_from(std::move(report.spin), dimension == 3 ? 3 : 0);
    values["rate"] = array_from(std::move(report.rate));
    return values;
}

py::dict solve(const StoredProblem& stored, const py::dict& given) {
    const SolveOptions options = options_of(given);
    SolveReport report;
    {
        const py::gil_scoped_release release;
        report = solve_contacts(stored.problem, stored.force, stored.tangential, options);
    }
    return answer_of(std::move(report), stored.problem.dimension);
}

py::dict solve(const MatrixProblem& problem, const py::dict& given) {
    const SolveOptions options = options_of(given);
    if (problem.friction && options.frictionless && problem.normal.b.empty())
        throw InputError("frictionless: give the normal rows and columns alone");
    SolveReport report;
    {
        const py::gil_scoped_release release;
        report = problem.friction && !options.frictionless ? solve_cones(problem.cones, options)
                                                           : solve_matrix(problem.normal, problem.asymmetry, options);
    }
    return answer_of(std::move(report), 1);
}

StoredProblem of_last_step(const Running& running) {
    StoredProblem stored;
    stored.problem = running.simulation().problem();
    stored.force.assign(stored.problem.first.size(), 0.0);
    if (stored.problem.has_friction()) stored.tangential.assign(stored.problem.normal.size(), 0.0);
    stored.origin = {running.scene().title.empty() ? running.scene().name : running.scene().title,
                     running.simulation().world().step, running.simulation().world().time};
    return stored;
}

}  // namespace

void bind_problem(py::module_& module) {
    using Solve = py::dict (*)(const StoredProblem&, const py::dict&);
    using SolveMatrix = py::dict (*)(const MatrixProblem&, const py::dict&);
    py::class_<StoredProblem>(module, "ContactProblem")
        .def(py::init(&contact_problem))
        .def("save", [](const StoredProblem& self, const std::filesystem::path& path) { write_problem(path, self); })
        .def("solve", static_cast<Solve>(&solve))
        .def_property_readonly("arrays", &arrays_of);
    py::class_<MatrixProblem>(module, "MatrixProblem")
        .def(py::init(&matrix_problem))
        .def("save",
             [](const MatrixProblem& self, const std::filesystem::path& path) {
                 self.friction ? write_fclib(path, self.cones) : write_fclib(path, self.normal);
             })
        .def("solve", static_cast<SolveMatrix>(&solve))
        .def_property_readonly("arrays", &rows_of);
    module.def("load_problem", &load);
    module.def("problem_of", &of_last_step);
}

}  // namespace galet::python
