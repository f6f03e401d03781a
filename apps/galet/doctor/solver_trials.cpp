#include "doctor/solver_trials.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "doctor/dense_model.hpp"
#include "galet/laws/coulomb.hpp"
#include "galet/problem/cone_problem.hpp"
#include "galet/solvers/solve.hpp"
#include "galet/solvers/solver.hpp"

namespace galet::doctor {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

/// What solvers are asked for: about the tightest that can be certified; with friction, the residual.
constexpr double kErrorBound = 1e-6, kViolation = 1e-12, kFrictionResidual = 1e-7;
/// Iterations after which a method may give up: some tenths of a second.
constexpr std::int64_t kPatience = 20000;
/// Differences that are rounding, relative; of residuals measured in another way, a factor.
constexpr double kRounding = 1e-9, kOtherMeasure = 10;
/// Answers of Coulomb's law further apart than this are different ones.
constexpr double kAnother = 1e-4;

bool solves(const SolverMethod& method, const ContactProblem& problem) {
    if (problem.films() > 0 && !method.films) return false;
    if (!problem.has_friction()) return method.plain;
    return problem.convex ? method.convex : method.friction;
}

/// An answer and how far it is from the conditions, contact by contact.
struct Answer {
    VectorXd p, v;            ///< impulses, motion
    double gap = 0;           ///< p.w of what pushes [J]
    std::vector<double> off;  ///< distance of w to where it may be: >= 0, the dual cone, 0 for films [m/s]
};

Answer measured(const BuiltInProblem& built_in, const DenseModel& model, VectorXd p, VectorXd v) {
    const Index contacts = built_in.problem.contacts(), pushing = contacts - model.films;
    const VectorXd w = model.rate(p);
    Answer answer{std::move(p), std::move(v), 0, {}};
    for (Index c = 0; c < contacts; ++c) {
        const auto own = w.segment(c * model.block, model.block);
        const double f = built_in.problem.has_friction() ? built_in.problem.friction[static_cast<std::size_t>(c)] : 0.0;
        const double slip = own.tail(model.block - 1).norm();
        answer.off.push_back(c < pushing ? distance_to_dual_cone(own[0], slip, f) : std::abs(own[0]));
        if (c < pushing) answer.gap += own.dot(answer.p.segment(c * model.block, model.block));
    }
    return answer;
}

/// What the certificate of one answer allows it to differ from another by, in the mass norm [sqrt(J)]:
///   |v_a - v_b|_M^2 = (p_a - p_b).(w_a - w_b) <= p_a.w_a + p_b.w_b - p_a.w_b - p_b.w_a,
/// where -p_a.w_b is at most |p_a| times the distance of w_b to where it may be. `gap` and `off` are what the solver
/// says of its own answer a; b is measured. Rows of films may push and pull: |p_a - p_b| (off_a + off_b).
double allowed(const DenseModel& model, const Answer& a, double gap, double off, const Answer& b) {
    const auto contacts = static_cast<Index>(b.off.size());
    double square = std::max(0.0, gap) + std::max(0.0, b.gap);
    for (Index c = 0; c < contacts; ++c) {
        const auto own = a.p.segment(c * model.block, model.block), other = b.p.segment(c * model.block, model.block);
        const double b_off = b.off[static_cast<std::size_t>(c)];
        square +=
            c < contacts - model.films ? own.norm() * b_off + other.norm() * off : (own - other).norm() * (off + b_off);
    }
    return std::sqrt(square);
}

struct Tried {
    SolveReport report;
    Answer answer;
};

Tried try_method(const std::string& method, const BuiltInProblem& built_in, const DenseModel& model) {
    const ContactProblem& problem = built_in.problem;
    SolveOptions options;
    options.method = method;
    options.tolerance = problem.has_friction() ? kFrictionResidual : kErrorBound;
    options.violation = kViolation;
    if (problem.has_friction()) options.violation.reset();
    options.max_iterations = kPatience;
    options.cold = true;
    Tried tried{solve_contacts(problem, {}, {}, options), {}};
    const SolveReport& report = tried.report;
    tried.answer = measured(built_in, model, impulses(problem, report.impulse, report.tangential),
                            motion(report.velocity, report.spin));
    return tried;
}

/// The answer to hold others against; none where with friction nobody converged.
std::optional<Answer> reference(const BuiltInProblem& built_in, const DenseModel& model,
                                const std::vector<Tried>& all) {
    if (!built_in.problem.has_friction()) {
        VectorXd p = exact_impulses(model);
        VectorXd v = model.velocity(p);
        return measured(built_in, model, std::move(p), std::move(v));
    }
    const Tried* best = nullptr;
    for (const Tried& tried : all) {
        if (tried.report.status != Status::converged) continue;
        if (best == nullptr || tried.report.residual < best->report.residual) best = &tried;
    }
    if (best == nullptr) return {};
    return best->answer;
}

/// The residual of Coulomb's law with W as an explicit matrix, which no solver here uses.
double law_residual(const ContactProblem& problem, const VectorXd& p) {
    const ConeProblem cones = cones_of(problem);
    std::vector<double> impulse(p.begin(), p.end()), rate(impulse.size());
    velocities(cones, impulse, rate);
    return measure_cones(cones, impulse, rate).residual;
}

void judge(const BuiltInProblem& built_in, const DenseModel& model, const Tried& tried, const Answer& against,
           Trial& trial) {
    const ContactProblem& problem = built_in.problem;
    const Answer& answer = tried.answer;
    const double scale = std::max(model.norm(model.U), model.norm(answer.v));
    trial.apart = model.norm(answer.v - against.v) / scale;
    const double drift = model.norm(answer.v - model.velocity(answer.p)) / scale;
    const bool coulomb = problem.has_friction() && !problem.convex;
    const auto judged = [&](Verdict verdict, std::string why) { trial.verdict = verdict, trial.why = std::move(why); };
    if (!coulomb) {
        const double off = problem.convex ? tried.report.measure.cone_dual : trial.violation / problem.step;
        trial.bound = allowed(model, answer, trial.gap, off, against) / scale;
    }
    if (!trial.converged) return judged(Verdict::note, trial.status);
    if (drift > kRounding)
        return judged(Verdict::failed, fmt::format("velocities are not those of the impulses, by {:.1e}", drift));
    if (!coulomb) {
        const bool close = trial.apart <= trial.bound + kRounding;
        return close ? judged(Verdict::ok, "") : judged(Verdict::failed, "further from the reference than certified");
    }
    if (const double residual = law_residual(problem, answer.p); residual > kOtherMeasure * kFrictionResidual)
        return judged(Verdict::failed,
                      fmt::format("misses the law by {:.1e} where it says {:.1e}", residual, trial.residual));
    trial.apart <= kAnother ? judged(Verdict::ok, "") : judged(Verdict::note, "another answer of the law");
}

Trial trial_of(const std::string& problem, const SolveReport& report) {
    Trial trial;
    trial.problem = problem;
    trial.method = report.method;
    trial.converged = report.status == Status::converged;
    trial.status = text_of(report.status);
    trial.iterations = report.iterations;
    trial.residual = report.residual;
    trial.gap = report.certificate.gap;
    trial.violation = report.certificate.violation;
    return trial;
}

}  // namespace

std::vector<Trial> try_solvers(const BuiltInProblem& problem) {
    const DenseModel model = dense_model(problem.problem);
    std::vector<Tried> all;
    for (const SolverMethod& method : solver_methods())
        if (solves(method, problem.problem)) all.push_back(try_method(method.name, problem, model));
    const std::optional<Answer> against = reference(problem, model, all);
    std::vector<Trial> trials;
    for (const Tried& tried : all) {
        trials.push_back(trial_of(problem.name, tried.report));
        if (against) judge(problem, model, tried, *against, trials.back());
        if (!against) trials.back().verdict = Verdict::note, trials.back().why = trials.back().status;
    }
    return trials;
}

}  // namespace galet::doctor
