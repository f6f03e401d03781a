#include "galet/scene/body_reader.hpp"

#include <fmt/format.h>

#include "galet/detection/overlap.hpp"
#include "galet/scene/body_entry.hpp"
#include "galet/scene/time_value.hpp"

namespace galet {
namespace {

std::size_t entry_of(const Bodies& bodies, Index body) {
    std::size_t entry = 0;
    while (body >= bodies.groups[entry].last) ++entry;
    return entry;
}

/// "body 3 (bodies.1, scene.toml:12)", or "body 3 (bodies.1, grains.csv:4)"
std::string body_text(const Bodies& bodies, const std::vector<BodyOrigin>& origins, Index body) {
    const std::size_t entry = entry_of(bodies, body);
    const BodyOrigin& origin = origins[entry];
    if (origin.file.empty() && origin.place.file.empty()) return fmt::format("body {} ({})", body, origin.place.key);
    if (origin.file.empty()) {
        return fmt::format("body {} ({}, {}:{})", body, origin.place.key, origin.place.file, origin.place.line);
    }
    const auto row = static_cast<std::size_t>(body - bodies.groups[entry].first);
    return fmt::format("body {} ({}, {}:{})", body, origin.place.key, origin.file, origin.lines[row]);
}

}  // namespace

void require_apart(const Bodies& bodies, const PlacedObstacles& obstacles, const std::vector<BodyOrigin>& origins) {
    const auto overlap = find_overlap(bodies, obstacles.obstacles);
    if (!overlap) return;
    const std::string second = body_text(bodies, origins, overlap->second);
    if (overlap->first < 0) {
        const auto owner =
            static_cast<std::size_t>(obstacles.obstacles.owner[static_cast<std::size_t>(~overlap->first)]);
        const ObstacleOrigin& obstacle = obstacles.origins[owner];
        throw InputError(obstacle.place,
                         fmt::format("{} overlaps this {} by {:.6g} m", second, obstacle.shape, overlap->depth));
    }
    const Index last = std::max(overlap->first, overlap->second);
    throw InputError(origins[entry_of(bodies, last)].place,
                     fmt::format("{} overlaps {} by {:.6g} m; bodies may touch", second,
                                 body_text(bodies, origins, overlap->first), overlap->depth));
}

std::vector<BodyOrigin> add_entries(const Document& document, const Settings& settings, const Obstacles& obstacles,
                                    const std::filesystem::path& base_folder, Bodies& bodies, std::string& resolved) {
    std::vector<BodyOrigin> origins;
    for (TableReader& entry : document.entries("bodies")) {
        const RandomStream random(settings.seed, bodies.groups.size());
        origins.push_back(add_entry(entry,
                                    {obstacles, base_folder, has_friction(settings.contact.law),
                                     settings.scheme == "first-order", random, document},
                                    bodies));
        resolved += "\n[[bodies]]\n" + entry.recorded().lines();
    }
    return origins;
}

Bodies read_bodies(const Document& document, const Settings& settings, const PlacedObstacles& obstacles,
                   const std::filesystem::path& base_folder, std::string& resolved) {
    Bodies bodies;
    bodies.dimension = settings.dimension;
    const std::vector<BodyOrigin> origins =
        add_entries(document, settings, obstacles.obstacles, base_folder, bodies, resolved);
    if (origins.empty())
        document.root().fail("bodies", "this key is required and missing; expected [[bodies]] entries");
    if (bodies.dimension == 1) order_on_line(bodies);
    require_apart(bodies, obstacles, origins);
    return bodies;
}

std::vector<RadiusRecipe> read_radii(const Document& document, int dimension) {
    std::vector<RadiusRecipe> recipes;
    std::size_t index = 0;
    for (TableReader& entry : document.entries("bodies")) {
        const auto radius = entry.find("radius");
        if (radius && radius->node->is_string()) {
            const TimeValue value(*radius, dimension == 1 ? kNotNegative : kPositive);
            recipes.push_back({index, [value](double t) { return value.at(t); }});
        }
        ++index;
    }
    return recipes;
}

void prescribe_radii(const std::vector<RadiusRecipe>& recipes, const Bodies& bodies, Prescribed& prescribed) {
    for (const RadiusRecipe& recipe : recipes) {
        const Group& group = bodies.groups.at(recipe.entry);
        prescribed.add_radius(group.first, group.last, recipe.radius);
    }
}

}  // namespace galet
