#include "galet/scene/scene.hpp"

#include <fmt/format.h>

#include "galet/scene/body_reader.hpp"
#include "galet/scene/desired_reader.hpp"
#include "galet/scene/document.hpp"
#include "galet/scene/force_reader.hpp"
#include "galet/scene/obstacle_reader.hpp"
#include "galet/scene/scene_text.hpp"
#include "galet/scene/settings_reader.hpp"
#include "galet/scene/way_reader.hpp"
#include "galet/schemes/event_driven.hpp"
#include "galet/schemes/penalty.hpp"

namespace galet {
namespace {

/// Whether the bodies are those of the scene, or come from a checkpoint later.
enum class BodiesFrom { scene, checkpoint };

/// Schemes and laws that do not take every world.
void check_world(const Document& document, const Scene& scene) {
    const bool penalty = scene.settings.contact.law == Law::penalty;
    try {
        if (penalty) check_penalty(scene.world);
        if (scene.settings.scheme == "event-driven") check_event_driven(scene.world);
    } catch (const InputError& error) {
        throw InputError(
            penalty ? document.section("contact").place("law") : document.section("simulation").place("scheme"),
            error.what());
    }
}

/// The whole document, which is that of a scene of bodies.
TableReader read_root(const Document& document) {
    TableReader root = document.root();
    root.allow({"title", "simulation", "contact", "solver", "bodies", "obstacles", "forces", "output", "desired", "way",
                "exits", "sweeping"});
    if (root.has("sweeping")) root.fail("sweeping", "a scene of bodies is expected here, not a sweeping process");
    return root;
}

/// Without `code` nothing that needs some can run.
Scene build(const SceneText& source, const std::vector<Override>& overrides, BodiesFrom bodies_from,
            const SceneCode* code) {
    const Document document(source.text, source.file, overrides, code);
    TableReader root = read_root(document);

    Scene scene;
    scene.name = source.name;
    scene.title = root.text("title", "");
    scene.resolved = root.recorded().lines();
    scene.settings = read_settings(document, scene.resolved);
    PlacedObstacles obstacles = read_obstacles(document, scene.settings, source.base_folder, scene.resolved);
    scene.world.exits = read_exits(document, scene.settings, scene.resolved);
    DesiredRecipe desired = read_desired(document, scene.settings, scene.world.exits, scene.resolved);
    scene.force_recipes = read_forces(document, scene.settings, scene.resolved);
    scene.radius_recipes = read_radii(document, scene.settings.dimension);
    scene.world.prescribed = std::move(obstacles.prescribed);
    if (bodies_from == BodiesFrom::scene) {
        scene.world.bodies = read_bodies(document, scene.settings, obstacles, source.base_folder, scene.resolved);
        scene.world.forces = build_forces(scene.force_recipes, scene.world.bodies);
        if (!scene.world.exits.empty() && !scene.radius_recipes.empty()) {
            document.root().fail("exits", "people who leave must keep their radius; found a radius as an expression");
        }
        prescribe_radii(scene.radius_recipes, scene.world.bodies, scene.world.prescribed);
    }
    const bool from_scene = bodies_from == BodiesFrom::scene;
    if (!desired.empty()) {
        const Bodies& bodies = scene.world.bodies;
        read_way(document, obstacles, scene.world.exits, from_scene ? &bodies : nullptr, desired, scene.resolved);
        scene.world.desired.goals = make_goals(desired, obstacles);
        if (from_scene) {
            scene.world.desired.people = make_people(desired, bodies, scene.settings.seed);
            check_ways(document, desired, obstacles, scene.world.exits, scene.world.desired.goals,
                       scene.world.desired.people, bodies);
        }
    }
    scene.world.obstacles = std::move(obstacles.obstacles);
    if (!document.missing().empty()) scene.needs = source.file + ": " + document.missing();
    if (bodies_from == BodiesFrom::scene) check_world(document, scene);
    return scene;
}

/// The text of a scene's file, not of an example.
SceneText existing(const std::string& path) {
    if (!is_scene_file(path)) throw FileError(fmt::format("{}: there is no such scene", path));
    return read_scene_file(path);
}

}  // namespace

Scene load_scene(const std::string& name_or_path, const std::vector<Override>& overrides) {
    const SceneCode none;
    return build(find_scene(name_or_path), overrides, BodiesFrom::scene, &none);
}

Scene parse_scene(const std::string& text, const std::string& file_label, const std::filesystem::path& base_folder,
                  const std::vector<Override>& overrides, const SceneCode& code) {
    const std::string name = std::filesystem::path(file_label).stem().string();
    return build({text, file_label, base_folder, name}, overrides, BodiesFrom::scene, &code);
}

Scene load_scene_for_resume(const std::string& path) {
    return build(existing(path), {}, BodiesFrom::checkpoint, nullptr);
}

void set_bodies(Scene& scene, const Bodies& bodies) {
    if (!scene.needs.empty()) throw InputError(scene.needs);
    scene.world.bodies = bodies;
    scene.world.forces = build_forces(scene.force_recipes, scene.world.bodies);
    prescribe_radii(scene.radius_recipes, scene.world.bodies, scene.world.prescribed);
}

Stage load_stage(const std::string& path) {
    const SceneText source = existing(path);
    const Document document(source.text, source.file, {});
    TableReader root = read_root(document);
    Stage stage;
    std::string resolved;
    stage.title = root.text("title", "");
    stage.settings = read_settings(document, resolved);
    PlacedObstacles placed = read_obstacles(document, stage.settings, source.base_folder, resolved);
    stage.obstacles = std::move(placed.obstacles);
    stage.prescribed = std::move(placed.prescribed);
    stage.exits = read_exits(document, stage.settings, resolved);
    return stage;
}

Obstacles Stage::obstacles_at(double time) const {
    Obstacles moved = obstacles;
    Bodies none;
    none.dimension = settings.dimension;
    prescribed.apply(time, none, moved);
    return moved;
}

}  // namespace galet
