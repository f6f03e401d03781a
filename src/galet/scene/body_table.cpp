#include "galet/scene/body_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <string>
#include <string_view>

#include "galet/scene/toml_value.hpp"

namespace galet {
namespace {

constexpr int kAbsent = -1;

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::vector<std::string_view> fields_of(std::string_view line) {
    std::vector<std::string_view> fields;
    for (;;) {
        const std::size_t comma = line.find(',');
        fields.push_back(trimmed(line.substr(0, comma)));
        if (comma == std::string_view::npos) return fields;
        line.remove_prefix(comma + 1);
    }
}

/// Reads the lines of a CSV file that are not blank, split into fields.
class CsvLines {
  public:
    CsvLines(std::istream& input, std::string file) : file_(std::move(file)), input_(input) {}

    bool next() {
        while (std::getline(input_, text_)) {
            ++line_;
            if (line_ == 1 && text_.starts_with("\xef\xbb\xbf")) text_.erase(0, 3);
            if (trimmed(text_).empty()) continue;
            fields_ = fields_of(text_);
            return true;
        }
        return false;
    }

    int line() const { return line_; }
    const std::vector<std::string_view>& fields() const { return fields_; }
    [[noreturn]] void fail(const std::string& column, const std::string& problem) const {
        throw InputError({file_, line_, column}, problem);
    }

  private:
    std::string file_;
    std::istream& input_;
    std::string text_;
    std::vector<std::string_view> fields_;
    int line_ = 0;
};

/// A column that is sought: its name, its place in the rows, what its numbers must be.
struct Column {
    std::string name;
    int index;
    Admissible admissible;
};

Column find_column(const CsvLines& header, const std::string& name, const Admissible& admissible) {
    const auto& names = header.fields();
    if (std::count(names.begin(), names.end(), name) > 1) header.fail(name, "this column is there more than once");
    const auto found = std::find(names.begin(), names.end(), name);
    return {name, found == names.end() ? kAbsent : static_cast<int>(found - names.begin()), admissible};
}

/// The columns of a vector, x, y, z behind `prefix`: all of them, or none.
std::vector<Column> find_vector(const CsvLines& header, const std::string& prefix, int dimension) {
    std::vector<Column> columns;
    for (int k = 0; k < dimension; ++k) columns.push_back(find_column(header, prefix + "xyz"[k], kAnyNumber));
    const auto is_absent = [](const Column& column) { return column.index == kAbsent; };
    if (std::all_of(columns.begin(), columns.end(), is_absent)) return {};
    const auto missing = std::find_if(columns.begin(), columns.end(), is_absent);
    if (missing != columns.end()) header.fail(missing->name, "this column is missing");
    return columns;
}

std::vector<Column> find_scalar(const CsvLines& header, const std::string& name, const Admissible& admissible) {
    const Column column = find_column(header, name, admissible);
    return column.index == kAbsent ? std::vector<Column>{} : std::vector<Column>{column};
}

double read_field(const CsvLines& row, const Column& column) {
    const std::string_view field = row.fields()[static_cast<std::size_t>(column.index)];
    const std::string_view digits = field.starts_with('+') ? field.substr(1) : field;
    double value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    const bool is_number = error == std::errc{} && end == digits.data() + digits.size() && !digits.empty();
    if (!is_number || !std::isfinite(value) || !column.admissible.holds(value)) {
        row.fail(column.name, fmt::format("expected {}, found \"{}\"", column.admissible.words, field));
    }
    return value;
}

void append(const CsvLines& row, const std::vector<Column>& columns, std::vector<double>& values) {
    for (const Column& column : columns) values.push_back(read_field(row, column));
}

}  // namespace

BodyTable read_body_table(const std::filesystem::path& file, int dimension, bool rotate, const Place& origin) {
    std::ifstream input(file);
    if (!input || std::filesystem::is_directory(file)) {
        throw InputError(origin, fmt::format("expected a CSV file, found none that can be read at {}", file.string()));
    }
    return parse_body_table(input, file.string(), dimension, rotate);
}

BodyTable parse_body_table(std::istream& text, const std::string& file, int dimension, bool rotate) {
    CsvLines lines(text, file);
    if (!lines.next()) lines.fail("", "expected a header that names the columns, found an empty file");
    const auto position = find_vector(lines, "", dimension);
    if (position.empty()) lines.fail("x", "this column is missing");
    const auto velocity = find_vector(lines, "v", dimension);
    const auto radius = find_scalar(lines, "radius", dimension == 1 ? kNotNegative : kPositive);
    const auto mass = find_scalar(lines, "mass", kPositive);
    std::vector<Column> spin, inertia;
    if (rotate) {
        spin = dimension == 2 ? find_scalar(lines, "w", kAnyNumber) : find_vector(lines, "w", dimension);
        inertia = find_scalar(lines, "inertia", kPositive);
    }
    const std::size_t width = lines.fields().size();

    BodyTable table;
    while (lines.next()) {
        if (lines.fields().size() != width) {
            lines.fail("", fmt::format("expected {} fields as in the header, found {}", width, lines.fields().size()));
        }
        append(lines, position, table.position);
        append(lines, velocity, table.velocity);
        append(lines, radius, table.radius);
        append(lines, mass, table.mass);
        append(lines, spin, table.spin);
        append(lines, inertia, table.inertia);
        table.line.push_back(lines.line());
    }
    if (table.size() == 0) lines.fail("", "expected at least one body, found none");
    return table;
}

}  // namespace galet
