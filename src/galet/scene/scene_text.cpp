#include "galet/scene/scene_text.hpp"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "galet/core/error.hpp"
#include "galet/scene/examples.hpp"
#include "galet/scene/suggestion.hpp"
#include "galet/scene/table_reader.hpp"

namespace galet {

SceneText read_scene_file(const std::filesystem::path& path) {
    std::ifstream input(path, std::ios::binary);
    std::ostringstream text;
    text << input.rdbuf();
    if (!input) throw FileError(fmt::format("{}: the scene could not be read", path.string()));
    return {text.str(), path.string(), path.parent_path(), path.stem().string()};
}

bool is_scene_file(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::exists(path, ignored) && !std::filesystem::is_directory(path, ignored);
}

SceneText find_scene(const std::string& name_or_path) {
    if (is_scene_file(name_or_path)) return read_scene_file(name_or_path);
    for (const Example& example : examples()) {
        if (example.name == name_or_path) return {example.text, name_or_path, ".", name_or_path};
    }
    throw InputError({name_or_path, 0, ""},
                     "no such scene file or example" + suggest(name_or_path, names_of(examples()), "the examples are"));
}

}  // namespace galet
