// Conjugate gradients on a moving face, after accelerated gradients have come near: the method for settled packings.
//
// Which contacts push (the face F = {z > 0}) is found roughly by apgd (apgd.hpp), down to a natural-map residual of
// kNear. From there on the dual is minimised over the face by nonlinear conjugate gradients with exact line search,
//
//   p <- r_F + beta p,   beta = max(0, r_F.(r_F - r_F^last) / |r_F^last|^2),   z <- z + alpha p,   alpha = r.p / p'Wp,
//
// r = -w. Every kFaceInterval iterations the face moves: contacts whose z became negative leave it with z = 0, contacts
// outside with w < 0 join it; the direction is kept on what stays, so that a few changes do not cost what was learnt.
// If the dual value got worse by that, half of the way since the last change is tried, and half of that; in the end the
// last good iterate is taken back and apgd goes on for a while.
//
// Where more contacts push than there are motions (crystals) W is singular on the face and conjugate gradients drift;
// there apgd goes on to the end.
//
// An iteration is one pass over the contacts, as for apgd: p, z, r and the pushes of r in one go; W p is never formed,
// p'Wp = |v|_M^2 with v = M^-1 A'p = v_r + beta v.
#pragma once

#include "galet/problem/contact_operator.hpp"
#include "galet/solvers/apgd.hpp"
#include "galet/solvers/solver.hpp"

namespace galet {

class Stopping;

class FaceCg final : public Solver {
  public:
    void solve(const ContactProblem& problem, const Limits& limits, Solution& solution) override;

    /// Natural-map residual at which conjugate gradients take over. Earlier, the face still changes too much.
    static constexpr double kNear = 1e-4;
    /// Iterations between two changes of the face.
    static constexpr int kFaceInterval = 5;
    /// Halvings of the way since the last change before it is given up.
    static constexpr int kHalvings = 3;
    /// Iterations of apgd between two looks at the residual, and at least so many after a setback.
    static constexpr int kGradientInterval = 20, kRecovery = 100;

  private:
    /// What one iteration sees of the contacts.
    struct Counts {
        double square = 0;   ///< |r_F|^2
        double overlap = 0;  ///< r_F . r_F^last
        double along = 0;    ///< r_F . p
        double out = 0;      ///< contacts of the face with z < 0
        double in = 0;       ///< contacts outside with w < 0
    };
    struct Sums {
        PackSum square, overlap, along, out, in;

        Sums& operator+=(const Sums& other);
        Counts counts() const;
    };

    /// Where z stands after the face has changed.
    struct Standing {
        double value = 0;   ///< of the dual [J], the larger the better
        double square = 0;  ///< |r_F|^2
    };

    bool approach(Stopping& stopping, std::int64_t fewest);
    bool descend(Stopping& stopping);
    template <int dim>
    bool descend(Stopping& stopping);
    template <int dim>
    void enter();
    template <int dim>
    void iterate();
    template <int dim>
    bool move_face();
    template <int dim>
    Standing cut_off();
    template <int dim>
    void point_along(double beta);
    template <int dim>
    Standing take_residuals();

    ContactOperator op_;
    AcceleratedGradient gradient_;
    std::int64_t k_ = 0, passes_ = 0, most_ = 0;
    double approaching_ = 0;                ///< |min(0, b)|, what residuals are measured by
    std::vector<double> z_, r_, p_, good_;  ///< good_: z at the last change of the face
    std::vector<double> on_;                ///< the face: 1 or 0
    LaneArray u_, v_;                       ///< u(z), when last asked for; M^-1 A'p
    double alpha_ = 0, beta_ = 0;           ///< of the iteration to come
    bool fresh_ = false;                    ///< p is already the direction of the iteration to come
    double value_ = 0;                      ///< of the dual at good_ [J]
    Counts counts_;                         ///< of the last iteration
    double before_ = 0;                     ///< |r_F|^2 of the one before
    std::vector<double> trial_z_;
    LaneArray trial_u_;
};

}  // namespace galet
