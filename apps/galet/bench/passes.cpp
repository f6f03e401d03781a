// One pass over the contacts, gradient and Gauss-Seidel, beside what the memory can deliver (triad).
#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "bench/benchmarks.hpp"
#include "bench/packed_spheres.hpp"
#include "bench/pass_bytes.hpp"
#include "galet/core/parallel.hpp"
#include "galet/core/timer.hpp"
#include "galet/detection/contact_search.hpp"
#include "galet/schemes/assembly.hpp"
#include "galet/solvers/solver.hpp"

namespace galet::app {
namespace {

/// Spheres that nearly all touch their six neighbours.
ContactProblem packed_problem(Index count) {
    constexpr double kPitch = 1.9, kStep = 1e-3;
    constexpr Clearance kClearance{0, Clearance::kNothing, 0};
    const Bodies bodies = packed_spheres(count, kPitch, 1);
    const Obstacles none;
    ContactSearch search(bodies, none);
    ContactSet contacts;
    search.find_likely(Motion{bodies.velocity, kStep, kClearance}, contacts);
    ContactProblem problem;
    Assembly().assemble(contacts, search.body_order(), {bodies.mass, {}, bodies.velocity, kStep}, kClearance, problem);
    return problem;
}

/// From the difference of a long and a short solve: what comes before the first pass does not count.
double seconds_a_pass(const std::string& method, const ContactProblem& problem) {
    constexpr std::int64_t kShort = 10, kLong = 50;
    struct Run {
        double seconds = 1e300;
        std::int64_t passes = 0;
    };
    const auto run = [&](std::int64_t iterations, Run& best) {
        Solution solution;
        solution.force.assign(problem.contacts(), 0.0);
        Limits limits;
        limits.error_bound = limits.violation = -1;
        limits.max_iterations = iterations;
        const auto solver = make_solver({method});
        const Timer timer;
        solver->solve(problem, limits, solution);
        best = {std::min(best.seconds, timer.seconds()), solution.passes};
    };
    Run few, many;
    for (int repeat = 0; repeat < 5; ++repeat) {
        run(kShort, few);
        run(kLong, many);
    }
    return (many.seconds - few.seconds) / static_cast<double>(many.passes - few.passes);
}

}  // namespace

nlohmann::json bench_passes(const BenchOptions& options) {
    set_thread_count(1);
    const double triad = triad_bandwidth();
    fmt::print(stderr, "one pass, packed spheres, one thread; triad {:.1f} GB/s\n", triad * 1e-9);
    nlohmann::json rows = nlohmann::json::array();
    for (const Index bodies : {1000, 10000, 100000, 1000000}) {
        if (!options.wants(bodies)) continue;
        const ContactProblem problem = packed_problem(bodies);
        for (const std::string method : {"apgd", "nlgs"}) {
            const double seconds = seconds_a_pass(method, problem);
            const Index contacts = problem.contacts();
            const double bytes = least_bytes(method, problem.dimension, problem.bodies(), contacts);
            fmt::print(stderr, "  {:>8} bodies  {:<5} {:5.1f} ns a contact, {:4.0f} bytes, {:3.0f}% of triad\n", bodies,
                       method, seconds * 1e9 / contacts, bytes / contacts, 100 * bytes / seconds / triad);
            rows.push_back({{"bodies", bodies},
                            {"method", method},
                            {"ns_per_contact", seconds * 1e9 / contacts},
                            {"bytes_per_contact", bytes / contacts},
                            {"part_of_triad", bytes / seconds / triad}});
        }
    }
    return {{"triad_bytes_per_second", triad}, {"passes", rows}};
}

}  // namespace galet::app
