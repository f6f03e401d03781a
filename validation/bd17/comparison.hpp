// The local solvers of Gauss-Seidel side by side on the same contact problems, as in the tables of BD17.
//
// The paper runs its experiments once with each local solver. Here the motion is computed once, and the problems of
// some of its steps are solved by all of them, from no impulses at all (BD17 3.2) to the same epsilon_glob: all do the
// same task, and none profits from another's motion. Work is counted in sweeps, which come out the same on any machine.
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

/// rho W of sbp and sal; the paper does not give it. This one needs table 1's sweeps.
inline constexpr double kRho = 0.43;

/// Settings of nlgs with criterion epsilon_glob.
SolverSettings gauss_seidel(const std::string& local, double rho = kRho);

/// Solves a problem from no impulses, to `kComplementarity` as error bound and kEpsilon h as violation where the
/// certificate is the criterion.
Solution solve_afresh(const ContactProblem& problem, const SolverSettings& settings,
                      std::vector<TracePoint>* trace = nullptr);

class Comparison {
  public:
    struct Entry {
        std::string name;
        SolverSettings settings;
        double published = 1;  ///< total seconds over those of pdas
        std::int64_t sweeps = 0, failures = 0;
        double seconds = 0;     ///< wall clock
        double difference = 0;  ///< largest |u - u of pdas|_M / |U|_M
    };

    /// Published work of sbp, sal, ebp, eal over that of pdas.
    explicit Comparison(const std::vector<double>& published);

    /// Solves a problem with every entry.
    void add(const ContactProblem& problem);

    /// Sweeps over those of pdas.
    double ratio(const Entry& entry) const;

    /// Ranking, sameness of the exact solvers and of the motion; notes what the table of the paper says.
    void judge(const std::string& table, Verdict& verdict) const;

    std::int64_t problems() const { return problems_; }

  private:
    const Entry& pdas() const { return entries_.front(); }
    void add_twins(const ContactProblem& problem);

    std::vector<Entry> entries_;  ///< pdas first
    /// Sweeps of pdas and of sbp with rho W = 1 until the certificate is good.
    std::int64_t pdas_certified_ = 0, sbp_certified_ = 0;
    std::int64_t problems_ = 0;
};

/// Sweeps over those of pdas on the same problems, to the same certificate, for sbp with several rho, beside the
/// published ratio; a chart.
void draw_work_by_rho(const std::vector<ContactProblem>& problems, double published, const std::string& title,
                      const std::filesystem::path& png, Verdict& verdict);

}  // namespace galet::validation
