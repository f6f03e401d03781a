// checkpoint.h5: everything `resume` needs beside the scene, bit for bit, replaced at once when complete and on disk.
// It is an HDF5 file with a line at its end that no damage passes (seal.hpp). The one before it is kept in case.
#pragma once

#include <cstdint>
#include <filesystem>

#include "galet/io/result_folder.hpp"
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

/// A new checkpoint; the one that was the last becomes the previous one.
void write_checkpoint(const ResultFiles& files, const SimulationState& state, const OutputPosition& position);

/// One file, `previous` taking what had its name, where that is given.
void write_checkpoint(const std::filesystem::path& path, const SimulationState& state, const OutputPosition& position,
                      const std::filesystem::path& previous = {});

/// A file that is missing, cut short, damaged or not a checkpoint of ours is a FileError that says which.
Checkpoint read_checkpoint(const std::filesystem::path& path);

/// The newest checkpoint of a result that can be read.
struct NewestCheckpoint {
    Checkpoint checkpoint;
    std::string passed_over;  ///< what is wrong with a newer one; else empty
};

/// A FileError where neither the last one nor the one before it can be read.
NewestCheckpoint read_newest_checkpoint(const ResultFiles& files);

}  // namespace galet
