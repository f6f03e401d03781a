#include "validation/bd17/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "figures/chart.hpp"
#include "galet/core/timer.hpp"

namespace galet::validation {
namespace {

constexpr std::int64_t kMostSweeps = 100000;
constexpr const char* kOther = "apgd";  ///< accelerated gradients: not Gauss-Seidel
constexpr double kNoLimit = std::numeric_limits<double>::max();

/// Adds |a - b|^2 of a vector a body, weighed by what `inverse` is the inverse of; b empty: |a|^2.
void add_square(const std::vector<double>& inverse, const std::vector<double>& a, const std::vector<double>& b,
                double& square) {
    if (a.empty()) return;
    const std::size_t d = a.size() / inverse.size();
    for (std::size_t k = 0; k < a.size(); ++k) {
        const double difference = a[k] - (b.empty() ? 0.0 : b[k]);
        square += difference * difference / inverse[k / d];
    }
}

/// |u - v|_M of velocities and, with friction, spins; of the free velocity.
double difference(const ContactProblem& problem, const Solution& u, const Solution& v) {
    double square = 0, free = 0;
    add_square(problem.inverse_mass, u.velocity, v.velocity, square);
    add_square(problem.inverse_inertia, u.spin, v.spin, square);
    add_square(problem.inverse_mass, problem.free_velocity, {}, free);
    add_square(problem.inverse_inertia, problem.free_spin, {}, free);
    return free > 0 ? std::sqrt(square / free) : 0.0;
}

double sum_of(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

/// The projected step that is exact where W_cc is diagonal, as it is for spheres, and rho W = 1: without friction sbp
/// and sal are the same, with friction only the cylinder of sal is the law for a given normal impulse.
std::string twin_of_pdas(bool friction) { return friction ? "sal" : "sbp"; }

std::int64_t sweeps_to_certificate(const ContactProblem& problem, SolverSettings settings) {
    settings.criterion = Criterion::certificate;
    return solve_afresh(problem, settings).iterations;
}

}  // namespace

SolverSettings gauss_seidel(const std::string& local, double rho) {
    SolverSettings settings;
    settings.method = "nlgs";
    settings.local = local;
    settings.criterion = Criterion::epsilon_glob;
    settings.epsilon = kEpsilon;
    settings.rho = rho;
    return settings;
}

Solution solve_afresh(const ContactProblem& posed, const SolverSettings& settings, std::vector<TracePoint>* trace) {
    ContactProblem problem = posed;
    problem.leeway = 0;  // limits here are tighter than those of the run
    const bool friction = problem.has_friction();
    Limits limits;
    limits.error_bound = friction ? kResidual : kComplementarity;
    limits.violation = !friction && settings.criterion == Criterion::certificate ? kEpsilon * problem.step : kNoLimit;
    limits.max_iterations = kMostSweeps;
    limits.trace = trace;
    Solution solution;
    solution.force.assign(problem.contacts(), 0.0);
    if (friction) solution.tangential.assign(problem.normal.size(), 0.0);
    make_solver(settings, friction)->solve(problem, limits, solution);
    return solution;
}

Comparison::Comparison(std::string which, bool friction, Published published)
    : which_(std::move(which)), friction_(friction), published_(std::move(published)) {
    for (const char* local : {"pdas", "sbp", "sal", "ebp", "eal"}) {
        entries_.push_back({local, gauss_seidel(local), 0, 0, 0, 0, {}});
    }
}

void Comparison::add(const ContactProblem& problem) {
    add_twins(problem);
    Solution reference;
    for (Entry& entry : entries_) {
        const Timer timer;
        const Solution solution = solve_afresh(problem, entry.settings);
        entry.seconds += timer.seconds();
        entry.sweeps.push_back(static_cast<double>(solution.iterations));
        entry.failures += solution.status == Status::converged ? 0 : 1;
        entry.residual = std::max(entry.residual, solution.measure.residual);
        if (&entry == &entries_.front()) reference = solution;
        entry.difference = std::max(entry.difference, difference(problem, solution, reference));
    }
    add_other(problem, reference);
}

void Comparison::add_other(const ContactProblem& problem, const Solution& reference) {
    SolverSettings settings;
    settings.method = kOther;
    difference_of_other_ =
        std::max(difference_of_other_, difference(problem, solve_afresh(problem, settings), reference));
}

/// eq. 42 has other terms for pdas, which keeps a rate of its own, than for its twin: only a criterion that is the same
/// for both can show that they make the same iterates.
void Comparison::add_twins(const ContactProblem& problem) {
    pdas_certified_ += sweeps_to_certificate(problem, gauss_seidel("pdas"));
    twin_certified_ += sweeps_to_certificate(problem, gauss_seidel(twin_of_pdas(friction_), 1));
}

double Comparison::ratio(const Entry& entry) const { return sum_of(entry.sweeps) / sum_of(pdas().sweeps); }

/// " (table 2: 1.96, in seconds)", or nothing.
std::string Comparison::published(const Entry& entry) const {
    if (published_.ratio.empty()) return "";
    const std::size_t k = static_cast<std::size_t>(&entry - &pdas());
    return fmt::format(" ({}: {}, in seconds)", published_.table, k == 0 ? 1.0 : published_.ratio.at(k - 1));
}

void Comparison::judge_work(const Entry& entry, Verdict& verdict) const {
    verdict.note(fmt::format("{}{}: {:.0f} sweeps in {} problems, {:.3f} of pdas{}, {:.2f} s, {:.2f} of pdas", which_,
                             entry.name, sum_of(entry.sweeps), problems(), ratio(entry), published(entry),
                             entry.seconds, entry.seconds / pdas().seconds));
    if (entry.name == "sbp" || entry.name == "sal") {
        verdict.at_least(fmt::format("{}ranking: sweeps of {} over those of pdas, rho W = {}{}", which_, entry.name,
                                     kRho, published(entry)),
                         ratio(entry), 1.5);
    } else if (&entry != &pdas()) {
        verdict.near(which_ + "sweeps of " + entry.name + " over those of pdas", ratio(entry), 1, 1e-3);
    }
}

void Comparison::judge(Verdict& verdict) const {
    constexpr double kSameMotion = 1e-3;  // epsilon_glob bounds the mean rate of a contact, not the velocities
    verdict.at_least(which_ + "problems compared", static_cast<double>(problems()), 1);
    double failures = 0, farthest = 0, residual = 0;
    for (const Entry& entry : entries_) {
        failures += static_cast<double>(entry.failures);
        farthest = std::max(farthest, entry.difference);
        residual = std::max(residual, entry.residual);
        judge_work(entry, verdict);
    }
    verdict.near(fmt::format("{}sweeps of {} with rho W = 1 to a good certificate; expected: those of pdas", which_,
                             twin_of_pdas(friction_)),
                 static_cast<double>(twin_certified_), static_cast<double>(pdas_certified_), 0);
    verdict.near(which_ + "solves that missed " + (friction_ ? "the residual" : "epsilon_glob"), failures, 0, 0);
    verdict.at_most(which_ + "difference of a velocity to that of pdas, mass norm, of the free one", farthest,
                    kSameMotion);
    verdict.at_most(fmt::format("{}the same of {}, which is not Gauss-Seidel", which_, kOther), difference_of_other_,
                    kSameMotion);
    if (friction_) verdict.at_most(which_ + "largest residual of all local solvers", residual, kResidual);
    if (published_.ratio.empty()) return;
    verdict.note(
        fmt::format("{}one rho W does not explain all tables: table 1 asks for {}, and that gives {:.2f} here, not {}",
                    which_, kRho, ratio(entries_[1]), published_.ratio.front()));
}

void note_comparison(Verdict& verdict) {
    verdict.note("sweeps are judged, seconds (of this machine, whole solves) are not; the paper gives seconds");
    verdict.note(
        "without friction ebp, eal and pdas are one method, projected Gauss-Seidel, and so is sbp with rho W = 1");
    verdict.note(
        "with friction and spheres too: W_cc is diagonal, a contact has one answer; sal with rho W = 1 gives it");
    verdict.note("so the published ranking of sbp and sal is one of rho, which the paper does not give");
}

void draw_work_by_rho(const std::vector<ContactProblem>& problems, double published, const std::string& title,
                      const std::filesystem::path& png, Verdict& verdict) {
    const auto sweeps = [&problems](const SolverSettings& settings) {
        double sum = 0;
        for (const ContactProblem& problem : problems) {
            sum += static_cast<double>(sweeps_to_certificate(problem, settings));
        }
        return sum;
    };
    const double reference = sweeps(gauss_seidel("pdas"));
    figures::Series measured{"sbp, measured", {}, {}, figures::Mark::line_points, false, {}};
    figures::Series predicted{"(2 - ρW) / ρW", {}, {}, figures::Mark::line, true, {}};
    for (const double rho : {0.3, 0.43, 0.55, 0.7, 0.85, 1.0, 1.15, 1.3}) {
        measured.x.push_back(rho);
        measured.y.push_back(sweeps(gauss_seidel("sbp", rho)) / reference);
        predicted.x.push_back(rho);
        predicted.y.push_back((2 - rho) / rho);
    }
    // What over-relaxation theory says of slow modes: the rate of convergence is as rho W / (2 - rho W).
    const double rho = 2 / (1 + published);
    const double ratio = sweeps(gauss_seidel("sbp", rho)) / reference;
    verdict.near(fmt::format("sweeps of sbp over those of pdas with rho W = {:.3f}, chosen so that (2 - rho W) / rho W "
                             "is the published ratio",
                             rho),
                 ratio, published, 0.1 * published);
    figures::Chart chart;
    chart.title = title;
    chart.width = 1100;
    chart.panels = {{"The ranking of sbp is one of ρ; at ρW = 1 it is pdas",
                     {"ρW (pure number)", false, {}, {}},
                     {"sweeps / sweeps of pdas, to the same certificate", false, 0, {}},
                     {measured, predicted},
                     {{figures::ReferenceLine::Across::y, published, "published, in seconds"}},
                     {},
                     figures::Legend::top_right}};
    figures::write_chart(chart, png);
}

}  // namespace galet::validation
