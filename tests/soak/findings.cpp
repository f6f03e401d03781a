#include "soak/findings.hpp"

#include <fmt/format.h>

#include <limits>

namespace galet::soak {

const char* name_of(Promise promise) {
    static constexpr std::array<const char*, kPromises> names = {
        "runs",          "finite",    "no-overlap", "between",     "min-distance", "every-pair",
        "certificate",   "solved",    "energy",     "dissipative", "momentum",     "angular",
        "body-impulses", "reference", "threads",    "restart",     "crash"};
    return names[static_cast<int>(promise)];
}

void Findings::note(Promise promise, double found, double allowed, const std::string& when) {
    const bool kept = found <= allowed;
    const double part = found == 0 ? 0.0 : allowed > 0 ? found / allowed : std::numeric_limits<double>::infinity();
    double& most = worst[static_cast<int>(promise)];
    if (!(part <= most)) most = part;
    if (kept || broken(promise)) return;
    message[static_cast<int>(promise)] = fmt::format("{}: {:.6g} where {:.6g} is allowed", when, found, allowed);
}

void Findings::fail(Promise promise, const std::string& what) {
    worst[static_cast<int>(promise)] = std::numeric_limits<double>::infinity();
    if (!broken(promise)) message[static_cast<int>(promise)] = what;
}

std::vector<Promise> Findings::all_broken() const {
    std::vector<Promise> all;
    for (int k = 0; k < kPromises; ++k) {
        if (broken(static_cast<Promise>(k))) all.push_back(static_cast<Promise>(k));
    }
    return all;
}

}  // namespace galet::soak
