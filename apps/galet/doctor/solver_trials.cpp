#include "doctor/solver_trials.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "doctor/dense_model.hpp"
#include "galet/laws/coulomb.hpp"
#include "galet/problem/cone_problem.hpp"
#include "galet/solvers/solver.hpp"

namespace galet::doctor {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

/// What solvers are asked for: an error bound; with friction, a residual.
constexpr double kErrorBound = 1e-5, kFrictionResidual = 1e-6;
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

Answer answer_of(const BuiltInProblem& built_in, const DenseModel& model, const SolveReport& report) {
    return measured(built_in, model, impulses(built_in.problem, report.impulse, report.tangential),
                    motion(report.velocity, report.spin));
}

SolveReport solve(const std::string& method, const ContactProblem& problem) {
    SolveOptions options;
    options.method = method;
    options.tolerance = problem.has_friction() ? kFrictionResidual : kErrorBound;
    if (!problem.has_friction()) options.violation = kViolation;
    options.max_iterations = kPatience;
    options.cold = true;
    return solve_contacts(problem, {}, {}, options);
}

/// The answer to hold others against, of those with friction the one with the smallest residual; none where nobody
/// converged.
std::optional<Answer> reference(const BuiltInProblem& built_in, const DenseModel& model,
                                const std::vector<SolveReport>& reports) {
    if (!built_in.problem.has_friction()) {
        VectorXd p = exact_impulses(model);
        VectorXd v = model.velocity(p);
        return measured(built_in, model, std::move(p), std::move(v));
    }
    const SolveReport* best = nullptr;
    for (const SolveReport& report : reports) {
        if (report.status != Status::converged) continue;
        if (best == nullptr || report.residual < best->residual) best = &report;
    }
    if (best == nullptr) return {};
    return answer_of(built_in, model, *best);
}

/// The residual of Coulomb's law with W as an explicit matrix, which no solver here uses.
double law_residual(const ContactProblem& problem, const VectorXd& p) {
    const ConeProblem cones = cones_of(problem);
    std::vector<double> impulse(p.begin(), p.end()), rate(impulse.size());
    velocities(cones, impulse, rate);
    return measure_cones(cones, impulse, rate).residual;
}

/// What the solver says of its own answer, for the distances as they are: its certificate is for those less the leeway.
double certified(const BuiltInProblem& built_in, const DenseModel& model, const SolveReport& report,
                 const Answer& answer, const Answer& against) {
    const ContactProblem& problem = built_in.problem;
    const double leeway = problem.leeway / problem.step;
    const double off = problem.convex ? report.measure.cone_dual : report.certificate.violation / problem.step;
    const double gap = report.certificate.gap + leeway * answer.p.lpNorm<1>();
    return allowed(model, answer, gap, off + leeway, against);
}

void judge_one(const BuiltInProblem& built_in, const DenseModel& model, const SolveReport& report,
               const Answer& against, Trial& trial) {
    const ContactProblem& problem = built_in.problem;
    const bool coulomb = problem.has_friction() && !problem.convex;
    const Answer answer = answer_of(built_in, model, report);
    const double scale = std::max(model.norm(model.U), model.norm(answer.v));
    const double drift = model.norm(answer.v - model.velocity(answer.p)) / scale;
    trial.apart = model.norm(answer.v - against.v) / scale;
    if (!coulomb) trial.bound = certified(built_in, model, report, answer, against) / scale;
    const auto judged = [&](Verdict verdict, std::string why) { trial.verdict = verdict, trial.why = std::move(why); };
    if (!trial.converged) return judged(Verdict::note, trial.status);
    // Written so that what is not a number fails.
    if (!(drift <= kRounding))
        return judged(Verdict::failed, fmt::format("velocities are not those of the impulses, by {:.1e}", drift));
    if (!coulomb && !(trial.apart <= trial.bound + kRounding))
        return judged(Verdict::failed, "further from the reference than certified");
    const double residual = coulomb ? law_residual(problem, answer.p) : 0;
    if (!(residual <= kOtherMeasure * kFrictionResidual))
        return judged(Verdict::failed,
                      fmt::format("misses the law by {:.1e} and says {:.1e}", residual, trial.residual));
    if (coulomb && trial.apart > kAnother) return judged(Verdict::note, "another answer of the law");
    judged(Verdict::ok, "");
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

std::vector<SolveReport> solve_by_all(const ContactProblem& problem) {
    std::vector<SolveReport> reports;
    for (const SolverMethod& method : solver_methods())
        if (solves(method, problem)) reports.push_back(solve(method.name, problem));
    return reports;
}

std::vector<Trial> judge(const BuiltInProblem& problem, const std::vector<SolveReport>& reports) {
    const DenseModel model = dense_model(problem.problem);
    const std::optional<Answer> against = reference(problem, model, reports);
    std::vector<Trial> trials;
    for (const SolveReport& report : reports) {
        Trial& trial = trials.emplace_back(trial_of(problem.name, report));
        if (against) {
            judge_one(problem, model, report, *against, trial);
        } else {
            trial.verdict = Verdict::note, trial.why = trial.status;
        }
    }
    return trials;
}

}  // namespace galet::doctor
