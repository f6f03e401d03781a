// history.csv: one row a step, handed to the system row by row so that a killed run loses none.
//
// Numbers are the shortest that read back to the same double.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "galet/io/output_file.hpp"
#include "galet/simulation/records.hpp"

namespace galet {

/// What decides the columns of a history.
struct HistoryColumns {
    int dimension;
    bool rotate = false;  ///< columns of bodies that rotate follow the others
};

/// The first line of history.csv, without its end.
std::string history_header(const HistoryColumns& columns);

class HistoryWriter {
  public:
    /// Starts a new history; or, given the position a checkpoint remembers, drops what was written after it and goes
    /// on.
    HistoryWriter(const std::filesystem::path& path, const HistoryColumns& columns,
                  std::optional<std::uint64_t> resume_bytes = {});

    /// A value that is not finite is refused, naming column and step, and nothing is written (std::domain_error).
    void append(const HistoryRow& row);

    std::uint64_t bytes() const { return file_.bytes(); }  ///< the position to remember in a checkpoint
    void sync() { file_.sync(); }

  private:
    OutputFile file_;
    HistoryColumns columns_;
    std::string line_;
};

/// All complete rows; a last line cut short (a run killed while it wrote) is left out. `solved` is not stored.
std::vector<HistoryRow> read_history(const std::filesystem::path& path);

}  // namespace galet
