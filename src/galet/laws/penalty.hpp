// Contacts as springs and dashpots, for comparison (Moreau99 4.2, smoothing): bodies overlap by delta = -D and push
// with
//
//   F = max(0, k delta + c delta'),     c = 2 zeta sqrt(k m),   m = 1/(1/m_i + 1/m_j) the reduced mass.
//
// Two bodies that meet alone part again when F is back to 0. In units of sqrt(m/k), and with w = sqrt(1 - zeta^2), they
// touch for t = atan2(2 zeta w, zeta^2 - w^2) / w and rebound with e = exp(-zeta t) of their approach (Schwager and
// Poeschel, Granular Matter 9, 2007; for zeta > 1 the hyperbolic functions take over). The damping of a pair is the
// zeta whose e is the one asked for.
//
// e = 0 is out of reach of a dashpot that never pulls (e is about 1/(4 zeta^2)). There zeta = 1 and the force is not
// cut off while bodies overlap: they creep apart without ever getting there, which is e = 0.
#pragma once

#include <algorithm>
#include <cmath>

namespace galet {

/// How long a contact of damping zeta lasts, in units of sqrt(m/k); it never pulls.
inline double penalty_duration(double zeta) {
    const double square = 1 - zeta * zeta;
    if (std::abs(square) < 1e-8) return 2;
    if (square > 0) {
        const double w = std::sqrt(square);
        return std::atan2(2 * zeta * w, zeta * zeta - square) / w;
    }
    const double w = std::sqrt(-square);
    return std::log((zeta + w) / (zeta - w)) / w;
}

/// The part of its approach that a pair of damping zeta rebounds with.
inline double penalty_restitution(double zeta) { return std::exp(-zeta * penalty_duration(zeta)); }

/// zeta for a restitution e in [0, 1], by bisection.
inline double penalty_damping(double e) {
    if (e >= 1) return 0;
    if (e <= 0) return 1;
    double low = 0, high = 1;
    while (penalty_restitution(high) > e) high *= 2;
    for (double middle; (middle = 0.5 * (low + high)) > low && middle < high;) {
        (penalty_restitution(middle) > e ? low : high) = middle;
    }
    return high;
}

/// What a contact is made of.
struct PenaltyContact {
    double stiffness;  ///< k [N/m]
    double dashpot;    ///< c [kg/s]
    bool pulls;        ///< at restitution 0: the dashpot may hold back what is leaving

    /// F [N] for an overlap > 0 [m] that grows at a rate [m/s].
    double force(double overlap, double rate) const {
        const double whole = stiffness * overlap + dashpot * rate;
        return pulls ? whole : std::max(0.0, whole);
    }
};

/// `restitution` e and `mass` m [kg], the reduced one of the two.
inline PenaltyContact penalty_contact(double stiffness, double restitution, double damping, double mass) {
    return {stiffness, 2 * damping * std::sqrt(stiffness * mass), restitution <= 0};
}

}  // namespace galet
