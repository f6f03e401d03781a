// The solvers against each other: a line a problem.
#include <fmt/format.h>

#include <algorithm>

#include "doctor/groups.hpp"
#include "galet/core/parallel.hpp"

namespace galet::doctor {
namespace {

std::string with_verdict(const std::vector<Trial>& trials, Verdict verdict) {
    std::string text;
    for (const Trial& trial : trials)
        if (trial.verdict == verdict)
            text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", trial.method, trial.why);
    return text;
}

Check check_problem(const BuiltInProblem& problem, const std::vector<Trial>& trials) {
    double apart = 0, bound = 0;
    int agree = 0;
    for (const Trial& trial : trials) {
        if (trial.verdict != Verdict::ok) continue;
        ++agree;
        apart = std::max(apart, trial.apart);
        bound = std::max(bound, trial.bound);
    }
    const bool friction = problem.problem.has_friction();
    const std::string value =
        fmt::format("{}, {} contacts: {} of {} methods agree {} to {:.0e}{}", problem.what, problem.problem.contacts(),
                    agree, trials.size(), friction ? "with each other" : "with a dense solution", apart,
                    bound > 0 ? fmt::format(" (certified: {:.0e})", bound) : "");
    if (const std::string wrong = with_verdict(trials, Verdict::failed); !wrong.empty())
        return failed(problem.name, value,
                      wrong + ". Such answers are wrong on this machine: use another solver.method, and report it.");
    if (agree == 0)
        return failed(problem.name, value,
                      with_verdict(trials, Verdict::note) + ". No method solves this problem here: report it.");
    const std::string notes = with_verdict(trials, Verdict::note);
    return prefer(notes.empty(), problem.name, value, notes + ". It says so itself: `auto` does not depend on it.");
}

}  // namespace

SolverGroup check_solvers() {
    SolverGroup result{{"solvers", {}}, {}};
    set_thread_count(1);
    try {
        for (const BuiltInProblem& problem : built_in_problems()) {
            const std::vector<Trial> trials = try_solvers(problem);
            result.group.checks.push_back(check_problem(problem, trials));
            result.trials.insert(result.trials.end(), trials.begin(), trials.end());
        }
    } catch (const std::exception& error) {
        result.group.checks.push_back(
            failed("problems", error.what(), "A built-in problem cannot be made: report it."));
    }
    return result;
}

}  // namespace galet::doctor
