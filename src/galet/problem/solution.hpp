// What a solver is asked for and what it answers. Not converging is an answer, never an exception: the scene's policy
// decides what follows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace galet {

/// How wrong the answer can be, proved from (u, mu) alone with s = D + h G u, D less the leeway (docs/theory.md, "The
/// certificate").
struct Certificate {
    double violation = 0;    ///< (u, mu) is exact for distances changed by at most this [m]
    double gap = 0;          ///< mu . max(s, 0) [J]
    double error_bound = 0;  ///< sqrt(2 gap) / max(|U|_M, |u|_M): distance to the exact motion of the relaxed problem
};

/// The larger of each number.
inline Certificate worse_of(const Certificate& a, const Certificate& b) {
    return {std::max(a.violation, b.violation), std::max(a.gap, b.gap), std::max(a.error_bound, b.error_bound)};
}

/// How far an answer with friction is from the law (problem/friction_measure.hpp); all 0 at a solution.
struct FrictionMeasure {
    double residual = 0;     ///< natural map, of what it is without impulses, of distances within the leeway
    double cone_primal = 0;  ///< largest distance of an impulse to its cone [N s]
    double cone_dual = 0;    ///< largest distance of a corrected velocity to the dual cone [m/s]
    double slip_gap = 0;  ///< largest friction times change of the slip that the last convex problem held fixed [m/s]
    double residual_unmoved = 0;  ///< natural map of the distances as they are
};

/// The larger of each number.
inline FrictionMeasure worse_of(const FrictionMeasure& a, const FrictionMeasure& b) {
    return {std::max(a.residual, b.residual), std::max(a.cone_primal, b.cone_primal),
            std::max(a.cone_dual, b.cone_dual), std::max(a.slip_gap, b.slip_gap),
            std::max(a.residual_unmoved, b.residual_unmoved)};
}

/// The stopping quantity of BD17 eq. 42, term by term: means over the contacts, with v_c the rate of separation as the
/// method holds it and w_c the one that follows from all impulses p. Its terms have different units, metres per second
/// and joules, so that with bodies as light as grains the second one is too small to be seen in the sum; a
/// complementarity without unit stands beside it and must be small as well.
struct EpsilonGlob {
    double motion = 0;       ///< |v_c - w_c|: what the equation of motion is missed by [m/s]
    double bipotential = 0;  ///< |v_c p_c| [J]
    double penetration = 0;  ///< max(0, -v_c) [m/s]

    /// Sum of |w_c p_c| + W_cc min(0, p_c)^2 over the sum of W_cc p_c^2: a part of the work of the impulses on
    /// themselves. 0 where there are no impulses.
    double complementarity = 0;
    double deepest = 0;  ///< largest max(0, -w_c) [m/s]

    double total() const { return motion + bipotential + penetration; }
};

/// What a solver saw on its way, where it was asked to note it.
struct TracePoint {
    std::int64_t iteration = 0, passes = 0;
    double seconds = 0;       ///< since the solve began, wall clock
    double residual = 0;      ///< |z - max(0, z - w)| / |min(0, b)| in rows scaled to a unit diagonal (natural map)
    Certificate certificate;  ///< about: remnants not dropped yet
    EpsilonGlob epsilon;      ///< of `nlgs` with criterion `epsilon-glob`, which notes every sweep
};

/// When a solver may stop.
struct Limits {
    double error_bound = 1e-3;
    double violation = 1e-9;  ///< [m]
    std::int64_t max_iterations = 100000;
    /// Give up once the dual value, a lower bound of 1/2 |u - U|_M^2, exceeds this [J]: the answer would not be wanted.
    double objective = std::numeric_limits<double>::max();

    /// Iterations on nearly this problem have just been in vain, or it was factored: methods that can factor a matrix
    /// need not try without.
    bool hard = false;

    /// With friction: the residual of the distances as they are, where more is wanted than the certificate says.
    double residual_unmoved = std::numeric_limits<double>::max();

    /// Where to note the way, one point at each look at the certificate; null: nowhere.
    std::vector<TracePoint>* trace = nullptr;

    bool met_by(const Certificate& c) const { return c.error_bound <= error_bound && c.violation <= violation; }
};

enum class Status {
    converged,
    iteration_limit,
    objective_limit,  ///< the dual value passed Limits::objective
    not_finite        ///< the numbers of the problem overflow
};

struct Solution {
    Status status = Status::converged;
    std::vector<double> velocity;  ///< u [m/s]
    std::vector<double> force;     ///< mu [N]; on entry where to start. Not unique in hyperstatic packings
    std::vector<double> spin;      ///< with friction: omega [rad/s]
    std::vector<double>
        tangential;  ///< and the tangential force on `second` [N], a vector a contact; on entry likewise
    Certificate certificate;
    FrictionMeasure measure;  ///< with friction
    EpsilonGlob epsilon;      ///< of `nlgs` with criterion `epsilon-glob`, where it stopped
    std::int64_t iterations = 0;
    std::int64_t passes = 0;  ///< over all contacts: an evaluation of G u and one of G' mu
    bool factored = false;    ///< `auto`: a matrix was factored on the way
    std::string note;         ///< what the method has to say for itself: why it switched or gave up; mostly empty
};

}  // namespace galet
