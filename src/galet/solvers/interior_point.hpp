// Interior point with crossover: predictor-corrector iterations (predictor_corrector.hpp) until it is nearly clear
// which contacts push, then the exact solution on that face.
//
// An interior iterate has z > 0 and w > 0 everywhere, so its certificate falls only like sqrt(mu). Once few contacts
// are in doubt (z and w within a factor kDoubtful), F = {z > w} is taken for the face and W_FF z_F = -b_F solved;
// contacts whose z - w then has the other sign change sides, a few times while they become fewer. If that fails the
// iteration goes on from where it was, and tries again when fewer are in doubt.
//
// Factors are in single precision, with conjugate gradients for the rest, until those do not do any more or take long:
// with glue z is large and w/z below the shift that single precision needs.
//
// A start that is exact but for few contacts, as after some were added to a problem that was solved, is tried as it is.
//
// Iterations are factorisations, those of faces included. Works for singular W; of many force networks it finds one
// near the centre of them all. Where forces are given it starts near them, well inside.
#pragma once

#include "galet/solvers/face.hpp"
#include "galet/solvers/factoring_solver.hpp"
#include "galet/solvers/predictor_corrector.hpp"

namespace galet {

class InteriorPoint final : public FactoringMethod {
  public:
    void assign(DelassusProblem problem, const ContactProblem* bodies) override;
    std::int64_t run(std::span<const double> start, std::int64_t max_iterations, const Look& look,
                     std::string& note) override;
    /// The last interior iterate, or the face that was exact.
    std::span<const double> z() const override { return z_; }

    /// A contact is in doubt while z / w is between 1 / kDoubtful and kDoubtful.
    static constexpr double kDoubtful = 100;

  private:
    Index count_doubtful() const;
    void turn_to_double();
    void begin_at(std::span<const double> z);
    bool cross_over(std::int64_t& k, std::int64_t max_iterations, const Look& look);
    Index change_sides();

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

}  // namespace galet
