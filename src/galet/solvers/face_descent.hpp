// Minimises the dual over the face F = {z > 0} by nonlinear conjugate gradients with exact line search,
//
//   p <- r_F + beta p,   beta = max(0, r_F.(r_F - r_F^last) / |r_F^last|^2),   z <- z + alpha p,   alpha = r.p / p'Wp,
//
// r = -w, while the face moves: now and then contacts whose z became negative leave it with z = 0 and contacts outside
// with w < 0 join it; the direction is kept on what stays, so that a few changes do not cost what was learnt. If the
// dual value got worse by that, half of the way since the last change is tried, and half of that.
//
// An iteration is one pass over the contacts: p, z, r and the pushes of r in one go; W p is never formed,
// p'Wp = |v|_M^2 with v = M^-1 A'p = v_r + beta v. It works on the way since the last change of the face, for which
// single precision is enough: there the way is added to z and r computed afresh in double precision.
//
// Films (problem/contact_problem.hpp) are always in the face.
#pragma once

#include "galet/problem/contact_operator.hpp"

namespace galet {

/// Real: the precision of the iterations; for float the operator must have its rows in single precision.
template <class Real>
class FaceDescent {
  public:
    /// Starts from z; `op` must stay until the last iteration.
    void start(ContactOperator& op, std::span<const double> z);
    void iterate();

    /// Takes the way since the last change, or less of it where the dual value got worse; contacts leave and join the
    /// face. False when nothing of it helps: then z is what it was.
    bool move_face();

    bool wants_to_move() const { return counts_.changes > 0; }
    double residual() const;                             ///< |r_F|
    const std::vector<double>& z() const { return z_; }  ///< at the last change of the face
    const LaneArray& u() const { return u_; }            ///< u(z)
    std::int64_t passes() const { return passes_; }      ///< since the start

    /// Halvings of the way before it is given up.
    static constexpr int kHalvings = 3;

  private:
    /// What one iteration sees of the contacts.
    struct Counts {
        double square = 0;   ///< |r_F|^2
        double overlap = 0;  ///< r_F . r_F^last
        double along = 0;    ///< r_F . p
        double changes = 0;  ///< contacts of the face with z < 0 and contacts outside with w < 0
        double yields_rr = 0, yields_rp = 0, yields_pp = 0;  ///< r_F.S r_F, r_F.S p, p.S p, S what films add to W
    };
    struct Sums {
        PackSum<Real> square, overlap, along, changes, yields_rr, yields_rp, yields_pp;

        Sums& operator+=(const Sums& other);
        Counts counts() const;
    };

    /// Where some z stands.
    struct Standing {
        double value = 0;   ///< of the dual [J], the larger the better
        double square = 0;  ///< |r_F|^2
    };

    template <int dim, bool films>
    void iterate();
    Standing go(double part);
    template <int dim>
    Standing measure();
    double film_energy_of_direction() const;
    void point_along(double beta);
    template <int dim>
    void point_along(double beta);

    ContactOperator* op_ = nullptr;
    std::int64_t passes_ = 0;
    double unit_ = 1;  ///< of e, r and p
    std::vector<double> z_;
    LaneArray u_;
    std::vector<Real> e_, floor_;  ///< the way since then; -z
    std::vector<Real> r_, p_;      ///< -w at z + e; the direction
    std::vector<Real> on_;         ///< the face: 1 or 0
    LineArray<Real> v_;            ///< M^-1 A'p
    double alpha_ = 0, beta_ = 0;  ///< of the iteration to come
    bool fresh_ = false;           ///< p is already the direction of the iteration to come
    double value_ = 0;             ///< of the dual at z [J]
    Counts counts_;                ///< of the last iteration
    double before_ = 0;            ///< |r_F|^2 of the one before
    std::vector<double> tried_z_;  ///< what lies on the way
    LaneArray tried_u_;
};

}  // namespace galet
