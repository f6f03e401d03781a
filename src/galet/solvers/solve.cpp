#include "galet/solvers/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "galet/core/error.hpp"
#include "galet/core/timer.hpp"
#include "galet/problem/natural_map.hpp"
#include "galet/solvers/active_set.hpp"
#include "galet/solvers/friction_newton.hpp"
#include "galet/solvers/friction_nlgs.hpp"
#include "galet/solvers/interior_point.hpp"
#include "galet/solvers/nlgs.hpp"
#include "galet/solvers/solver.hpp"

namespace galet {
namespace {

/// A method on a matrix. One that factors or visits contacts joins the list with one line.
struct MatrixMethod {
    std::string name;
    MatrixSolution (*solve)(const DelassusProblem&, const MatrixLimits&);
};

const std::vector<MatrixMethod>& matrix_methods() {
    static const std::vector<MatrixMethod> methods = {
        {"interior-point", solve_by_factors<InteriorPoint>},
        {"active-set", solve_by_factors<ActiveSet>},
        {"nlgs", [](const DelassusProblem& problem,
                    const MatrixLimits& limits) { return solve_nlgs(problem, SolverSettings{}, limits); }},
    };
    return methods;
}

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
}

[[noreturn]] void refuse_method(const std::string& method, const std::string& what,
                                const std::vector<std::string>& names) {
    throw InputError(Place{"", 0, "method"}, fmt::format("\"{}\" is no method for {}; there {}: {}", method, what,
                                                         names.size() == 1 ? "is" : "are", joined(names)));
}

/// `auto`: factor where W is symmetric, else visit contact by contact.
const MatrixMethod& matrix_method(std::string name, bool symmetric) {
    if (name == "auto") name = symmetric ? "interior-point" : "nlgs";
    for (const MatrixMethod& method : matrix_methods())
        if (method.name == name) return method;
    refuse_method(name, "problems that come as a matrix", matrix_method_names());
}

void require_solver(const std::string& name, bool SolverMethod::*able, const std::string& what) {
    std::vector<std::string> names;
    for (const SolverMethod& method : solver_methods())
        if (method.*able) names.push_back(method.name);
    if (std::find(names.begin(), names.end(), name) == names.end()) refuse_method(name, what, names);
}

void require_solver(const std::string& name, const ContactProblem& problem) {
    if (problem.films() > 0) require_solver(name, &SolverMethod::films, "contact problems with films");
    if (problem.has_friction()) {
        require_solver(name, problem.convex ? &SolverMethod::convex : &SolverMethod::friction,
                       problem.convex ? "the convex relaxation of friction" : "contact problems with friction");
    } else {
        require_solver(name, &SolverMethod::plain, "contact problems without friction");
    }
}

/// The normal part alone.
void take_friction_away(ContactProblem& problem) {
    for (auto* values : {&problem.friction, &problem.inverse_inertia, &problem.free_spin, &problem.arm, &problem.drive})
        values->clear();
}

/// Residuals of problems with friction, where none is asked for.
constexpr double kFrictionTolerance = 1e-6, kMatrixFrictionTolerance = 1e-9;

std::int64_t positive(const std::vector<double>& values) {
    return std::count_if(values.begin(), values.end(), [](double x) { return x > 0; });
}

void measure(const ContactProblem& problem, const Solution& solution, SolveReport& report) {
    ContactOperator op;
    op.assign(problem, RowScaling::unit_diagonal);
    std::vector<double> z(solution.force.size());
    op.from_force(solution.force, z);
    LaneArray u(op.velocity_size());
    op.velocity(z, u);
    const DualMeasure dual = measure_dual(op, z, u);
    report.residual = dual.residual;
    report.objective = dual.objective;
}

/// 1/2 p'W p + b'p [J] of vectors of impulses.
double dual_value(std::span<const double> p, std::span<const double> u, std::span<const double> b) {
    double sum = 0;
    for (std::size_t k = 0; k < p.size(); ++k) sum += 0.5 * p[k] * (u[k] + b[k]);
    return sum;
}

void measure_with_friction(const ContactProblem& problem, const Solution& solution, SolveReport& report) {
    const ConeProblem cones = cones_of(problem);
    const std::vector<double> p = impulses_in_axes(problem, solution.force, solution.tangential);
    std::vector<double> u(p.size());
    velocities(cones, p, u);
    report.measure = solution.measure;
    report.error = measure_cones(cones, p, u).error;
    report.residual = solution.measure.residual;
    report.objective = dual_value(p, u, cones.rows.b);
    report.error_bound_of = "";
}

/// Of (p, w): the gap p.max(w, 0), the violation as a rate, and sqrt(2 gap) relative to sqrt(p'W p) = |u - U|_M, since
/// a matrix does not know U. Where W p + b is monotone, p is within sqrt(gap) of the solution for b + max(0, -w) in the
/// norm of W.
Certificate certify(const DelassusProblem& problem, const MatrixSolution& solution) {
    Certificate certificate;
    double square = 0;
    for (Index c = 0; c < problem.contacts(); ++c) {
        const double p = solution.impulse[c], w = solution.rate[c];
        certificate.gap += p * std::max(w, 0.0);
        certificate.violation = std::max(certificate.violation, p > 0 ? std::abs(w) : -w);
        square += p * (w - problem.b[c]);
    }
    if (certificate.gap > 0 && square > 0) certificate.error_bound = std::sqrt(2 * certificate.gap / square);
    return certificate;
}

}  // namespace

