// checkpoint.h5: everything `resume` needs beside the scene, bit for bit, replaced at once when complete and on disk.
#pragma once

#include <cstdint>
#include <filesystem>

#include "galet/simulation/simulation.hpp"

namespace galet {

/// How much of the other files belongs to the state of a checkpoint; what follows is dropped on resume.
struct OutputPosition {
    std::uint64_t history_bytes = 0;
    std::int64_t frames = 0;
    std::uint64_t flow_bytes = 0, fields_bytes = 0;  ///< of crowds
};

struct Checkpoint {
    SimulationState state;
    OutputPosition position;
};

void write_checkpoint(const std::filesystem::path& path, const SimulationState& state, const OutputPosition& position);

/// A file that is missing, cut short, damaged or not a checkpoint of ours is a FileError that says which.
Checkpoint read_checkpoint(const std::filesystem::path& path);

}  // namespace galet
