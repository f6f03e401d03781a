#include "galet/sweeping/sweep.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "galet/sweeping/event_driven.hpp"
#include "galet/sweeping/methods.hpp"

namespace galet::sweeping {
namespace {

/// Of the step: what is left between a break and the next node may be rounding of the node, and is caught up with.
constexpr double kShort = 1e-9;

double just_before(double t) { return std::nextafter(t, -std::numeric_limits<double>::infinity()); }

}  // namespace

Sweep::Sweep(MovingSet set, Vector start, const Settings& settings)
    : set_(std::move(set)), settings_(settings), u_(std::move(start)) {
    assert(u_.size() == set_.dimension && settings_.step > 0);
    assert(std::is_sorted(set_.breaks.begin(), set_.breaks.end()));
}

Vector Sweep::advance(Projector& project, double from, double to, const Vector& u) {
    if (settings_.method == Method::penalty) return penalty_step(project, from, to, settings_.lambda, u);
    if (settings_.method == Method::catching_up || to - from <= kShort * settings_.step)
        return catch_up(project, to, u);
    if (settings_.method == Method::theta) return theta_step(project, from, to, settings_.theta, u);
    return from_event_to_event(project, from, to, kShort * settings_.step, u, report_.events);
}

bool Sweep::step() {
    report_ = {};
    Projector project(set_);
    Vector u = u_;
    const auto move = [&](const Vector& next) {
        const double way = (next - u).stableNorm();
        report_.moved += way;
        u = next;
        return way;
    };
    double from = time();
    const double end = static_cast<double>(steps_ + 1) * settings_.step;
    try {
        for (const double at : set_.breaks) {
            if (at <= from || at > end) continue;
            move(advance(project, from, just_before(at), u));
            if (settings_.method != Method::penalty) report_.jump += move(catch_up(project, at, u));
            from = at;
        }
        if (from < end) move(advance(project, from, end, u));
        report_.projections = project.count();
        report_.distance = (u - project(end, u)).stableNorm();
    } catch (const CannotStep& error) {
        report_.reason = error.what();
        return false;
    }
    if (!u.allFinite()) {
        report_.reason = "the point is no longer finite";
        return false;
    }
    u_ = std::move(u);
    ++steps_;
    return true;
}

}  // namespace galet::sweeping
