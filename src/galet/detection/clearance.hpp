// The distance that the contact problem sees: the true one less a small margin, so that bodies kept apart by the
// solution of a problem solved to a tolerance are apart in truth (docs/theory.md, "Never overlapping").
//
// A contact rests at the margin. Small errors of the solves make it drift; while more than half of `restored` is left
// the contact is only kept from closing further (0), below that it is pushed back to `restored` (negative). That may be
// impossible (a jammed packing) or cost more energy than there is; then less is restored, or nothing (docs/theory.md).
#pragma once

#include <algorithm>

namespace galet {

struct Clearance {
    double margin = 0;    ///< [m]
    double restored = 0;  ///< distance that contacts are pushed back to, at most `margin` [m]; kNothing: none
    /// Of the margin that is promised, what contacts may rest below it [m]; without friction already off `margin`.
    double leeway = 0;

    /// Contacts are held where they are.
    static constexpr double kNothing = -1e300;

    /// The distance for the problem [m], from the true one. What is prescribed and shrinks it by `closing` during the
    /// step, already off `distance`, is enforced whatever happens to the margin.
    double operator()(double distance, double closing = 0) const {
        const double before = distance + closing;
        return (before < 0.5 * restored ? before - restored : std::max(before - margin, 0.0)) - closing;
    }
};

}  // namespace galet
