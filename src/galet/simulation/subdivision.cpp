#include "galet/simulation/subdivision.hpp"

#include <fmt/format.h>

namespace galet {

bool Subdivision::take(double h, const StepReport& failed) {
    report_ = StepReport{};
    parts_ = 0;
    count_effort(failed);
    const bool taken = halve(h, 1);
    if (taken) report_.note = fmt::format("taken in {} parts, as it could not be solved in one", parts_);
    return taken;
}

/// Two steps of h / 2. The world counts in these meanwhile; halving is exact, so that times are those of whole steps.
bool Subdivision::halve(double h, int halvings) {
    world_.step *= 2;
    scale_glue(2);
    for (const std::int64_t end = world_.step + 2; world_.step < end;) {
        const std::int64_t before = world_.step;
        scheme_ = make_(h / 2);
        const StepReport part = scheme_->step();
        count_effort(part);
        if (world_.step > before) {
            add(part);
        } else if (part.outcome != Outcome::over_limits || halvings == kMostHalvings) {
            report_.outcome = part.outcome;
            report_.reason = fmt::format("{}, not even in steps of {:.3g} s", part.reason, h / 2);
            report_.certificate = part.certificate;
            report_.friction = part.friction;
            report_.min_distance = part.min_distance;
            return false;
        } else if (!halve(h / 2, halvings + 1)) {
            return false;
        }
    }
    world_.step /= 2;
    scale_glue(0.5);
    return true;
}

/// Of a part that was taken, and of an attempt that was not.
void Subdivision::count_effort(const StepReport& part) {
    report_.iterations += part.iterations;
    report_.passes += part.passes;
    report_.rounds += part.rounds;
}

void Subdivision::add(const StepReport& part) {
    ++parts_;
    report_.certificate = worse_of(report_.certificate, part.certificate);
    report_.friction = worse_of(report_.friction, part.friction);
    report_.contacts = part.contacts;
    report_.active = part.active;
    report_.min_distance = part.min_distance;
    report_.overlaps = report_.overlaps || part.overlaps;
    report_.potential_energy = part.potential_energy;
    report_.energy.work_external += part.energy.work_external;
    report_.energy.dissipated += part.energy.dissipated;
    report_.energy.scheme_energy += part.energy.scheme_energy;
    for (std::size_t k = 0; k < report_.external_impulse.size(); ++k)
        report_.external_impulse[k] += part.external_impulse[k];
}

/// Gluey contacts remember gamma = -h mu, by way of mu: it must not change with h.
void Subdivision::scale_glue(double factor) {
    if (law_ != Law::gluey) return;
    ContactMemory::Entries entries = world_.memory.entries();
    for (double& force : entries.force) force *= factor;
    world_.memory.restore(world_.bodies, std::move(entries));
}

}  // namespace galet
