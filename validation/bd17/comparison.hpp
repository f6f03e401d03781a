// The local solvers of Gauss-Seidel side by side on the same contact problems, as in the tables of BD17.
//
// The paper runs its experiments once with each local solver. Here the motion is computed once, and the problems of
// some of its steps are solved by all of them, from no impulses at all (BD17 3.2) to the same epsilon_glob: all do the
// same task, and none profits from another's motion. Work is counted in sweeps, which come out the same on any machine.
//
// With friction, which the paper leaves to later work, eq. 42 does not say enough: there they go to the same residual
// of the law (docs/theory.md, "Rotation and friction").
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "galet/problem/contact_problem.hpp"
#include "galet/problem/solution.hpp"
#include "galet/solvers/solver.hpp"
#include "validation/verdict.hpp"

namespace galet::validation {

/// Where the local solvers stop: epsilon_glob [m/s] (BD17 5), and the complementarity beside it.
inline constexpr double kEpsilon = 1e-7, kComplementarity = 1e-3;

/// Where they stop with friction: residual, a pure number.
inline constexpr double kResidual = 1e-5;

/// rho W of sbp and sal; the paper does not give it. This one needs table 1's sweeps.
inline constexpr double kRho = 0.43;

/// The first line of a scene whose motion is computed to that.
inline constexpr const char* kSolverLine =
    R"(solver = { method = "nlgs", local = "pdas", criterion = "epsilon-glob", epsilon = 1e-7 })";

/// Settings of nlgs with criterion epsilon_glob.
SolverSettings gauss_seidel(const std::string& local, double rho = kRho);

/// Solves a problem from no impulses, to `kComplementarity` as error bound and kEpsilon h as violation where the
/// certificate is the criterion; one with friction to kResidual.
Solution solve_afresh(const ContactProblem& problem, const SolverSettings& settings,
                      std::vector<TracePoint>* trace = nullptr);

/// What the paper says of the work: total seconds of sbp, sal, ebp, eal over those of pdas.
struct Published {
    std::string table;  ///< "table 2"
    std::vector<double> ratio;
};

class Comparison {
  public:
    struct Entry {
        std::string name;
        SolverSettings settings;
        std::int64_t failures = 0;
        double seconds = 0;          ///< wall clock
        double difference = 0;       ///< largest |u - u of pdas|_M / |U|_M, spins included
        double residual = 0;         ///< with friction: the largest
        std::vector<double> sweeps;  ///< of each problem
    };

    /// `which` names the motion in the verdict: "theta: ". Problems have friction, or not one has.
    Comparison(std::string which, bool friction, Published published);

    /// Solves a problem with every entry.
    void add(const ContactProblem& problem);

    /// Sweeps over those of pdas.
    double ratio(const Entry& entry) const;

    /// Ranking, sameness of the exact solvers and of the motion; notes what the table of the paper says.
    void judge(Verdict& verdict) const;

    std::size_t problems() const { return pdas().sweeps.size(); }
    const std::vector<Entry>& entries() const { return entries_; }

  private:
    const Entry& pdas() const { return entries_.front(); }
    void add_twins(const ContactProblem& problem);
    void add_other(const ContactProblem& problem, const Solution& reference);
    std::string published(const Entry& entry) const;
    void judge_work(const Entry& entry, Verdict& verdict) const;

    std::string which_;
    bool friction_;
    Published published_;
    std::vector<Entry> entries_;  ///< pdas first
    /// Sweeps of pdas and of its twin, which is pdas with rho W = 1, until the certificate is good.
    std::int64_t pdas_certified_ = 0, twin_certified_ = 0;
    double difference_of_other_ = 0;  ///< largest of a method that is not Gauss-Seidel, as in Entry
};

/// What is to be said of all comparisons, once.
void note_comparison(Verdict& verdict);

/// Sweeps over those of pdas on the same problems, to the same certificate, for sbp with several rho, beside the
/// published ratio; a chart.
void draw_work_by_rho(const std::vector<ContactProblem>& problems, double published, const std::string& title,
                      const std::filesystem::path& png, Verdict& verdict);

}  // namespace galet::validation
