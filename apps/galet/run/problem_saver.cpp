#include "run/problem_saver.hpp"

#include <fmt/core.h>

#include "galet/io/problem_file.hpp"

namespace galet::app {

ProblemSaver::ProblemSaver(const std::vector<std::int64_t>& steps, std::string title, const ResultFiles& files)
    : wanted_(steps.begin(), steps.end()), title_(std::move(title)), files_(files) {}

void ProblemSaver::before_step(const Simulation& simulation) {
    const std::int64_t next = simulation.world().step + 1;
    step_ = wanted_.contains(next) ? next : 0;
    if (step_ == 0) return;
    start_ = simulation.world().memory;
    bodies_ = simulation.world().bodies;
}

void ProblemSaver::after_step(const Simulation& simulation) {
    if (step_ == 0 || simulation.report().outcome == Outcome::not_finite) return;
    StoredProblem stored;
    stored.problem = simulation.problem();
    stored.force.resize(stored.problem.first.size());
    stored.tangential.resize(stored.problem.has_friction() ? stored.problem.normal.size() : 0);
    start_.recall(bodies_, simulation.constraints(), stored.force, stored.tangential);
    stored.origin = {title_, step_, static_cast<double>(step_) * simulation.settings().step};
    write_problem(files_.problem(step_), stored);
    wanted_.erase(step_);
}

void ProblemSaver::report_missing(const Simulation& simulation) const {
    for (const std::int64_t step : wanted_)
        fmt::print(stderr, "galet: --save-problem {}: no problem of that step; the run ended after step {}\n", step,
                   simulation.world().step);
}

}  // namespace galet::app
