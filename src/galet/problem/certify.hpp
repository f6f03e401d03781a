// Turns an iterate of a solver into an answer, and proves how wrong that answer can be (docs/theory.md, "The
// certificate").
//
// For z >= 0 and u = u(z) computed from it, with slacks s = D + h G u (D less the problem's leeway), the pair (u, mu)
// solves exactly the problem whose distances are D - s where mu > 0 and D + max(0, -s) elsewhere. So `violation` =
// max(|s| where mu > 0, max(0, -s) elsewhere) is how much the distances would have to differ for the step to be exact,
// and sqrt(2 gap), gap = mu.max(s, 0), bounds the distance to the solution of the problem relaxed by max(0, -s) alone,
// in the mass norm. A film with the rate w = D / h + G u + s p instead of 0 is exact for a distance changed by h |w|:
// that is violation, and no gap.
#pragma once

#include <span>
#include <vector>

#include "galet/problem/contact_operator.hpp"
#include "galet/problem/solution.hpp"

namespace galet {

class Certifier {
  public:
    /// Cheap look at an iterate: what the certificate would be about, and the dual value of the best multiple of z [J]:
    /// no admissible velocity is nearer to U than sqrt(2 dual) in the mass norm.
    struct Estimate {
        Certificate certificate;
        double dual = 0;
    };
    Estimate estimate(const ContactOperator& op, std::span<const double> z, const LaneArray& u) const;

    /// Drops what is left of forces that no longer push, scales z so that mu.s = 0 (then no energy can appear, at any
    /// tolerance: 1/2|u|^2 = 1/2|U|^2 - 1/2|u-U|^2 - mu.D + mu.s), recomputes u from z and certifies the pair.
    /// Forces that are nothing but rounding are taken away altogether.
    Certificate finish(ContactOperator& op, std::span<double> z, LaneArray& u) const;

    /// The certificate of (u, z) as they are.
    Certificate certify(const ContactOperator& op, std::span<const double> z, const LaneArray& u) const;
};

}  // namespace galet
