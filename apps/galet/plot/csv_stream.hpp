// A table of comma-separated values read line by line: however long it is, one line is in memory.
#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace galet::plot {

class CsvStream {
  public:
    /// Reads the first line. Throws FileError where the file cannot be read or has no complete line.
    explicit CsvStream(std::filesystem::path path);

    const std::vector<std::string>& header() const { return header_; }

    /// Goes on to the next row. A last line without an end is one that a run is still writing, and is left out.
    bool next();
    const std::vector<std::string_view>& fields() const { return fields_; }  ///< of the row, until the next one

    double number(std::size_t column) const;               ///< throws FileError naming file, line and column
    [[noreturn]] void fail(const std::string& why) const;  ///< FileError "FILE:LINE: why"

  private:
    bool read_line();

    std::filesystem::path path_;
    std::ifstream file_;
    std::string line_;
    std::size_t line_number_ = 0;
    std::vector<std::string> header_;
    std::vector<std::string_view> fields_;
};

}  // namespace galet::plot
