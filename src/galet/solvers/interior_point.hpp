// Interior point with crossover: predictor-corrector iterations (predictor_corrector.hpp) until it is nearly clear
// which contacts push, then the exact solution on that face.
//
// An interior iterate has z > 0 and w > 0 everywhere, so its certificate falls only like sqrt(mu). Once few contacts
// are in doubt (z and w within a factor kDoubtful), F = {z > w} is taken for the face and W_FF z_F = -b_F solved;
// contacts whose z - w then has the other sign change sides, a few times while they become fewer. If that fails the
// iteration goes on from where it was, and tries again when fewer are in doubt.
//
// Factors are in single precision, with conjugate gradients for the rest, until those do not do any more.
//
// Iterations are factorisations, those of faces included. Works for singular W; of many force networks it finds one
// near the centre of them all. Given forces serve only to see whether they are already good enough.
#pragma once

#include <functional>

#include "galet/problem/contact_operator.hpp"
#include "galet/solvers/face.hpp"
#include "galet/solvers/predictor_corrector.hpp"
#include "galet/solvers/solver.hpp"
#include "galet/solvers/unit_problem.hpp"

namespace galet {

/// The method itself, on a problem given as a matrix.
class InteriorPointIteration {
  public:
    /// Judges z >= 0 after k factorisations; true ends the iteration.
    using Look = std::function<bool(std::int64_t k, std::span<const double> z)>;

    /// `bodies`: the same problem with its bodies, where it has any, else null.
    void assign(DelassusProblem problem, const ContactProblem* bodies);

    /// Iterates until `look` or the limit ends it; returns the number of factorisations. `z` is then the
    /// last interior iterate, or the face that was exact.
    std::int64_t run(std::int64_t max_iterations, const Look& look, std::string& note);

    const UnitProblem& problem() const { return problem_; }
    const std::vector<double>& z() const { return z_; }

    /// A contact is in doubt while z / w is between 1 / kDoubtful and kDoubtful.
    static constexpr double kDoubtful = 100;

  private:
    Index count_doubtful() const;
    void turn_to_double();
    bool cross_over(std::int64_t& k, std::int64_t max_iterations, const Look& look);
    Index change_sides();

    UnitProblem problem_;
    ContactSpaceFactor<float> single_;
    ContactSpaceFactor<double> double_;
    BodySpaceFactor body_space_;
    ShiftedFactor* factor_ = nullptr;
    bool exact_ = false;                              ///< the last face was the solution to rounding
    bool single_fits_ = false, double_fits_ = false;  ///< the factors are for the pattern of problem_
    PredictorCorrector interior_;
    Face face_;
    std::vector<char> on_;
    std::vector<double> z_, w_, projected_;
};

class InteriorPoint final : public Solver {
  public:
    void solve(const ContactProblem& problem, const Limits& limits, Solution& solution) override;
    bool wants_positions(int) const override { return true; }

  private:
    ContactOperator op_;
    InteriorPointIteration iteration_;
    std::vector<double> z_, trial_z_;
    LaneArray u_, trial_u_;
};

/// Solves a problem given as a matrix, W symmetric and positive semidefinite, to the residual of the limits.
MatrixSolution solve_interior_point(const DelassusProblem& problem, const MatrixLimits& limits);

}  // namespace galet
