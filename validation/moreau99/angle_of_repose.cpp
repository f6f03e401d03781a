// The angle of a heap by its friction: 242 discs of radii 6 to 14 mm, a loose block of 22 by 11, drop on a rough plate
// 0.7 m wide, a row of small fixed discs. What does not hold falls off the plate, for good; the heap that stays is
// looked at after 4 s, for several coefficients mu of friction, the same between discs and with the plate, and for
// three blocks each: angles of such small heaps differ by up to some 5 degrees from one block to the next.
//
// Angle: that of the triangle, symmetric on its base, with the mean height H over the plate and the mean distance A
// from its axis of the heap's discs, weighed by their areas. A triangle of height h and base b has H = h/3 and A = b/6,
//
//   tan(angle) = 2 h / b = H / A.
//
// Heights are those of the lowest points of discs: a single layer has the angle 0.
//
// mu = 0 is the law without friction. The small fixed discs hold a disc of 10 mm on slopes up to 13 degrees, so that
// the lowest ones do not roll off one by one, as they would on a smooth plate; of a heap without friction they hold
// little more than a layer. Steps are solved to a residual of 1e-3 of the law of friction.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "figures/chart.hpp"
#include "figures/picture.hpp"
#include "validation/follow.hpp"
#include "validation/moreau99/moreau99.hpp"
#include "validation/promises.hpp"

namespace galet::validation {
namespace {

constexpr std::array<double, 4> kFrictions = {0, 0.1, 0.3, 0.6};
constexpr std::array<int, 3> kSeeds = {1, 2, 3};
constexpr double kHalf = 0.35, kBump = 0.003;  ///< half of the plate, radius of its discs [m]
constexpr double kFlat = 4;                    ///< largest angle of a heap without friction [degrees]
constexpr double kSteeper = 1.5;               ///< from one friction to the next, at least [degrees]
constexpr double kQuiet = 0.01;                ///< median speed of a heap at rest, at most [m/s]

constexpr const char* kScene = R"(
[simulation]
dimension = 2
step = 0.002
end = 4.0
seed = {}
[contact]
{}
margin = 1e-3
[solver]
tolerance = 1e-3
violation = 1e-4
[[bodies]]
count = 242
radius = {{ uniform = [0.006, 0.014] }}
density = 2500.0
placement = {{ lattice = {{ min = [-0.319, 0.01], counts = [22, 11], spacing = 0.029, jitter = 0.9 }} }}
[[forces]]
type = "gravity"
acceleration = [0.0, -9.81]
)";

Scene block_of(double friction, int seed) {
    const std::string law =
        friction > 0 ? fmt::format("law = \"coulomb\"\nfriction = {:#}", friction) : "law = \"inelastic\"";
    std::string text = fmt::format(kScene, seed, law);
    const int side = static_cast<int>(kHalf / (2 * kBump));
    for (int k = -side; k <= side; ++k) {
        text += fmt::format("[[obstacles]]\nshape = \"sphere\"\ncenter = [{:#}, {:#}]\nradius = {:#}\n", 2 * kBump * k,
                            -kBump, kBump);
    }
    return parse_scene(text, "heap", ".");
}

struct Heap {
    std::vector<double> position, radius, speed;  ///< of the discs on the plate
    Obstacles obstacles;
    double angle = 0;  ///< [degrees]

