#include "plot/csv_stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>

#include "galet/core/error.hpp"
#include "galet/io/output_file.hpp"

namespace galet::plot {

CsvStream::CsvStream(std::filesystem::path path) : path_(std::move(path)) {
    errno = 0;
    file_.open(path_);
    if (!file_ || std::filesystem::is_directory(path_)) throw_file_error(path_, "open", errno != 0 ? errno : EISDIR);
    if (!read_line()) throw FileError(path_.string() + ": holds no table");
    header_.assign(fields_.begin(), fields_.end());
}

bool CsvStream::read_line() {
    errno = 0;
    std::getline(file_, line_);
    if (file_.bad()) throw_file_error(path_, "read", errno);
    if (!file_ || file_.eof()) return false;
    ++line_number_;
    fields_.clear();
    for (std::size_t start = 0;;) {
        const std::size_t end = line_.find(',', start);
        fields_.push_back(std::string_view(line_).substr(start, end - start));
        if (end == std::string::npos) return true;
        start = end + 1;
    }
}

bool CsvStream::next() {
    if (!read_line()) return false;
    if (fields_.size() < header_.size())
        fail(fmt::format("{} columns, the first line names {}", fields_.size(), header_.size()));
    return true;
}

double CsvStream::number(std::size_t column) const {
    double value = 0;
    const std::string_view text = fields_[column];
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size())
        fail(fmt::format("{}: \"{}\" is not a number", header_[std::min(column, header_.size() - 1)], text));
    return value;
}

void CsvStream::fail(const std::string& why) const {
    throw FileError(fmt::format("{}:{}: {}", path_.string(), line_number_, why));
}

}  // namespace galet::plot
