// Every method on the set of problems, to certified error bounds; what they answer beside the interior point's answer.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "bench/benchmarks.hpp"
#include "bench/pass_bytes.hpp"
#include "bench/problem_set.hpp"
#include "galet/core/parallel.hpp"
#include "galet/core/timer.hpp"
#include "galet/solvers/solver.hpp"

namespace galet::app {
namespace {

/// No method may take much longer than this for one problem [s].
constexpr double kPatience = 60;
/// Nor more iterations than this.
constexpr double kMostIterations = 200000;

/// Contacts in space up to which the interior point is tried: a factor costs their square.
constexpr Index kMostFactored = 40000;

constexpr std::array kTolerances = {1e-2, 1e-3, 1e-4};

struct Measured {
    Solution solution;
    double seconds = 0;
};

Measured solve_cold(const std::string& method, const ContactProblem& problem, double tolerance, double violation) {
    Measured measured;
    measured.solution.force.assign(problem.contacts(), 0.0);
    Limits limits;
    limits.error_bound = tolerance;
    limits.violation = violation;
    // Some 10 ns a contact and pass; methods that factor stop by themselves.
    limits.max_iterations = static_cast<std::int64_t>(
        std::min(kMostIterations, kPatience / (10e-9 * std::max<Index>(problem.contacts(), 1))));
    const auto solver = make_solver({method});
    const Timer timer;
    solver->solve(problem, limits, measured.solution);
    measured.seconds = timer.seconds();
    return measured;
}

/// |u - v|_M over the larger of |U|_M and |u|_M.
double difference(const ContactProblem& problem, const Solution& solution, const std::vector<double>& other) {
    double apart = 0, free = 0, now = 0;
    const auto d = static_cast<std::size_t>(problem.dimension);
    for (std::size_t k = 0; k < other.size(); ++k) {
        const double mass = 1 / problem.inverse_mass[k / d], u = solution.velocity[k], U = problem.free_velocity[k];
        apart += mass * (u - other[k]) * (u - other[k]);
        free += mass * U * U;
        now += mass * u * u;
    }
    return std::sqrt(apart / (std::max(free, now) + problem.energy_outside));
}

/// What a problem's table is made with.
struct Table {
    const ContactProblem& problem;
    double tolerance, violation, triad;
    std::vector<double> reference;  ///< velocities at the tightest tolerance; empty: not solved
    double auto_seconds = 0;
};

nlohmann::json row_of(const std::string& method, const Measured& measured, const Table& table) {
    const Solution& solution = measured.solution;
    const Index contacts = std::max<Index>(table.problem.contacts(), 1);
    const double pass = measured.seconds / static_cast<double>(std::max<std::int64_t>(solution.passes, 1));
    const double bytes = least_bytes(method, table.problem.dimension, table.problem.bodies(), contacts);
    const bool solved = solution.status == Status::converged;
    const double apart = table.reference.empty() ? -1 : difference(table.problem, solution, table.reference);
    const double ratio = measured.seconds / table.auto_seconds;
    fmt::print(stderr, "  {:<15} {:>10} {:>9} {:>9.3f} {:>8.2f} {:>7.1f} {:>6.0f} {:>6.0f} {:>10}  {}{}{}\n", method,
               solution.iterations, solution.passes, measured.seconds, ratio, pass * 1e9 / contacts, bytes / contacts,
               100 * bytes / pass / table.triad, apart < 0 ? "" : fmt::format("{:.1e}", apart),
               solved ? "" : fmt::format("not solved, bound {:.1e}; ", solution.certificate.error_bound),
               solved && apart > table.tolerance ? "DIFFERS; " : "", solution.note);
    return {{"method", method},
            {"solved", solved},
            {"iterations", solution.iterations},
            {"passes", solution.passes},
            {"seconds", measured.seconds},
            {"ratio_to_auto", ratio},
            {"ns_per_contact_pass", pass * 1e9 / contacts},
            {"bytes_per_contact_pass", bytes / contacts},
            {"part_of_triad", bytes / pass / table.triad},
            {"difference", apart < 0 ? nlohmann::json() : nlohmann::json(apart)},
            {"error_bound", solution.certificate.error_bound},
            {"violation_m", solution.certificate.violation},
            {"note", solution.note}};
}

}  // namespace

nlohmann::json bench_solvers(const BenchOptions& options) {
    set_thread_count(1);
    const double triad = triad_bandwidth();
    fmt::print(
        stderr,
        "ns and bytes: of a contact in a pass; triad: the part of the memory's {:.1f} GB/s that these bytes are;\n"
        "difference: |u - v|_M / max(|U|_M, |u|_M) to the interior point's v, certified {:.0e} (to that of auto in "
        "space\n"
        "with more than {} contacts, where factors are not affordable)\n",
        triad * 1e-9, kTolerances.back(), kMostFactored);
    const std::filesystem::path folder = "out/bench-problems";
    nlohmann::json result = nlohmann::json::array();
    std::map<std::string, std::map<Index, double>> passes;  // of auto at 1e-3, by scene and bodies
    for (const ProblemCase& which : problem_set()) {
        if (!options.wants(which.bodies)) continue;
        const StoredProblem stored = make_problem(which, folder);
        const double violation = violation_limit(which);
        std::set<std::string> failed;  // at a looser tolerance: not tried again
        if (stored.problem.dimension == 3 && stored.problem.contacts() > kMostFactored) failed.insert("interior-point");
        const std::string exact = failed.empty() ? "interior-point" : "auto";
        const Measured reference = solve_cold(exact, stored.problem, kTolerances.back(), violation);
        Table table{stored.problem, 0, violation, triad, {}, 0};
        if (reference.solution.status == Status::converged) table.reference = reference.solution.velocity;
        for (const double tolerance : kTolerances) {
            fmt::print(stderr, "{} with {} bodies, {} contacts, certified {:.0e}, from no forces, one thread\n",
                       which.scene, which.bodies, stored.problem.contacts(), tolerance);
            fmt::print(stderr, "  {:<15} {:>10} {:>9} {:>9} {:>8} {:>7} {:>6} {:>6} {:>10}\n", "method", "iterations",
                       "passes", "seconds", "to auto", "ns", "bytes", "triad%", "difference");
            const Measured best = solve_cold("auto", stored.problem, tolerance, violation);
            table.tolerance = tolerance;
            table.auto_seconds = best.seconds;
            if (tolerance == 1e-3) passes[which.scene][which.bodies] = static_cast<double>(best.solution.passes);
            nlohmann::json rows = nlohmann::json::array();
            rows.push_back(row_of("auto", best, table));
            for (const SolverMethod& method : solver_methods()) {
                if (!method.plain) continue;
                if (method.name == "auto" || failed.contains(method.name)) continue;
                const Measured measured = solve_cold(method.name, stored.problem, tolerance, violation);
                if (measured.solution.status != Status::converged) failed.insert(method.name);
                rows.push_back(row_of(method.name, measured, table));
            }
            result.push_back({{"scene", which.scene},
                              {"bodies", which.bodies},
                              {"contacts", stored.problem.contacts()},
                              {"tolerance", tolerance},
                              {"methods", rows}});
        }
    }
    fmt::print(stderr, "passes of auto to 1e-3 grow like N^e (settledness is not held equal):\n");
    for (const auto& [scene, by_size] : passes) {
        if (by_size.size() < 2) continue;
        const double exponent = std::log(by_size.rbegin()->second / by_size.begin()->second) /
                                std::log(static_cast<double>(by_size.rbegin()->first) / by_size.begin()->first);
        fmt::print(stderr, "  {:<12} e = {:.2f}\n", scene, exponent);
    }
    return result;
}

}  // namespace galet::app
