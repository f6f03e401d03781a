// TOML in, a simulation or a clear error out.
//
// Whatever is wrong with a scene is an InputError that names file, line, key, the value found and what is admissible:
//   scene.toml:12: solver.methd: unknown key; did you mean "method"?
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "galet/scene/force_recipe.hpp"
#include "galet/scene/radius_recipe.hpp"
#include "galet/scene/scene_code.hpp"
#include "galet/schemes/world.hpp"
#include "galet/simulation/settings.hpp"

namespace galet {

struct Scene {
    std::string name;   ///< the example's name, or the file's without folder and extension
    std::string title;  ///< as written, may be empty
    Settings settings;
    World world;                               ///< at its start
    std::vector<ForceRecipe> force_recipes;    ///< what `world.forces` was made from
    std::vector<RadiusRecipe> radius_recipes;  ///< radii given as expressions of t
    std::string resolved;  ///< the scene as TOML with every default written out; reads back to the same bits
    std::string needs;     ///< of a scene read without its program: what is missing to run it; else empty
};

/// A value given beside the scene: `--set solver.tolerance=1e-5`. Keys are dotted; entries of [[bodies]], [[obstacles]]
/// and [[forces]] are counted from 0 (`bodies.0.count`). The value is TOML, or else a string.
struct Override {
    std::string key, value;
};

/// Reads a TOML file, or the embedded example of that name where there is no such file.
Scene load_scene(const std::string& name_or_path, const std::vector<Override>& overrides = {});

/// Reads TOML text. `file_label` names it in messages (empty: text that a program made, whose lines say nothing); files
/// it refers to are sought from `base_folder`, and what no text can hold in `code`.
Scene parse_scene(const std::string& text, const std::string& file_label, const std::filesystem::path& base_folder,
                  const std::vector<Override>& overrides = {}, const SceneCode& code = {});

/// Reads a scene whose bodies come from a checkpoint: [[bodies]] is neither generated nor read (its CSV may be gone),
/// and `world` and `resolved` lack them. Code is not asked for either; `needs` says what is missing.
Scene load_scene_for_resume(const std::string& path);

/// Puts the bodies of a checkpoint into such a scene, and with them forces and the radii that change. InputError where
/// the scene needs code.
void set_bodies(Scene& scene, const Bodies& bodies);

/// Where the bodies of a result move, without the bodies: what a picture of it needs.
struct Stage {
    std::string title;  ///< may be empty
    Settings settings;
    Obstacles obstacles;  ///< at t = 0
    Prescribed prescribed;
    std::vector<Exit> exits;

    Obstacles obstacles_at(double time) const;
};

Stage load_stage(const std::string& path);

}  // namespace galet
