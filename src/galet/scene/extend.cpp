#include "galet/scene/extend.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "galet/scene/body_reader.hpp"
#include "galet/scene/force_reader.hpp"
#include "galet/scene/obstacle_reader.hpp"
#include "galet/schemes/event_driven.hpp"
#include "galet/schemes/penalty.hpp"

namespace galet {
namespace {

/// What is there already has no line to point at.
std::vector<BodyOrigin> earlier_bodies(const Bodies& bodies) {
    std::vector<BodyOrigin> origins;
    for (std::size_t k = 0; k < bodies.groups.size(); ++k)
        origins.push_back({{"", 0, fmt::format("bodies.{}", k)}, "", {}});
    return origins;
}

/// Behind those of the world, as they are at its time.
PlacedObstacles with_more_obstacles(const World& world, const PlacedObstacles& more) {
    PlacedObstacles all{world.obstacles, world.prescribed, {}, {}};
    for (std::size_t k = 0; k < world.obstacles.shapes.size(); ++k)
        all.origins.push_back({{"", 0, fmt::format("obstacles.{}", k)}, "obstacle", false});
    const auto first = static_cast<Index>(all.origins.size());
    for (std::size_t k = 0; k < more.origins.size(); ++k) {
        add_obstacle(all.obstacles, more.obstacles.shapes[k], world.bodies.dimension, more.obstacles.restitution[k],
                     more.obstacles.friction[k]);
        if (more.origins[k].moves) all.prescribed.add_obstacle(first + static_cast<Index>(k), more.shapes[k]);
        all.origins.push_back(more.origins[k]);
        all.origins.back().place.key = fmt::format("obstacles.{}", all.origins.size() - 1);
    }
    return all;
}

/// Puts bodies that are not in the order of the line yet where they belong; the others keep theirs.
void join_line(Bodies& bodies) {
    std::vector<Index>& order = bodies.line_order;
    for (Index i = static_cast<Index>(order.size()); i < bodies.size(); ++i) {
        const auto behind = std::upper_bound(order.begin(), order.end(), i,
                                             [&](Index a, Index b) { return bodies.position[a] < bodies.position[b]; });
        order.insert(behind, i);
    }
}

void add_more_bodies(const Document& document, const Simulation& simulation, const PlacedObstacles& obstacles,
                     Bodies& bodies, std::string& resolved) {
    if (document.entries("bodies").empty()) return;
    if (simulation.crowd()) {
        document.root().fail("bodies", "people cannot join a crowd whose way is planned; expected them at the start");
    }
    std::vector<BodyOrigin> origins = earlier_bodies(bodies);
    for (BodyOrigin& origin :
         add_entries(document, simulation.settings(), obstacles.obstacles, ".", bodies, resolved)) {
        origin.place.key = fmt::format("bodies.{}", origins.size());
        origins.push_back(std::move(origin));
    }
    if (bodies.dimension == 1) join_line(bodies);
    require_apart(bodies, obstacles, origins);
}

}  // namespace

std::optional<Bodies> extend(const std::string& text, const SceneCode& code, Scene& scene, Simulation& simulation) {
    const Document document(text, "", {}, &code);
    document.root().allow({"bodies", "obstacles", "forces"});
    const World& world = simulation.world();
    const Settings& settings = simulation.settings();

    std::string resolved;
    const PlacedObstacles more = read_obstacles(document, settings, ".", resolved);
    PlacedObstacles obstacles = with_more_obstacles(world, more);
    World trial;
    trial.bodies = world.bodies;
    if (!more.origins.empty()) {
        obstacles.prescribed.apply(world.time, trial.bodies, obstacles.obstacles);
        require_apart(trial.bodies, obstacles, earlier_bodies(trial.bodies));
    }
    add_more_bodies(document, simulation, obstacles, trial.bodies, resolved);
    for (const RadiusRecipe& radius : read_radii(document, settings.dimension)) {
        const Group& group = trial.bodies.groups[world.bodies.groups.size() + radius.entry];
        obstacles.prescribed.add_radius(group.first, group.last, radius.radius);
    }
    std::vector<ForceRecipe> recipes = scene.force_recipes;
    for (ForceRecipe& recipe : read_forces(document, settings, resolved, recipes.size()))
        recipes.push_back(std::move(recipe));
    trial.forces = build_forces(recipes, trial.bodies);
    trial.obstacles = std::move(obstacles.obstacles);
    trial.prescribed = std::move(obstacles.prescribed);
    if (settings.contact.law == Law::penalty) check_penalty(trial);
    if (settings.scheme == "event-driven") check_event_driven(trial);

    const bool grows = trial.bodies.size() != world.bodies.size();
    simulation.change([&](World& changed) {
        if (grows) std::swap(changed.bodies, trial.bodies);
        std::swap(changed.obstacles, trial.obstacles);
        std::swap(changed.prescribed, trial.prescribed);
        std::swap(changed.forces, trial.forces);
    });
    scene.force_recipes = std::move(recipes);
    scene.resolved += resolved;
    if (!grows) return {};
    return std::move(trial.bodies);
}

}  // namespace galet
