#include "galet/schemes/room.hpp"

#include <algorithm>

namespace galet {
namespace {

/// A step whose bodies overlap after all is solved again with a violation smaller by this, so often at most: down to
/// this part of what rounding does to distances. Where contacts are only held, nothing makes up for what is left: there
/// it is less than one coordinate can tell.
constexpr double kTighter = 1e-3, kOfRounding = 0.25, kHeldOfRounding = 1.0 / 64;
constexpr int kTightenings = 5;

/// Contacts that are only held, and that rounding alone made overlap, are pushed apart by as much, so often.
constexpr int kMendings = 3;

/// What contacts are given where only rounding leaves them no room, of what it does to one distance.
constexpr double kSlack = 4;

}  // namespace

Room::Room(const Settings& settings, const Limits& limits) : settings_(settings), asked_(limits) {}

void Room::begin(double rounding) {
    rounding_ = rounding;
    limits_ = asked_;
    clearance_ = whole_clearance();
    mended_.clear();
    slack_ = 0;
    tightenings_ = mendings_ = 0;
    may_mend_ = settings_.margin == 0 && !settings_.rubs;
}

/// Contacts aim at the middle of what the limits allow: half of the violation is leeway. With friction they are
/// certified for distances on either side of what they aim at, all of it is leeway.
Clearance Room::whole_clearance() const {
    if (settings_.rubs) return {settings_.margin, settings_.margin, settings_.margin > 0 ? limits_.violation : 0.0};
    const double leeway = settings_.margin > 0 ? 0.5 * limits_.violation : 0.0;
    const double margin = settings_.margin - leeway;
    return {margin, margin, leeway};
}

void Room::adjust(std::vector<double>& distance, double& leeway) const {
    for (std::size_t c = 0; c < mended_.size(); ++c) distance[c] -= mended_[c];
    if (slack_ == 0) return;
    for (double& d : distance) d += slack_;
    leeway = slack_;
}

bool Room::ask_less(bool too_much) {
    if (leave_unmended()) return true;
    if (!mended_.empty()) {
        mended_.clear();
        mendings_ = kMendings;
        return true;
    }
    if (held()) return give_slack();
    // What restoring made too much energy: what rounding may take, then nothing.
    const bool less = too_much && rounding_ < clearance_.restored;
    clearance_.restored = less ? rounding_ : Clearance::kNothing;
    return true;
}

bool Room::ease() {
    const bool eased = leave_unmended() || (held() && give_slack());
    tightenings_ += eased;
    return eased;
}

Room::Next Room::after_overlap(double smallest_distance) {
    ++tightenings_;
    if (slack_ > 0) return Next::take;
    if (settings_.margin == 0) {
        if (!may_mend_ || clearance_.margin > 0 || smallest_distance < -rounding_) return Next::take;
        clearance_ = {rounding_, rounding_, 0.0};
        limits_.violation = std::min(limits_.violation, kOfRounding * rounding_);
        return Next::again;
    }
    const double tightest = (held() ? kHeldOfRounding : kOfRounding) * rounding_;
    if (tightenings_ > kTightenings || limits_.violation <= tightest) {
        if (held()) return mendings_++ < kMendings ? Next::mend : Next::take;
        // Films that hold a packing without room do not give a margin back, however much is asked of them.
        clearance_.restored = Clearance::kNothing;
        return Next::anew;
    }
    limits_.violation = std::max(kTighter * limits_.violation, tightest);
    const Clearance last = clearance_;
    clearance_ = whole_clearance();
    if (last.restored != last.margin) clearance_.restored = last.restored;
    return Next::again;
}

void Room::mend(Index contact, Index contacts) {
    mended_.resize(static_cast<std::size_t>(contacts), 0.0);
    mended_[contact] += rounding_;
}

/// Without a margin what rounding took away is mended by a margin as small as that, unless that cannot be solved.
bool Room::leave_unmended() {
    if (clearance_.margin <= settings_.margin) return false;
    may_mend_ = false;
    limits_ = asked_;
    clearance_ = whole_clearance();
    return true;
}

/// Walls that move and leave no room may, by rounding, leave none at all. Then there is as much as that. False where
/// that is not the case, or was tried.
bool Room::give_slack() {
    if (!settings_.moves || settings_.rubs || slack_ > 0) return false;
    slack_ = kSlack * std::max(rounding_, kDistanceRounding * settings_.length_scale);
    return slack_ > 0;
}

}  // namespace galet
