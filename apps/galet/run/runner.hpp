// Runs a simulation to its end and records it: what `run`, `resume` and `reproduce` share.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "galet/io/summary.hpp"
#include "galet/scene/scene.hpp"

namespace galet::app {

struct RunOptions {
    std::filesystem::path out;               ///< empty: out/<scene name>
    int threads = 0;                         ///< 0: one for each core
    std::optional<std::int64_t> steps;       ///< stop after so many steps of this call
    bool force = false;                      ///< replace an existing result
    bool quiet = false;                      ///< neither progress nor summary
    std::string command;                     ///< as typed, for the record
    std::vector<std::int64_t> save_problem;  ///< steps whose contact problem is stored
};

/// Runs a scene into a new result folder. Returns the exit status.
int run_scene(Scene scene, const RunOptions& options);

/// Goes on with a result from its last checkpoint. Returns the exit status.
int resume_result(const std::filesystem::path& folder, const RunOptions& options);

/// The totals of a run in some readable lines.
std::string readable(const Summary& summary);

}  // namespace galet::app