    double median_speed() const {
        std::vector<double> sorted = speed;
        std::sort(sorted.begin(), sorted.end());
        return sorted.empty() ? 0 : sorted[sorted.size() / 2];
    }
};

/// The angle by the definition above, of bodies in a plane [degrees].
double angle_of(const std::vector<double>& position, const std::vector<double>& radius) {
    double area = 0, axis = 0, height = 0, distance = 0;
    for (std::size_t i = 0; i < radius.size(); ++i) {
        area += radius[i] * radius[i];
        axis += radius[i] * radius[i] * position[2 * i];
    }
    axis /= area;
    for (std::size_t i = 0; i < radius.size(); ++i) {
        height += radius[i] * radius[i] / area * (position[2 * i + 1] - radius[i]);
        distance += radius[i] * radius[i] / area * std::abs(position[2 * i] - axis);
    }
    return std::atan2(height, distance) * 180 / std::numbers::pi;
}

Heap heap_of(double friction, int seed, const std::string& which, const Request& request, Verdict& verdict) {
    Scene scene = block_of(friction, seed);
    Simulation simulation(std::move(scene.world), scene.settings);
    follow(simulation, request, [](const Simulation&) {});
    check_promises(simulation, which + ": ", verdict);
    Heap heap;
    const Bodies& bodies = simulation.world().bodies;
    const std::vector<double> speed = speeds(bodies);
    for (std::size_t i = 0; i < speed.size(); ++i) {
        if (bodies.position[2 * i + 1] < 0) continue;
        heap.position.insert(heap.position.end(), {bodies.position[2 * i], bodies.position[2 * i + 1]});
        heap.radius.push_back(bodies.radius[i]);
        heap.speed.push_back(speed[i]);
    }
    heap.obstacles = simulation.world().obstacles;
    heap.angle = angle_of(heap.position, heap.radius);
    return heap;
}

void draw_heaps(const std::vector<Heap>& heaps, const Request& request) {
    std::vector<figures::Snapshot> states;
    for (std::size_t k = 0; k < heaps.size(); ++k) {
        states.push_back({2, heaps[k].position, heaps[k].radius, heaps[k].speed, &heaps[k].obstacles, nullptr,
                          fmt::format("friction {}: {:.1f} degrees", kFrictions[k], heaps[k].angle)});
    }
    figures::PictureStyle style;
    style.title = "Heaps on a rough plate: the more friction, the steeper";
    style.quantity = "speed [m/s]";
    style.range = {0, 0.1};
    figures::write_contact_sheet(states, 2, style, request.folder / "figure.png");
}

}  // namespace

void angle_of_repose(const Request& request, Verdict& verdict) {
    std::vector<Heap> shown;
    figures::Series means{"mean of three", {}, {}, figures::Mark::line_points, false, {}};
    figures::Series single{"single heaps", {}, {}, figures::Mark::points, false, {}};
    for (const double friction : kFrictions) {
        const std::string which = fmt::format("friction {}", friction);
        double mean = 0, liveliest = 0;
        for (const int seed : kSeeds) {
            Heap heap = heap_of(friction, seed, fmt::format("{}, block {}", which, seed), request, verdict);
            mean += heap.angle / kSeeds.size();
            liveliest = std::max(liveliest, heap.median_speed());
            single.x.push_back(friction);
            single.y.push_back(heap.angle);
            verdict.note(
                fmt::format("{}, block {}: {:.1f} degrees, {} discs", which, seed, heap.angle, heap.radius.size()));
            if (seed == kSeeds.front()) shown.push_back(std::move(heap));
        }
        if (friction > 0) verdict.at_most(which + ": median speed of a heap", liveliest, kQuiet, "m/s");
        if (friction == 0) verdict.near(which + ": mean angle", mean, 0, kFlat, "degrees");
        if (!means.y.empty()) {
            verdict.at_least(which + ": mean angle less that of the friction before", mean - means.y.back(), kSteeper,
                             "degrees");
        }
        means.x.push_back(friction);
        means.y.push_back(mean);
        verdict.note(fmt::format("{}: mean angle {:.1f} degrees", which, mean));
    }
    draw_heaps(shown, request);
    figures::Chart chart;
    chart.title = "Angle of a heap of discs by friction";
    chart.panels = {{"",
                     {"friction mu (pure number)", false, 0, {}},
                     {"angle [degrees]", false, 0, {}},
                     {means, single},
                     {},
                     {},
                     figures::Legend::top_left}};
    figures::write_chart(chart, request.folder / "angle.png");
}

}  // namespace galet::validation
