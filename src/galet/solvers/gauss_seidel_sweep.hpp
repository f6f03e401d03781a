// One sweep of nonlinear Gauss-Seidel (BD17 3.2): every contact in turn is solved with the impulses of all others held,
// and the others see its new impulse at once.
//
//   p_c <- p_c + relaxation (local(p_c, w_c, W_cc) - p_c)
//
// Contacts are visited in their order by one thread: the same bits for any number of threads. Where the rows come in
// packs that share no body, the contacts of a pack are solved at once, which changes nothing.
#pragma once

#include <algorithm>
#include <span>
#include <type_traits>

#include "galet/solvers/contact_rows.hpp"

namespace galet {

/// `rate` receives the rate of separation that each contact was left with when it was visited.
template <ContactRows Rows, class Local>
void gauss_seidel_sweep(Rows& all, const Local& local, double relaxation, std::span<double> p, std::span<double> rate) {
    // A copy of mere pointers can be kept in registers.
    std::conditional_t<std::is_trivially_copyable_v<Rows>, Rows, Rows&> rows = all;
    const auto solve = [local, relaxation](double last, double w, double W) {
        const double next = local(last, w, W);
        return relaxation == 1 ? next : std::max(0.0, last + relaxation * (next - last));
    };
    Index c = 0;
    if constexpr (requires { rows.packed(); }) {
        constexpr Index kAhead = 8 * kPackWidth;
        for (; c < rows.packed(); c += kPackWidth) {
            if (c + kAhead < rows.packed()) rows.template fetch<kPackWidth>(c + kAhead);
            using Numbers = Pack<kPackWidth>;
            const Numbers w = rows.template row_pack<kPackWidth>(c), W = rows.template diagonal_pack<kPackWidth>(c);
            const Numbers last = load_pack<kPackWidth>(p.data(), c);
            Numbers next;
            if constexpr (requires { local(last, w, W); }) {
                next = local(last, w, W);
                if (relaxation != 1) next = (last + relaxation * (next - last)).max(0.0);
            } else {
                for (int k = 0; k < kPackWidth; ++k) next[k] = solve(last[k], w[k], W[k]);
            }
            store_pack<kPackWidth>(rate.data(), c, w + W * (next - last));
            store_pack<kPackWidth>(p.data(), c, next);
            rows.template add_pack<kPackWidth>(c, next - last);
        }
    }
    for (; c < rows.contacts(); ++c) {
        const double w = rows.row(c), W = rows.diagonal(c), last = p[c], next = solve(last, w, W);
        rate[c] = w + W * (next - last);
        p[c] = next;
        if (next != last) rows.add(c, next - last);
    }
}

}  // namespace galet
