// How the passes of `auto` grow with the number of spheres, in packings that are equally settled. dz = 1 - pushing /
// (3 N) says how far a packing is from having as many contacts that push as there are motions; the nearer, the softer
// its softest motions. Sizes are compared by a fit of passes = a N^e dz^s over many states.
#include <fmt/core.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <optional>
#include <thread>

#include "bench/benchmarks.hpp"
#include "bench/problem_set.hpp"
#include "galet/core/parallel.hpp"
#include "galet/core/timer.hpp"
#include "galet/simulation/simulation.hpp"
#include "galet/solvers/solver.hpp"

namespace galet::app {
namespace {

constexpr double kTolerance = 1e-3, kStep = 0.005;

/// Which states of a packing are taken.
struct Size {
    Index bodies;
    std::int64_t first, every, last;  ///< steps
};
constexpr Size kSizes[] = {{1000, 80, 20, 400}, {10000, 110, 25, 310}, {100000, 170, 25, 320}};

struct State {
    double bodies, dz, passes, seconds, contacts;
};

/// A solve from no forces, as tight as the defaults of a scene ask for, by one thread. Nothing where it fails or where
/// more contacts push than there are motions.
std::optional<State> measure(ContactProblem problem, Index bodies) {
    const double violation = violation_limit({"settled-3d", bodies, 0});
    problem.leeway = 0.5 * violation;
    Limits limits;
    limits.error_bound = kTolerance;
    limits.violation = violation;
    Solution solution;
    solution.force.assign(problem.contacts(), 0.0);
    const auto solver = make_solver({"auto"});
    set_thread_count(1);
    const Timer timer;
    solver->solve(problem, limits, solution);
    const double seconds = timer.seconds();
    const auto pushing = std::count_if(solution.force.begin(), solution.force.end(), [](double f) { return f > 0; });
    const double dz = 1 - static_cast<double>(pushing) / (3.0 * bodies);
    fmt::print(stderr, "  {:>6} {:>7} {:>8.4f} {:>7} {:>8.2f} {:>6.1f}{}\n", bodies, problem.contacts(), dz,
               solution.passes, seconds, seconds * 1e9 / static_cast<double>(solution.passes) / problem.contacts(),
               solution.status == Status::converged ? "" : "  not solved");
    if (solution.status != Status::converged || !(dz > 0)) return std::nullopt;
    return State{static_cast<double>(bodies), dz, static_cast<double>(solution.passes), seconds,
                 static_cast<double>(problem.contacts())};
}

/// Settles with looser limits, by all threads: the way there does not matter.
void add_states(const Size& size, std::vector<State>& states) {
    Scene scene = settling_scene(size.bodies, kStep, 1000);
    Simulation simulation(std::move(scene.world), scene.settings);
    const int all = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    for (std::int64_t n = 1; n <= size.last; ++n) {
        set_thread_count(all);
        if (!simulation.step()) return;
        if (n < size.first || (n - size.first) % size.every != 0) continue;
        if (const auto state = measure(simulation.problem(), size.bodies)) states.push_back(*state);
    }
}

}  // namespace

nlohmann::json bench_growth(const BenchOptions& options) {
    fmt::print(
        stderr,
        "settled spheres, from no forces to certified {:.0e}, one thread; dz = 1 - pushing / 3N; ns: of a contact "
        "in a pass\n  {:>6} {:>7} {:>8} {:>7} {:>8} {:>6}\n",
        kTolerance, "bodies", "contacts", "dz", "passes", "seconds", "ns");
    std::vector<State> states;
    for (const Size& size : kSizes) {
        if (options.wants(size.bodies)) add_states(size, states);
    }
    nlohmann::json rows = nlohmann::json::array();
    for (const State& s : states) {
        rows.push_back({{"bodies", s.bodies},
                        {"dz", s.dz},
                        {"passes", s.passes},
                        {"seconds", s.seconds},
                        {"ns_per_contact_pass", s.seconds * 1e9 / s.passes / s.contacts}});
    }
    nlohmann::json result = {{"states", rows}};
    if (options.bodies != 0) return result;
    const auto count = static_cast<Eigen::Index>(states.size());
    Eigen::MatrixXd known(count, 3);
    Eigen::VectorXd passes(count);
    for (Eigen::Index k = 0; k < count; ++k) {
        known.row(k) << 1, std::log(states[k].bodies), std::log(states[k].dz);
        passes[k] = std::log(states[k].passes);
    }
    const Eigen::Vector3d fit = known.colPivHouseholderQr().solve(passes);
    fmt::print(stderr, "passes = {:.0f} N^{:.3f} dz^{:.3f}, typically within {:.0f}%\n", std::exp(fit[0]), fit[1],
               fit[2], 100 * std::sqrt((known * fit - passes).squaredNorm() / static_cast<double>(count)));
    result["fit"] = {{"factor", std::exp(fit[0])}, {"exponent_of_N", fit[1]}, {"exponent_of_dz", fit[2]}};
    return result;
}

}  // namespace galet::app
