// Conjugate gradients on a moving face, after accelerated gradients have come near: the method for settled packings.
//
// Which contacts push is found roughly by apgd (apgd.hpp), down to a natural-map residual of kNear; from there on
// conjugate gradients go on (face_descent.hpp). After a setback there, apgd does for a while. Where more contacts push
// than there are motions (crystals) W is singular on the face and conjugate gradients drift; there apgd goes on to the
// end.
//
// Both compute corrections in single precision, for half of the memory traffic of double precision, until that helps no
// more: soft modes below some 1e-7 are lost in its rounding (masses over many decades).
#pragma once

#include <limits>

#include "galet/problem/contact_operator.hpp"
#include "galet/solvers/apgd.hpp"
#include "galet/solvers/face_descent.hpp"
#include "galet/solvers/solver.hpp"

namespace galet {

class Stopping;

class FaceCg final : public Solver {
  public:
    void solve(const ContactProblem& problem, const Limits& limits, Solution& solution) override;

    /// From iteration `fewest` on, gives up where it would take more than `most` in all, if residuals went on to fall
    /// as in the last half of its iterations. For callers who have another method.
    struct Outlook {
        std::int64_t fewest = std::numeric_limits<std::int64_t>::max();
        std::int64_t most = std::numeric_limits<std::int64_t>::max();
    };
    void expect(const Outlook& outlook) { outlook_ = outlook; }

    /// Natural-map residual at which conjugate gradients take over. Earlier, the face still changes too much.
    static constexpr double kNear = 1e-4;
    /// What residuals are measured by is at most this many times the one at the start: with glue |min(0, b)| holds all
    /// that was ever pushed, and says nothing.
    static constexpr double kOff = 10;
    /// Iterations between two changes of the face, at least, and between two computations of residuals in double
    /// precision, at most.
    static constexpr int kFaceInterval = 5, kRefresh = 50;
    /// Iterations of apgd between two looks at the residual, and at least so many after a setback.
    static constexpr int kGradientInterval = 20, kRecovery = 100;
    /// Iterations between two notes of the residual, for the outlook.
    static constexpr int kNoted = 50;
    /// Iterations in single precision in which the residual must halve.
    static constexpr int kPatience = 3000;

  private:
    enum class Phase { approach, descent, over };

    template <class Real>
    Phase approach(AcceleratedGradient<Real>& gradient, Stopping& stopping, std::int64_t fewest);
    template <class Real>
    Phase descend(FaceDescent<Real>& descent, Stopping& stopping);
    bool helps_no_more(double residual);
    void note(double residual, const Stopping& stopping);

    ContactOperator op_;
    AcceleratedGradient<float> single_gradient_;
    AcceleratedGradient<double> gradient_;
    FaceDescent<float> single_descent_;
    FaceDescent<double> descent_;
    std::int64_t k_ = 0, passes_ = 0, most_ = 0;
    double approaching_ = 0;  ///< |min(0, b)| or less, what residuals are measured by
    bool single_ = true;      ///< single precision still helps
    double to_beat_ = 0;      ///< residual that single precision must come below
    std::int64_t by_ = 0;     ///< in this iteration at the latest
    Outlook outlook_;
    std::vector<double> smallest_;  ///< residual so far, every kNoted iterations
    std::vector<double> z_, trial_z_;
    LaneArray u_, trial_u_;  ///< u_: u(z)
};

}  // namespace galet
