// The contact problem of one step, as a value that any solver can be handed.
#pragma once

#include <vector>

#include "galet/core/types.hpp"

namespace galet {

/// What stands for an obstacle in a contact: a body that does not move.
inline constexpr Index kFixed = -1;

///   minimise 1/2 |v - U|_M^2  over all v with  D_c + h G_c.v >= 0 for all c                       (Maury06 eq. 14-15)
///
/// Row c of G is -n_c at body `first[c]` and +n_c at body `second[c]`; `first[c]` may be kFixed. The dual unknown is
/// the contact force mu_c >= 0 averaged over the step: M (v - U) = h G' mu, mu.(D + h G v) = 0.
///
/// The last rows may be films (laws/film.hpp), which push or pull and give way: with the impulse p_c = h mu_c of either
/// sign and a softness s_c >= 0, D_c / h + G_c.v + s_c p_c = 0. They add (D_c / h + G_c.v)^2 / (2 s_c) to what is
/// minimised.
///
/// A problem knows nothing of shapes, time or where it came from: a stored one is solved like one from a simulation.
struct ContactProblem {
    int dimension = 3;                  ///< 1, 2 or 3
    double step = 1;                    ///< h [s]
    std::vector<double> inverse_mass;   ///< diagonal of M^-1 by body [1/kg], > 0
    std::vector<double> free_velocity;  ///< U, body by body [m/s]
    std::vector<Index> first, second;
    std::vector<double> normal;    ///< n_c, unit, from first to second
    std::vector<double> distance;  ///< D_c [m]
    std::vector<double> softness;  ///< s of the films [1/kg]; empty where there are none
    /// The contact of the same two bodies and normal beside each film, which stops it where its own distance ends; may
    /// be empty.
    std::vector<Index> film_contact;
    // With friction (laws/coulomb.hpp), in two and three dimensions, bodies rotate: all empty where there is none.
    std::vector<double> friction;         ///< by contact, >= 0
    std::vector<double> inverse_inertia;  ///< by body [1/(kg m2)], > 0
    std::vector<double> free_spin;        ///< omega before contacts act, one number a body in 2D, three in 3D [rad/s]
    /// Two numbers a contact: how far from the centre of `first` along n, and of `second` against n, the point lies at
    /// which they touch [m].
    std::vector<double> arm;
    /// Velocity of what does not move in a contact, where it does so after all (a driven wall) [m/s];
    /// only its tangential part counts. Contact by contact; may be empty.
    std::vector<double> drive;
    bool convex = false;  ///< the relaxation of the law is meant

    /// The certificate is taken for the distances D - leeway [m]: an answer a little off in either direction then
    /// leaves no pushing contact open, and its error bound is 0 as soon as it is right to the leeway. With friction it
    /// is taken for distances between D - leeway and D + leeway (problem/friction_measure.hpp).
    double leeway = 0;
    /// |U|_M^2 of bodies that touch nothing and were left out: what relative errors are relative to includes them [J].
    double energy_outside = 0;
    /// Where the bodies are, body by body [m]: only for ordering unknowns; may be empty.
    std::vector<double> position;

    Index bodies() const { return static_cast<Index>(inverse_mass.size()); }
    Index contacts() const { return static_cast<Index>(first.size()); }  ///< all rows
    Index films() const { return static_cast<Index>(softness.size()); }  ///< the last of them
    bool has_friction() const { return !friction.empty(); }
    Index pushing() const { return contacts() - films(); }  ///< those that only push
};

}  // namespace galet