const char* text_of(Status status) {
    switch (status) {
        case Status::converged:
            return "converged";
        case Status::iteration_limit:
            return "iteration limit";
        case Status::objective_limit:
            return "objective limit";
        case Status::not_finite:
            return "not finite";
    }
    return "unknown";
}

std::vector<std::string> matrix_method_names() {
    std::vector<std::string> names;
    for (const MatrixMethod& method : matrix_methods()) names.push_back(method.name);
    return names;
}

SolveReport solve_contacts(const ContactProblem& given, const std::vector<double>& force,
                           const std::vector<double>& tangential, const SolveOptions& options) {
    ContactProblem problem = given;
    if (options.frictionless) take_friction_away(problem);
    require_solver(options.method, problem);
    SolveReport report;
    report.friction = problem.has_friction();
    report.method = options.method;
    report.contacts = problem.contacts();
    report.violation_unit = "m";
    report.error_bound_of = "max(|U|_M, |u|_M)";

    Limits limits;
    if (report.friction) limits.error_bound = kFrictionTolerance;
    if (options.tolerance) limits.error_bound = *options.tolerance;
    if (options.violation) limits.violation = *options.violation;
    limits.max_iterations = options.max_iterations;
    if (options.history) limits.trace = &report.history;
    problem.leeway = std::min(problem.leeway, (report.friction ? 1.0 : 0.5) * limits.violation);
    Solution solution;
    if (!options.cold) solution.force = force;
    if (!options.cold && report.friction) solution.tangential = tangential;
    solution.force.resize(problem.first.size(), 0.0);
    if (report.friction) solution.tangential.resize(problem.normal.size(), 0.0);
    SolverSettings settings;
    settings.method = options.method;
    settings.local = options.local;
    const auto solver = make_solver(settings, report.friction);
    const Timer timer;
    solver->solve(problem, limits, solution);
    report.seconds = timer.seconds();

    report.status = solution.status;
    report.note = solution.note;
    report.iterations = solution.iterations;
    report.passes = solution.passes;
    report.certificate = solution.certificate;
    report.active = positive(solution.force);
    if (report.friction) {
        measure_with_friction(problem, solution, report);
    } else {
        measure(problem, solution, report);
    }
    for (const double f : solution.force) report.impulse.push_back(problem.step * f);
    for (const double f : solution.tangential) report.tangential.push_back(problem.step * f);
    report.velocity = std::move(solution.velocity);
    if (report.friction) report.spin = std::move(solution.spin);
    return report;
}

