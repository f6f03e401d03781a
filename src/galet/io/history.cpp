#include "galet/io/history.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <stdexcept>

#include "galet/core/error.hpp"
#include "galet/core/types.hpp"
#include "galet/io/record_fields.hpp"

namespace galet {
namespace {

constexpr std::array kAxes = {"x", "y", "z"};

/// Turns the fields of a row into the columns of the file: calls visit(name, value) with whole or real numbers.
template <class Visit>
struct FieldColumns {
    int components;  ///< of vectors
    bool by_axis;    ///< whether their names end with the axis
    Visit visit;

    template <class Number>
    void operator()(const char* name, Number& value) {
        visit(std::string(name), value);
    }
    template <class Vector>
    requires requires(Vector& v) { v.size(); }
    void operator()(const char* name, Vector& values) {
        for (std::size_t a = 0; a < static_cast<std::size_t>(components); ++a)
            visit(by_axis ? std::string(name) + "_" + kAxes[a] : std::string(name), values[a]);
    }
    void operator()(const char*, const bool&) {}  // not a column
    void operator()(const char*, bool&) {}
};

template <class Row, class Visit>
void for_each_column(Row& row, const HistoryColumns& columns, Visit visit) {
    const int d = columns.dimension;
    for_each_row_field(row, FieldColumns<Visit>{d, true, visit});
    if (columns.rotate) for_each_rotation_field(row, FieldColumns<Visit>{spin_size(d), d == 3, visit});
}

void require_finite(const std::string&, std::int64_t, std::int64_t) {}

void require_finite(const std::string& column, double value, std::int64_t step) {
    if (std::isfinite(value)) return;
    throw std::domain_error(fmt::format("history.csv: {} of step {} is {}, not a finite number", column, step, value));
}

/// Reads the number at the start of `text`, and takes it and the comma after it away.
template <class Number>
bool take_number(std::string_view& text, Number& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{}) return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (text.starts_with(',')) text.remove_prefix(1);
    return true;
}

HistoryColumns columns_of(const std::filesystem::path& path, std::string_view header) {
    for (int dimension = 1; dimension <= 3; ++dimension)
        for (const bool rotate : {false, true})
            if (header == history_header({dimension, rotate})) return {dimension, rotate};
    throw FileError(fmt::format("{}:1: not the header of a history", path.string()));
}

HistoryRow parse_row(const std::filesystem::path& path, std::size_t line_number, std::string_view line,
                     const HistoryColumns& columns) {
    HistoryRow row;
    for_each_column(row, columns, [&](const std::string& column, auto& value) {
        if (!take_number(line, value))
            throw FileError(fmt::format("{}:{}: {}: not a number", path.string(), line_number, column));
    });
    if (!line.empty()) throw FileError(fmt::format("{}:{}: more columns than names", path.string(), line_number));
    return row;
}

}  // namespace

std::string history_header(const HistoryColumns& columns) {
    std::string header;
    HistoryRow row;
    for_each_column(row, columns, [&](const std::string& column, auto) {
        if (!header.empty()) header += ',';
        header += column;
    });
    return header;
}

HistoryWriter::HistoryWriter(const std::filesystem::path& path, const HistoryColumns& columns,
                             std::optional<std::uint64_t> resume_bytes)
    : file_(open_log(path, history_header(columns), resume_bytes)), columns_(columns) {}

void HistoryWriter::append(const HistoryRow& row) {
    line_.clear();
    for_each_column(row, columns_, [&](const std::string& column, auto value) {
        require_finite(column, value, row.step);
        if (!line_.empty()) line_ += ',';
        fmt::format_to(std::back_inserter(line_), "{}", value);
    });
    line_ += '\n';
    file_.write(line_);
}

std::vector<HistoryRow> read_history(const std::filesystem::path& path) {
    const std::string text = read_text(path);
    std::vector<HistoryRow> rows;
    std::optional<HistoryColumns> columns;
    std::size_t line_number = 0;
    for (std::size_t start = 0, end = 0; (end = text.find('\n', start)) != std::string::npos; start = end + 1) {
        const std::string_view line(text.data() + start, end - start);
        if (++line_number == 1)
            columns = columns_of(path, line);
        else
            rows.push_back(parse_row(path, line_number, line, *columns));
    }
    if (!columns) throw FileError(fmt::format("{}: holds no history", path.string()));
    return rows;
}

}  // namespace galet
