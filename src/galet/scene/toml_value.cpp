#include "galet/scene/toml_value.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "galet/scene/toml_text.hpp"

namespace galet {
namespace {

/// Long lists and tables would drown the message.
constexpr std::size_t kLongestShown = 60;

std::string shown(const toml::node& node) {
    const std::string text = toml_text(node);
    if (text.size() <= kLongestShown) return text;
    if (node.is_array()) return fmt::format("a list of {}", node.as_array()->size());
    if (node.is_table()) return "a table";
    return text.substr(0, kLongestShown) + "...";
}

std::string vector_words(int dimension) {
    return dimension == 1 ? "a number, or a list of one" : fmt::format("a list of {} numbers", dimension);
}

}  // namespace

Place place_of(const toml::node& node, const std::string& key) {
    const toml::source_region& source = node.source();
    const std::string file = source.path ? *source.path : "";
    // Lines of a text that a program made, or of an override, say nothing to who reads the message.
    const bool has_lines = !file.empty() && !file.starts_with("--set ");
    return {file, !has_lines ? 0 : static_cast<int>(source.begin.line), key};
}

Place TomlValue::place() const { return place_of(*node, key); }

void TomlValue::fail(const std::string& problem) const { throw InputError(place(), problem); }

void TomlValue::expected(const std::string& words) const {
    fail(fmt::format("expected {}, found {}", words, shown(*node)));
}

double number_of(const TomlValue& value, const Admissible& admissible) {
    double number = std::numeric_limits<double>::quiet_NaN();
    if (const auto* real = value.node->as_floating_point()) number = real->get();
    if (const auto* integer = value.node->as_integer()) number = static_cast<double>(integer->get());
    if (!std::isfinite(number) || !admissible.holds(number)) value.expected(admissible.words);
    return number;
}

std::int64_t integer_of(const TomlValue& value, std::int64_t low, std::int64_t high) {
    const auto* integer = value.node->as_integer();
    if (integer && integer->get() >= low && integer->get() <= high) return integer->get();
    if (high == std::numeric_limits<std::int64_t>::max()) value.expected(fmt::format("an integer >= {}", low));
    value.expected(fmt::format("an integer from {} to {}", low, high));
}

std::string text_of(const TomlValue& value) {
    const auto* text = value.node->as_string();
    if (!text) value.expected("a string");
    return text->get();
}

std::vector<TomlValue> elements_of(const TomlValue& value, const std::string& words) {
    const toml::array* array = value.node->as_array();
    if (!array) value.expected(words);
    std::vector<TomlValue> elements;
    elements.reserve(array->size());
    for (const toml::node& element : *array) {
        elements.push_back({&element, fmt::format("{}.{}", value.key, elements.size())});
    }
    return elements;
}

std::vector<double> numbers_of(const TomlValue& value, const Admissible& admissible) {
    std::vector<double> numbers;
    for (const TomlValue& element : elements_of(value, "a list of numbers")) {
        numbers.push_back(number_of(element, admissible));
    }
    return numbers;
}

Point vector_of(const TomlValue& value, int dimension, const Admissible& admissible) {
    Point point{};
    if (dimension == 1 && value.is_number()) {
        point[0] = number_of(value, admissible);
        return point;
    }
    const std::vector<TomlValue> elements = elements_of(value, vector_words(dimension));
    if (static_cast<int>(elements.size()) != dimension) value.expected(vector_words(dimension));
    for (int k = 0; k < dimension; ++k) point[k] = number_of(elements[k], admissible);
    return point;
}

std::vector<Point> vectors_of(const TomlValue& value, int dimension) {
    const std::string words = vector_words(dimension) + ", or a list of such vectors";
    if (dimension == 1 && value.is_number()) return {vector_of(value, 1)};
    const std::vector<TomlValue> elements = elements_of(value, words);
    if (elements.empty()) value.expected(words);
    if (dimension > 1 && elements.front().is_number()) return {vector_of(value, dimension)};
    std::vector<Point> vectors;
    for (const TomlValue& element : elements) vectors.push_back(vector_of(element, dimension));
    return vectors;
}

}  // namespace galet
