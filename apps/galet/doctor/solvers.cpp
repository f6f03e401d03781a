// The solvers against each other: a line a problem.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "doctor/groups.hpp"
#include "galet/core/parallel.hpp"

namespace galet::doctor {
namespace {

std::string shown(double difference) { return difference > 0 ? fmt::format("{:.0e}", difference) : "the last bit"; }

/// The converged answers to one problem.
Check check_problem(const BuiltInProblem& problem, const std::vector<Trial>& trials) {
    double apart = 0, bound = 0;
    int agree = 0;
    std::string wrong;
    for (const Trial& trial : trials) {
        if (trial.verdict == Verdict::failed) wrong += fmt::format("{}: {}. ", trial.method, trial.why);
        if (trial.verdict != Verdict::ok) continue;
        ++agree;
        apart = std::max(apart, trial.apart);
        bound = std::max(bound, trial.bound);
    }
    const std::string value =
        fmt::format("{}, {} contacts: {} of {} methods agree with {} to {}{}", problem.what, problem.problem.contacts(),
                    agree, trials.size(), problem.problem.has_friction() ? "each other" : "a dense solution",
                    shown(apart), bound > 0 ? fmt::format(" (certified: {:.0e})", bound) : "");
    if (!wrong.empty())
        return failed(problem.name, value,
                      wrong + "Such answers are wrong on this machine: choose another solver.method, and report it.");
    return require(agree > 0, problem.name, value, "No method solves this problem here: report it.");
}

/// Who gave up where, or found another answer: "uzawa on column, gluey".
Check check_convergence(const std::vector<Trial>& trials) {
    std::map<std::string, std::string> where;
    for (const Trial& trial : trials) {
        if (trial.verdict != Verdict::note) continue;
        std::string& list = where[trial.method + (trial.converged ? fmt::format(" ({})", trial.why) : "")];
        list += (list.empty() ? "" : ", ") + trial.problem;
    }
    std::string value;
    for (const auto& [who, list] : where) value += fmt::format("{}{} on {}", value.empty() ? "" : "; ", who, list);
    const bool default_too = where.count("auto") > 0;
    return prefer(value.empty(), "not converged", value.empty() ? "none" : value,
                  default_too ? "`auto`, the default, is among them: a run would stop there and say so. Report it."
                              : "They say so themselves; a run would stop there. Normal for methods that are made for "
                                "comparison or for special problems (docs/solvers.md); the default, `auto`, is not "
                                "among them.");
}

}  // namespace

SolverGroup check_solvers() {
    SolverGroup result{{"solvers", {}}, {}};
    set_thread_count(1);
    try {
        for (const BuiltInProblem& problem : built_in_problems()) {
            const std::vector<Trial> trials = judge(problem, solve_by_all(problem.problem));
            result.group.checks.push_back(check_problem(problem, trials));
            result.trials.insert(result.trials.end(), trials.begin(), trials.end());
        }
        result.group.checks.push_back(check_convergence(result.trials));
    } catch (const std::exception& error) {
        result.group.checks.push_back(
            failed("problems", error.what(), "A built-in problem cannot be made: report it."));
    }
    return result;
}

}  // namespace galet::doctor
