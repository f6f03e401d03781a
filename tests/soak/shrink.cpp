#include "soak/shrink.hpp"

#include <algorithm>
#include <cmath>

namespace galet::soak {
namespace {

/// The best world so far and the tries that are left.
class Search {
  public:
    Search(const SoakWorld& world, const Shows& shows, int tries) : best_(world), shows_(shows), left_(tries) {}

    /// Takes the changed world if it still shows the failure.
    template <class Change>
    bool attempt(Change&& change) {
        if (left_ == 0) return false;
        SoakWorld changed = best_;
        change(changed);
        if (scene_text(changed) == scene_text(best_)) return false;
        --left_;
        if (!shows_(changed)) return false;
        best_ = std::move(changed);
        return true;
    }

    const SoakWorld& best() const { return best_; }
    int left() const { return left_; }

  private:
    SoakWorld best_;
    const Shows& shows_;
    int left_;
};

/// Leaves out pieces of a list, halves first, then single entries; keeps at least `least`.
template <class Entry>
bool drop_entries(Search& search, std::vector<Entry> SoakWorld::*list, std::size_t least) {
    bool smaller = false;
    const auto size = [&] { return (search.best().*list).size(); };
    for (std::size_t piece = std::max<std::size_t>(size() / 2, 1); piece > 0 && size() > least; piece /= 2) {
        for (std::size_t at = 0; at < size() && size() > least;) {
            const std::size_t count = std::min({piece, size() - at, size() - least});
            const bool dropped = search.attempt([&](SoakWorld& world) {
                auto& entries = world.*list;
                entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(at),
                              entries.begin() + static_cast<std::ptrdiff_t>(at + count));
            });
            smaller |= dropped;
            if (!dropped) at += piece;
        }
    }
    return smaller;
}

bool fewer_steps(Search& search) {
    bool smaller = false;
    for (int less = search.best().steps / 2; less > 0; less /= 2) {
        while (search.best().steps > less && search.attempt([&](SoakWorld& world) { world.steps -= less; })) {
            smaller = true;
        }
    }
    return smaller;
}

/// The double nearest to x with so many decimal digits.
double rounded(double x, int digits) {
    if (x == 0 || !std::isfinite(x)) return x;
    const double unit = std::pow(10.0, std::floor(std::log10(std::abs(x))) - digits + 1);
    return std::round(x / unit) * unit;
}

bool simpler_bodies(Search& search) {
    bool simpler = false;
    for (std::size_t i = 0; i < search.best().bodies.size(); ++i) {
        const auto on_body = [&](auto&& change) {
            simpler |= search.attempt([&](SoakWorld& world) { change(world.bodies[i]); });
        };
        on_body([](SoakBody& body) { body.velocity = {}; });
        on_body([](SoakBody& body) { body.spin = {}; });
        on_body([](SoakBody& body) { body.mass = 1; });
        for (const int digits : {1, 3}) {
            on_body([&](SoakBody& body) {
                body.mass = rounded(body.mass, digits);
                body.radius = rounded(body.radius, digits);
                for (double& x : body.velocity) x = rounded(x, digits);
                for (double& x : body.position) x = rounded(x, digits);
            });
        }
    }
    return simpler;
}

/// Defaults in place of what was drawn.
bool simpler_settings(Search& search) {
    bool simpler = false;
    const auto set = [&](auto&& change) { simpler |= search.attempt(change); };
    set([](SoakWorld& world) { world.method = "auto", world.local.clear(), world.max_iterations = 100000; });
    set([](SoakWorld& world) { world.tolerance = 1e-3; });
    set([](SoakWorld& world) { world.margin = 1e-6, world.violation = 1e-7; });
    set([](SoakWorld& world) { world.warn = false; });
    set([](SoakWorld& world) { world.growth = 0; });
    set([](SoakWorld& world) { world.restitution = 0; });
    set([](SoakWorld& world) { world.friction = rounded(world.friction, 1); });
    set([](SoakWorld& world) { world.theta = 0.5; });
    if (search.best().scheme != "first-order") set([](SoakWorld& world) { world.scheme = "maury"; });
    if (search.best().dimension > 1) set([](SoakWorld& world) { world.law = "inelastic"; });
    return simpler;
}

}  // namespace

Shrunk shrink(const SoakWorld& world, const Shows& shows, int most_tries) {
    Search search(world, shows, most_tries);
    for (bool changed = true; changed && search.left() > 0;) {
        changed = fewer_steps(search);
        changed |= drop_entries(search, &SoakWorld::bodies, 1);
        changed |= drop_entries(search, &SoakWorld::obstacles, 0);
        changed |= drop_entries(search, &SoakWorld::forces, 0);
        changed |= simpler_settings(search);
        changed |= simpler_bodies(search);
    }
    return {search.best(), most_tries - search.left()};
}

}  // namespace galet::soak
