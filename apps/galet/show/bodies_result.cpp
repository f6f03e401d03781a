#include "show/bodies_result.hpp"

#include <variant>

#include "galet/core/error.hpp"
#include "galet/scene/sweeping_scene.hpp"

namespace galet::app {
namespace {

bool is_sweeping(const ResultFiles& files) {
    try {
        return std::holds_alternative<SweepingScene>(load_any_scene(files.scene().string()));
    } catch (const std::exception&) {
        return false;
    }
}

}  // namespace

ResultFiles files_with_bodies(const std::string& folder) {
    const ResultFiles files{folder};
    if (!std::filesystem::is_directory(files.folder)) throw FileError(folder + ": no such folder");
    if (!files.any_exists()) throw FileError(folder + ": not the folder of a result");
    if (std::filesystem::exists(files.trajectory())) return files;
    if (is_sweeping(files))
        throw InputError(folder + ": a sweeping process has no bodies to show; galet plot " + folder +
                         " draws the way of its point");
    throw FileError(folder + ": the result has no trajectory.h5");
}

}  // namespace galet::app
