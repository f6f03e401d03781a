#include "bench/problem_set.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "galet/simulation/simulation.hpp"

namespace galet::app {
namespace {

using Overrides = std::vector<Override>;

/// A box as wide as a packing of spheres of 4 to 6 mm will be high (solid fraction 0.6; discs: 0.8 of the area) [m].
double box_side(bool flat, Index bodies) {
    constexpr double kMeanArea = M_PI * 25.3333e-6, kMeanVolume = 4.0 / 3 * M_PI * 130e-9;
    return flat ? std::sqrt(bodies * kMeanArea / 0.8) : std::cbrt(bodies * kMeanVolume / 0.6);
}

/// Spheres of 4 to 6 mm above that box.
Overrides settled(bool flat, Index bodies) {
    constexpr double kPitch = 0.0126;
    const double side = box_side(flat, bodies);
    const int row = static_cast<int>(side / kPitch);
    const double start = (side - row * kPitch) / 2;
    const int layer = flat ? row : row * row;
    const int layers = (bodies + layer - 1) / layer;
    return {{"bodies.0.count", fmt::format("{}", bodies)},
            {"bodies.0.placement.lattice.min",
             flat ? fmt::format("[{}, 0.0]", start) : fmt::format("[{0}, {0}, 0.0]", start)},
            {"bodies.0.placement.lattice.counts",
             flat ? fmt::format("[{}, {}]", row, layers) : fmt::format("[{0}, {0}, {1}]", row, layers)},
            {"obstacles.0.max", flat ? fmt::format("[{}, 100.0]", side) : fmt::format("[{0}, {0}, 100.0]", side)},
            {"simulation.end", "1000.0"}};
}

/// Rows of touching discs, or four simple cubic lattices, about as high as wide in cells.
Overrides crystal(bool flat, Index bodies) {
    constexpr double kDiameter = 0.01;
    if (flat) {
        const int width = static_cast<int>(std::lround(std::sqrt(bodies / 1.6))), rows = bodies / width / 2;
        const std::string counts = fmt::format("[{}, {}]", width, rows), count = fmt::format("{}", width * rows);
        return {{"bodies.0.count", count},
                {"bodies.1.count", count},
                {"bodies.0.placement.lattice.counts", counts},
                {"bodies.1.placement.lattice.counts", counts},
                {"obstacles.0.max", fmt::format("[{}, 100.0]", width * kDiameter + 0.5 * kDiameter)}};
    }
    const int width = static_cast<int>(std::lround(std::cbrt(bodies / 8.0))), layers = bodies / (4 * width * width);
    const std::string counts = fmt::format("[{0}, {0}, {1}]", width, layers);
    const double cell = kDiameter * std::sqrt(2.0), side = (width - 0.5) * cell + kDiameter;
    Overrides overrides = {{"obstacles.0.max", fmt::format("[{0:.17g}, {0:.17g}, 100.0]", side)}};
    for (int k = 0; k < 4; ++k) {
        overrides.push_back({fmt::format("bodies.{}.count", k), fmt::format("{}", width * width * layers)});
        overrides.push_back({fmt::format("bodies.{}.placement.lattice.counts", k), counts});
    }
    return overrides;
}

Overrides impact(bool flat, Index bodies) {
    const double radius = flat ? std::sqrt(bodies / 2000.0) : 0.23 * std::cbrt(bodies / 1000.0), height = 1.1 * radius;
    return {{"bodies.0.count", fmt::format("{}", bodies)},
            {flat ? "bodies.0.placement.disc" : "bodies.0.placement.ball",
             flat ? fmt::format("{{ center = [0.0, {}], radius = {} }}", height + 0.1, radius)
                  : fmt::format("{{ center = [0.0, 0.0, {}], radius = {} }}", height, radius)}};
}

Scene scene_of(const ProblemCase& which) {
    const bool flat = which.scene == "impact" || which.scene.ends_with("-2d");
    const auto overrides = which.scene.starts_with("settled")   ? settled(flat, which.bodies)
                           : which.scene.starts_with("crystal") ? crystal(flat, which.bodies)
                                                                : impact(flat, which.bodies);
    return load_scene(which.scene, overrides);
}

}  // namespace

std::vector<ProblemCase> problem_set() {
    std::vector<ProblemCase> cases;
    for (const Index bodies : {1000, 10000}) {
        const std::int64_t settling = bodies > 5000 ? 200 : 120;
        for (const ProblemCase& each :
             {ProblemCase{"impact", bodies, 5}, ProblemCase{"impact-3d", bodies, 4},
              ProblemCase{"settled-2d", bodies, settling + 40}, ProblemCase{"settled-3d", bodies, settling},
              ProblemCase{"crystal-2d", bodies, 2}, ProblemCase{"crystal-3d", bodies, 2}}) {
            cases.push_back(each);
        }
    }
    return cases;
}

StoredProblem make_problem(const ProblemCase& which, const std::filesystem::path& folder) {
    const auto path = folder / fmt::format("{}-{}-{}.h5", which.scene, which.bodies, which.step);
    if (std::filesystem::exists(path)) return read_problem(path);
    std::filesystem::create_directories(folder);
    fmt::print(stderr, "making {} ...\n", path.string());
    Scene scene = scene_of(which);
    const std::string title = scene.title;
    Simulation simulation(std::move(scene.world), scene.settings);
    for (std::int64_t n = 1; n < which.step; ++n) simulation.step();
    const ContactMemory start = simulation.world().memory;
    simulation.step();
    StoredProblem stored;
    stored.problem = simulation.problem();
    stored.force.resize(stored.problem.contacts());
    start.recall(simulation.world().bodies, simulation.constraints(), stored.force);
    stored.origin = {title, which.step, simulation.world().time};
    write_problem(path, stored);
    return stored;
}

Scene settling_scene(Index bodies, double step, double end) {
    Overrides overrides = settled(false, bodies);
    overrides.push_back({"simulation.step", fmt::format("{}", step)});
    overrides.push_back({"simulation.end", fmt::format("{}", end)});
    overrides.push_back({"contact.margin", "1e-3"});
    overrides.push_back({"solver.violation", "1e-4"});
    return load_scene("settled-3d", overrides);
}

double settling_side(Index bodies) { return box_side(false, bodies); }

double violation_limit(const ProblemCase& which) {
    const Scene scene = scene_of(which);
    const auto& radius = scene.world.bodies.radius;
    return scene.settings.violation * *std::min_element(radius.begin(), radius.end());
}

}  // namespace galet::app
