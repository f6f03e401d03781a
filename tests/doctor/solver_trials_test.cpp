// Answers that are right pass, answers that are not what they say fail.
#include "doctor/solver_trials.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "doctor/dense_model.hpp"

namespace galet::doctor {
namespace {

/// Two discs of 1 and 2 kg, one on the other on the floor, pulled down at 1 m/s: they stay, with impulses 3 and 2 N s.
BuiltInProblem tower() {
    ContactProblem problem;
    problem.dimension = 2;
    problem.step = 0.01;
    problem.inverse_mass = {1.0, 0.5};
    problem.free_velocity = {0, -1, 0, -1};
    problem.first = {kFixed, 0};
    problem.second = {0, 1};
    problem.normal = {0, 1, 0, 1};
    problem.distance = {0, 0};
    return {"tower", "two discs", problem};
}

const BuiltInProblem& built_in(const std::string& name) {
    static const std::vector<BuiltInProblem> all = built_in_problems();
    return *std::find_if(all.begin(), all.end(), [&](const BuiltInProblem& each) { return each.name == name; });
}

SolveReport& of_method(std::vector<SolveReport>& reports, const std::string& method) {
    return *std::find_if(reports.begin(), reports.end(),
                         [&](const SolveReport& each) { return each.method == method; });
}

const Trial& of_method(const std::vector<Trial>& trials, const std::string& method) {
    return *std::find_if(trials.begin(), trials.end(), [&](const Trial& each) { return each.method == method; });
}

TEST(DenseModel, TowerInClosedForm) {
    const DenseModel model = dense_model(tower().problem);
    const Eigen::VectorXd p = exact_impulses(model);
    EXPECT_NEAR(p[0], 3, 1e-12);
    EXPECT_NEAR(p[1], 2, 1e-12);
    EXPECT_NEAR(model.norm(model.velocity(p)), 0, 1e-12);
    EXPECT_NEAR(model.norm(model.U), std::sqrt(3.0), 1e-12);
}

TEST(SolverTrials, EveryMethodStandsTheTower) {
    const std::vector<Trial> trials = judge(tower(), solve_by_all(tower().problem));
    EXPECT_EQ(trials.size(), 9U);
    for (const Trial& trial : trials) EXPECT_EQ(trial.verdict, Verdict::ok) << trial.method << ": " << trial.why;
}

TEST(SolverTrials, DefaultSolvesEveryProblem) {
    for (const BuiltInProblem& problem : built_in_problems()) {
        const std::vector<Trial> trials = judge(problem, solve_by_all(problem.problem));
        EXPECT_EQ(of_method(trials, "auto").verdict, Verdict::ok) << problem.name;
        for (const Trial& trial : trials) EXPECT_NE(trial.verdict, Verdict::failed) << problem.name << trial.method;
    }
}

TEST(SolverTrials, VelocitiesThatAreNotThoseOfTheImpulsesFail) {
    const BuiltInProblem& problem = built_in("packing-2d");
    std::vector<SolveReport> reports = solve_by_all(problem.problem);
    of_method(reports, "apgd").velocity[3] += 1e-6;
    const std::vector<Trial> trials = judge(problem, reports);
    EXPECT_EQ(of_method(trials, "apgd").verdict, Verdict::failed);
    EXPECT_EQ(of_method(trials, "auto").verdict, Verdict::ok);
}

TEST(SolverTrials, AnswersFurtherOffThanTheySayFail) {
    const BuiltInProblem& problem = built_in("packing-3d");
    std::vector<SolveReport> reports = solve_by_all(problem.problem);
    SolveReport& lazy = of_method(reports, "apgd");
    std::fill(lazy.impulse.begin(), lazy.impulse.end(), 0.0);
    lazy.velocity = problem.problem.free_velocity;
    EXPECT_EQ(of_method(judge(problem, reports), "apgd").verdict, Verdict::failed);
    lazy.status = Status::iteration_limit;  // the same, said honestly
    EXPECT_EQ(of_method(judge(problem, reports), "apgd").verdict, Verdict::note);
}

TEST(SolverTrials, AnswersThatMissTheLawOfFrictionFail) {
    const BuiltInProblem& problem = built_in("friction-3d");
    std::vector<SolveReport> reports = solve_by_all(problem.problem);
    SolveReport& lazy = of_method(reports, "apgd");
    std::fill(lazy.impulse.begin(), lazy.impulse.end(), 0.0);
    std::fill(lazy.tangential.begin(), lazy.tangential.end(), 0.0);
    lazy.velocity = problem.problem.free_velocity;
    lazy.spin = problem.problem.free_spin;
    EXPECT_EQ(of_method(judge(problem, reports), "apgd").verdict, Verdict::failed);
}

TEST(SolverTrials, NumbersThatAreNoneFail) {
    std::vector<SolveReport> reports = solve_by_all(tower().problem);
    of_method(reports, "apgd").velocity[0] = std::nan("");
    EXPECT_EQ(of_method(judge(tower(), reports), "apgd").verdict, Verdict::failed);
}

}  // namespace
}  // namespace galet::doctor
