// Viscous films (Maury07, scheme I): a lubrication force -kappa(D) D' along the normal of every near pair, kappa =
// viscosity / D.
//
// The distance D of a film is a state of its own, kept as y = log D: positions lose it to rounding long before it gets
// as small as it can (exp(-1000) m). A step of length h first finds how every film alone would change,
//
//   (D^{n+1} - D^n) / h + k (y^{n+1} - y^n) = v,      k = viscosity (1/m_i + 1/m_j),
//
// v being the rate of D without the film: an implicit step of D'' = -k D'/D + f that keeps D' + k log D exact, has one
// solution for any v and h, and D > 0. Then kappa is viscosity over the logarithmic mean of D^n and D^{n+1}, for which
// the velocity of a single film is again the same; that of all films together comes from the problem of the step, where
// a film is a row with the softness 1 / (h kappa). The impulse p of the step then charges the film, y -= p / viscosity:
// M u + sum_c viscosity y_c G_c changes by forces alone, as it should.
#pragma once

#include <algorithm>
#include <cmath>

namespace galet {

/// e^(y + x) - e^y, where e^y may be too small for a number and x large.
inline double film_growth(double y, double x) {
    return std::abs(x) < 1 ? std::exp(y) * std::expm1(x) : std::exp(y + x) - std::exp(y);
}

/// y^{n+1} - y^n of a single film with y = log D [m], rate v without it [m/s], and k [m/s], > 0.
inline double film_change(double y, double h, double k, double v) {
    // The equation D (e^x - 1) / h + k x = v is convex and growing in x: Newton's method from above comes down to the
    // root.
    double x = v > 0 ? std::min(v / k, std::log(std::exp(y) + h * v) - y) : 0.0;
    constexpr int kMost = 100;
    for (int n = 0; n < kMost; ++n) {
        const double change = (film_growth(y, x) / h + k * x - v) / (std::exp(y + x) / h + k);
        x -= change;
        if (std::abs(change) <= 1e-15 * std::abs(x)) break;
    }
    return x;
}

/// 1 / (h kappa) [1/kg] of a film whose y = log D changes by x.
inline double film_softness(double y, double x, double h, double viscosity) {
    const double mean = std::abs(x) > 1e-300 ? film_growth(y, x) / x : std::exp(y);
    return mean / (h * viscosity);
}

/// y after a step, from the one that its impulse makes and the distance of the positions: while a film is thick enough
/// for positions to tell and not far thinner than they say, they are right.
inline double film_after(double charged, double distance, double resolution) {
    const double seen = std::log(std::max(distance, resolution));
    const bool close = distance > resolution && charged > seen - std::log(2.0);
    return close ? seen : std::min(charged, seen);
}

}  // namespace galet
