// A scene of a sweeping process: a table [sweeping] in place of bodies, obstacles and forces.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "galet/scene/scene.hpp"
#include "galet/sweeping/sweep.hpp"

namespace galet {

struct SweepingScene {
    std::string name, title;  ///< as of a Scene
    std::string method;       ///< as written
    sweeping::MovingSet set;
    sweeping::Vector start;  ///< a point of the set at t = 0
    sweeping::Settings settings;
    double end = 0;        ///< [s]
    std::string resolved;  ///< as TOML with every default written out

    std::int64_t steps() const { return step_count(end, settings.step); }
};

/// Start points may be outside of the set by so much, of the largest coordinate or 1: rounding of what a user writes.
inline constexpr double kStartTolerance = 1e-9;

SweepingScene load_sweeping_scene(const std::string& name_or_path, const std::vector<Override>& overrides = {});
SweepingScene parse_sweeping_scene(const std::string& text, const std::string& file_label,
                                   const std::vector<Override>& overrides = {});

/// Whatever the scene describes.
using AnyScene = std::variant<Scene, SweepingScene>;
AnyScene load_any_scene(const std::string& name_or_path, const std::vector<Override>& overrides = {});

}  // namespace galet
