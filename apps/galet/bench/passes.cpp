// One pass over the contacts, gradient in single and double precision and Gauss-Seidel, beside what the memory can
// deliver (triad).
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
#include "galet/solvers/apgd.hpp"
#include "galet/solvers/conflict_free.hpp"
#include "galet/solvers/face_descent.hpp"
#include "galet/solvers/gauss_seidel_sweep.hpp"
#include "galet/solvers/local/pdas.hpp"

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

/// The best of several rounds of iterations, after one that fills the caches.
template <class Iterate>
double seconds_a_pass(Index contacts, const Iterate& iterate) {
    constexpr int kRounds = 6;
    const int iterations = contacts < 1000000 ? 40 : 8;
    double best = 1e300;
    for (int round = 0; round < kRounds; ++round) {
        const Timer timer;
        for (int k = 0; k < iterations; ++k) iterate();
        best = std::min(best, timer.seconds() / iterations);
    }
    return best;
}

/// One iteration of a method that is one pass over the contacts.
template <class Method>
double iteration_seconds(Method&& method, const ContactProblem& problem) {
    ContactOperator op;
    op.assign(problem, RowScaling::unit_diagonal);
    op.add_single_precision();
    method.start(op, std::vector<double>(problem.contacts(), 0.0));
    return seconds_a_pass(problem.contacts(), [&] { method.iterate(); });
}

/// One sweep of Gauss-Seidel, without the looks at a certificate that a solve takes.
double sweep_seconds(const ContactProblem& problem) {
    ConflictFreeOrder order;
    order.assign(problem);
    ContactOperator op;
    op.assign(order.permuted(), RowScaling::none);
    std::vector<double> p(problem.contacts(), 0.0), rate(p);
    return with_dimension(problem.dimension, [&](auto dim) {
        LaneArray u = op.free_velocity();
        BodyRows<dim()> rows(op, u, order.packed());
        const Pdas local{1.0};
        return seconds_a_pass(problem.contacts(), [&] { gauss_seidel_sweep(rows, local, 1.0, p, rate); });
    });
}

double method_seconds(const std::string& method, const ContactProblem& problem) {
    if (method == "face-cg") return iteration_seconds(FaceDescent<float>(), problem);
    if (method == "apgd in single precision") return iteration_seconds(AcceleratedGradient<float>(), problem);
    if (method == "apgd") return iteration_seconds(AcceleratedGradient<double>(), problem);
    return sweep_seconds(problem);
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
        for (const std::string method : {"face-cg", "apgd in single precision", "apgd", "nlgs"}) {
            const double seconds = method_seconds(method, problem);
            const Index contacts = problem.contacts();
            const double bytes = least_bytes(method, problem.dimension, problem.bodies(), contacts);
            fmt::print(stderr, "  {:>8} bodies  {:<24} {:5.1f} ns a contact, {:4.0f} bytes, {:3.0f}% of triad\n",
                       bodies, method, seconds * 1e9 / contacts, bytes / contacts, 100 * bytes / seconds / triad);
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
