// One sweep of nonlinear Gauss-Seidel (BD17 3.2): every contact in turn is solved with the impulses of all others held,
// and the others see its new impulse at once.
//
//   p_c <- p_c + relaxation (local(p_c, w_c, W_cc) - p_c)
//
// Contacts are visited in their order, one after the other, by one thread: the same bits for any number of threads.
#pragma once

#include <algorithm>
#include <span>

#include "galet/solvers/contact_rows.hpp"

namespace galet {

/// `rate` receives the rate of separation that each contact was left with when it was visited.
template <ContactRows Rows, class Local>
void gauss_seidel_sweep(Rows& rows, const Local& local, double relaxation, std::span<double> p,
                        std::span<double> rate) {
    for (Index c = 0; c < rows.contacts(); ++c) {
        const double w = rows.row(c), W = rows.diagonal(c), last = p[c];
        double next = local(last, w, W);
        if (relaxation != 1) next = std::max(0.0, last + relaxation * (next - last));
        rate[c] = w + W * (next - last);
        if (next == last) continue;
        p[c] = next;
        rows.add(c, next - last);
    }
}

}  // namespace galet
