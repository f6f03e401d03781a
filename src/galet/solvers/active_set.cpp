#include "galet/solvers/active_set.hpp"

#include <algorithm>

#include "galet/core/parallel.hpp"

namespace galet {

void ActiveSet::assign(DelassusProblem problem, const ContactProblem* /*bodies*/) {
    problem_.assign(std::move(problem));
    face_.assign(problem_.matrix(), problem_.order());
    const Index m = problem_.contacts();
    on_.assign(m, 0);
    z_.resize(m);
    w_.resize(m);
    projected_.resize(m);
    seen_.clear();
}

/// A from (z_, w_); returns how many contacts changed sides.
Index ActiveSet::choose() {
    Index changed = 0;
    for (Index c = 0; c < problem_.contacts(); ++c) {
        const char on = z_[c] - w_[c] > 0;
        changed += on != on_[c];
        on_[c] = on;
    }
    return changed;
}

/// Of A, by FNV-1a.
std::uint64_t ActiveSet::hash() const {
    std::uint64_t value = 0xcbf29ce484222325;
    for (const char on : on_) value = (value ^ static_cast<std::uint64_t>(on)) * 0x100000001b3;
    return value;
}

std::int64_t ActiveSet::run(std::span<const double> start, std::int64_t max_iterations, const Look& look,
                            std::string& note) {
    const Index m = problem_.contacts();
    std::copy(start.begin(), start.end(), z_.begin());
    projected_ = z_;
    problem_.gradient(z_, w_);
    choose();
    const std::int64_t most = std::min(max_iterations, kPatience);
    for (std::int64_t k = 1; k <= most; ++k) {
        seen_.push_back(hash());
        // From 0: what is found then depends on A alone.
        std::fill(z_.begin(), z_.end(), 0.0);
        const Face::Outcome outcome = face_.solve(on_, z_);
        problem_.gradient(z_, w_);
        parallel_for(m, [&](Index c) { projected_[c] = std::max(0.0, z_[c]); });
        if (look(k, projected_)) return k;
        if (outcome != Face::Outcome::solved) {
            note = "W is singular on the active set: more contacts than degrees of freedom (hyperstatic)";
            return k;
        }
        if (choose() == 0) {
            note = "the active set is final; the limits are below what double precision gives";
            return k;
        }
        if (std::find(seen_.begin(), seen_.end(), hash()) != seen_.end()) {
            note = "the active sets cycle";
            return k;
        }
    }
    if (most < max_iterations) note = "the active sets do not settle";
    return most;
}

}  // namespace galet
