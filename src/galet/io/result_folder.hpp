// The folder of a result: the names of its files, and who may write them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "galet/io/output_file.hpp"

namespace galet {

/// The files of a result by name; opens and checks nothing.
struct ResultFiles {
    std::filesystem::path folder;

    std::filesystem::path scene() const { return folder / "scene.toml"; }
    std::filesystem::path history() const { return folder / "history.csv"; }
    std::filesystem::path trajectory() const { return folder / "trajectory.h5"; }
    std::filesystem::path xdmf() const { return folder / "trajectory.xdmf"; }
    std::filesystem::path final_state() const { return folder / "final.csv"; }
    std::filesystem::path summary() const { return folder / "summary.json"; }
    std::filesystem::path checkpoint() const { return folder / "checkpoint.h5"; }
    /// The checkpoint before the last one, in case that one is damaged.
    std::filesystem::path previous_checkpoint() const { return folder / "checkpoint-previous.h5"; }
    std::filesystem::path flow() const { return folder / "flow.csv"; }      ///< of crowds with exits
    std::filesystem::path fields() const { return folder / "fields.csv"; }  ///< of crowds in two dimensions
    /// The contact problem of a step, where it was asked for.
    std::filesystem::path problem(std::int64_t step) const {
        return folder / ("problem-" + std::to_string(step) + ".h5");
    }
    /// The bodies of an entry that came as arrays, at the start of the record.
    std::filesystem::path bodies(std::size_t entry) const {
        return folder / ("bodies-" + std::to_string(entry) + ".csv");
    }
    std::filesystem::path lock() const { return folder / ".lock"; }

    bool any_exists() const;  ///< is there something of a result that a new run would replace?

    /// Whether a run holds the folder, as far as the system tells; asks without taking the lock, so that no run that
    /// begins meanwhile is turned away.
    bool being_written() const;
};

/// A result folder that this process alone may write. The lock is the system's: it ends with the process, however that
/// ends.
class ResultFolder {
  public:
    /// Makes the folder. An existing result is an InputError, unless `force`: then our own files in it are removed, and
    /// nothing else. A folder another run is writing is a FileError.
    static ResultFolder create(const std::filesystem::path& folder, bool force);

    /// The folder of a result to go on with; a FileError where there is no checkpoint, or another run is writing.
    static ResultFolder open(const std::filesystem::path& folder);

    const ResultFiles& files() const { return files_; }

    /// Takes the lock again where its file was removed; a FileError where another run was faster.
    void hold();

  private:
    ResultFolder(ResultFiles files, OutputFile lock);

    ResultFiles files_;
    OutputFile lock_;
};

}  // namespace galet
