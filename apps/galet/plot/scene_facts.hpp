// What a plot needs from the other files of a result. Where they are missing or cannot be read it has fewer lines: that
// is no failure, the history is there.
#pragma once

#include <optional>
#include <string>

#include "galet/io/result_folder.hpp"
#include "plot/result_record.hpp"

namespace galet::plot {

struct SceneFacts {
    std::string title;
    bool first_order = false;
    Limits limits;
    std::optional<double> start_energy;  ///< kinetic and potential before the first step [J]
};

SceneFacts read_scene_facts(const ResultFiles& files);

}  // namespace galet::plot
