// Every method on the set of problems, to certified error bounds.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "bench/benchmarks.hpp"
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
    // Some 20 ns a contact and pass; methods that factor stop by themselves.
    limits.max_iterations = static_cast<std::int64_t>(
        std::min(kMostIterations, kPatience / (20e-9 * std::max<Index>(problem.contacts(), 1))));
    const auto solver = make_solver({method});
    const Timer timer;
    solver->solve(problem, limits, measured.solution);
    measured.seconds = timer.seconds();
    return measured;
}

nlohmann::json row_of(const std::string& method, const Measured& measured, const Measured& best, Index contacts) {
    const Solution& solution = measured.solution;
    const double per_pass = measured.seconds * 1e9 / static_cast<double>(std::max<std::int64_t>(solution.passes, 1)) /
                            std::max<Index>(contacts, 1);
    const bool solved = solution.status == Status::converged;
    fmt::print(stderr, "  {:<15} {:>9} {:>9} {:>9.3f} {:>9.2f} {:>7.1f}  {}{}\n", method, solution.iterations,
               solution.passes, measured.seconds, measured.seconds / best.seconds, per_pass,
               solved ? "" : fmt::format("not solved, bound {:.1e}; ", solution.certificate.error_bound),
               solution.note);
    return {{"method", method},
            {"solved", solved},
            {"iterations", solution.iterations},
            {"passes", solution.passes},
            {"seconds", measured.seconds},
            {"ratio_to_auto", measured.seconds / best.seconds},
            {"ns_per_contact_pass", per_pass},
            {"error_bound", solution.certificate.error_bound},
            {"violation_m", solution.certificate.violation},
            {"note", solution.note}};
}

}  // namespace

nlohmann::json bench_solvers(const BenchOptions& options) {
    set_thread_count(1);
    const std::filesystem::path folder = "out/bench-problems";
    nlohmann::json result = nlohmann::json::array();
    std::map<std::string, std::map<Index, double>> passes;  // of auto at 1e-3, by scene and bodies
    for (const ProblemCase& which : problem_set()) {
        if (!options.wants(which.bodies)) continue;
        const StoredProblem stored = make_problem(which, folder);
        const double violation = violation_limit(which);
        std::set<std::string> failed;  // at a looser tolerance: not tried again
        for (const double tolerance : {1e-2, 1e-3, 1e-4}) {
            fmt::print(stderr, "{} with {} bodies, {} contacts, certified {:.0e}, from no forces, one thread\n",
                       which.scene, which.bodies, stored.problem.contacts(), tolerance);
            fmt::print(stderr, "  {:<15} {:>9} {:>9} {:>9} {:>9} {:>7}\n", "method", "iterations", "passes", "seconds",
                       "to auto", "ns");
            const Measured best = solve_cold("auto", stored.problem, tolerance, violation);
            if (tolerance == 1e-3) passes[which.scene][which.bodies] = static_cast<double>(best.solution.passes);
            nlohmann::json rows = nlohmann::json::array();
            rows.push_back(row_of("auto", best, best, stored.problem.contacts()));
            for (const SolverMethod& method : solver_methods()) {
                if (method.name == "auto" || failed.contains(method.name)) continue;
                const Measured measured = solve_cold(method.name, stored.problem, tolerance, violation);
                if (measured.solution.status != Status::converged) failed.insert(method.name);
                rows.push_back(row_of(method.name, measured, best, stored.problem.contacts()));
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
