// The text of a scene, from a file or from the embedded examples.
#pragma once

#include <filesystem>
#include <string>

namespace galet {

struct SceneText {
    std::string text, file;             ///< `file` names it in messages
    std::filesystem::path base_folder;  ///< where files it refers to are sought
    std::string name;                   ///< the example's, or the file's without folder and extension
};

bool is_scene_file(const std::string& path);

/// Throws FileError where it cannot be read.
SceneText read_scene_file(const std::filesystem::path& path);

/// The file, or else the example of that name; throws InputError with the nearest name where there is neither.
SceneText find_scene(const std::string& name_or_path);

}  // namespace galet
