#include "galet/scene/table_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "galet/scene/suggestion.hpp"

namespace galet {
namespace {

bool contains(const Names& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

TableReader::TableReader(std::string file, std::string path, const toml::table* table)
    : file_(std::move(file)), path_(std::move(path)), table_(table) {}

void TableReader::allow(const Names& known) const {
    if (!table_) return;
    // The table is sorted by key; the first unknown key of the file is the one to report.
    std::optional<TomlValue> first;
    for (const auto& [key, node] : *table_) {
        const std::string name(key.str());
        if (contains(known, name)) continue;
        if (!first || node.source().begin < first->node->source().begin) first = TomlValue{&node, name};
    }
    if (!first) return;
    fail(first->key, "unknown key" + suggest(first->key, known, "known keys are"));
}

void TableReader::refuse(const Names& keys, const std::string& belongs_to) const {
    for (const std::string& key : keys) {
        if (has(key)) fail(key, "applies to " + belongs_to + " only");
    }
}

std::optional<TomlValue> TableReader::find(const std::string& key) {
    const toml::node* node = table_ ? table_->get(key) : nullptr;
    if (!node) return {};
    record(key, toml_text(*node));
    return TomlValue{node, full(key)};
}

TomlValue TableReader::need(const std::string& key, const std::string& words) {
    if (auto value = find(key)) return *value;
    fail(key, "this key is required and missing; expected " + words);
}

double TableReader::number(const std::string& key, const Admissible& admissible) {
    return number_of(need(key, admissible.words), admissible);
}

double TableReader::number(const std::string& key, const Admissible& admissible, double otherwise) {
    if (const auto value = find(key)) return number_of(*value, admissible);
    record(key, toml_text(otherwise));
    return otherwise;
}

std::int64_t TableReader::integer(const std::string& key, std::int64_t low, std::int64_t high, std::int64_t otherwise) {
    if (const auto value = find(key)) return integer_of(*value, low, high);
    record(key, fmt::format("{}", otherwise));
    return otherwise;
}

std::string TableReader::text(const std::string& key, const std::string& otherwise) {
    if (const auto value = find(key)) return text_of(*value);
    record(key, toml_text(std::string_view(otherwise)));
    return otherwise;
}

Point TableReader::vector(const std::string& key, int dimension) {
    return vector_of(need(key, fmt::format("a vector of {} numbers", dimension)), dimension);
}

std::pair<Point, Point> TableReader::corners(int dimension) {
    const Point min = vector("min", dimension), max = vector("max", dimension);
    for (int k = 0; k < dimension; ++k) {
        if (min[k] < max[k]) continue;
        fail("max", fmt::format("expected more than min in every component, found {} against {}", max[k], min[k]));
    }
    return {min, max};
}

std::string TableReader::choice(const std::string& key, const Names& names,
                                const std::optional<std::string>& otherwise) {
    if (!has(key) && otherwise) return text(key, *otherwise);
    const std::string name = text_of(need(key, "one of " + quoted_list(names)));
    if (contains(names, name)) return name;
    const auto nearest = nearest_name(name, names);
    const std::string hint = nearest ? fmt::format("; did you mean \"{}\"?", *nearest) : "";
    fail(key,
         fmt::format("expected one of {}, found {}{}", quoted_list(names), toml_text(std::string_view(name)), hint));
}

TableReader TableReader::table(const std::string& key) {
    const TomlValue value = need(key, "a table");
    if (!value.node->is_table()) value.expected("a table");
    return {file_, full(key), value.node->as_table()};
}

std::vector<TableReader> TableReader::entries(const std::string& key) const {
    std::vector<TableReader> readers;
    if (!has(key)) return readers;
    const std::string words = fmt::format("[[{}]] entries", full(key));
    for (const TomlValue& entry : elements_of({table_->get(key), full(key)}, words)) {
        if (!entry.node->is_table()) entry.expected(words);
        readers.emplace_back(file_, entry.key, entry.node->as_table());
    }
    return readers;
}

Place TableReader::place() const {
    const Place place = table_ ? place_of(*table_, path_) : Place{};
    return place.file.empty() ? Place{file_, 0, path_} : place;
}

Place TableReader::place(const std::string& key) const {
    Place place = has(key) ? place_of(*table_->get(key), full(key)) : this->place();
    place.key = full(key);
    return place;
}

void TableReader::fail(const std::string& key, const std::string& problem) const {
    throw InputError(place(key), problem);
}

}  // namespace galet