SolveReport solve_matrix(const DelassusProblem& problem, double asymmetry, const SolveOptions& options) {
    if (options.violation)
        throw InputError("violation: a problem that comes as a matrix knows no distances; tolerance is its residual");
    const bool symmetric = asymmetry <= kSymmetric;
    const MatrixMethod& method = matrix_method(options.method, symmetric);
    SolveReport report;
    report.method = method.name;
    report.contacts = problem.contacts();
    report.violation_unit = "m/s";
    report.error_bound_of = "|u - U|_M";

    MatrixLimits limits;
    if (options.tolerance) limits.residual = *options.tolerance;
    limits.max_iterations = options.max_iterations;
    if (options.history) limits.trace = &report.history;
    const Timer timer;
    MatrixSolution solution = method.solve(problem, limits);
    report.seconds = timer.seconds();

    report.status = solution.status;
    report.note = solution.note;
    report.iterations = report.passes = solution.iterations;
    report.certificate = certify(problem, solution);
    report.active = positive(solution.impulse);
    const DualMeasure dual = measure_dual(problem, solution.impulse, solution.rate);
    report.residual = dual.residual;
    report.objective = dual.objective;
    if (!symmetric)
        report.note += fmt::format(
            "{}W is not symmetric (to {:.1e} of its largest entry): a complementarity problem, "
            "which minimises nothing",
            report.note.empty() ? "" : "; ", asymmetry);
    report.impulse = std::move(solution.impulse);
    report.rate = std::move(solution.rate);
    return report;
}

SolveReport solve_cones(const ConeProblem& problem, const SolveOptions& options) {
    if (options.violation)
        throw InputError("violation: a problem that comes as a matrix knows no distances; tolerance is its error");
    const std::vector<double> diagonal = diagonal_of(problem.rows);
    if (std::any_of(diagonal.begin(), diagonal.end(), [](double x) { return !(x > 0); }))
        throw InputError(
            "W: expected a diagonal > 0, also along the contacts; frictionless needs that of normals only");
    MatrixLimits limits;
    limits.residual = options.tolerance.value_or(kMatrixFrictionTolerance);
    limits.max_iterations = options.max_iterations;
    SolveReport report;
    if (options.history) limits.trace = &report.history;
    SolverSettings settings;
    settings.local = options.local;
    const Timer timer;
    MatrixSolution solution;
    report.method = options.method == "auto" ? "newton" : options.method;
    if (report.method == "newton") {
        solution = solve_friction_newton(problem, limits);
    } else if (report.method == "nlgs") {
        solution = solve_friction_nlgs(problem, settings, limits);
    } else {
        refuse_method(report.method, "problems with friction that come as a matrix", {"auto", "newton", "nlgs"});
    }
    report.seconds = timer.seconds();
    report.contacts = problem.contacts();
    report.violation_unit = "m/s";
    report.friction = true;
    report.status = solution.status;
    report.note = solution.note;
    report.iterations = report.passes = solution.iterations;
    const ConeMeasure found = measure_cones(problem, solution.impulse, solution.rate);
    report.error = found.error;
    report.residual = report.measure.residual = found.residual;
    report.measure.cone_dual = found.cone_dual;
    report.measure.cone_primal = found.cone_primal;
    report.certificate = {found.deepest, found.gap, found.residual};
    report.objective = dual_value(solution.impulse, solution.rate, problem.rows.b);
    for (Index c = 0; c < problem.contacts(); ++c)
        report.active += solution.impulse[static_cast<std::size_t>(c) * problem.dimension] > 0 ? 1 : 0;
    report.impulse = std::move(solution.impulse);
    report.rate = std::move(solution.rate);
    return report;
}

}  // namespace galet
