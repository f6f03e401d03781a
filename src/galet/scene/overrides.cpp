#include "galet/scene/overrides.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "galet/core/error.hpp"
#include "galet/scene/toml_parse.hpp"
#include "galet/scene/toml_text.hpp"

namespace galet {
namespace {

/// Of a key: no scene has tables as deep.
constexpr std::size_t kMostParts = 100;

std::string label_of(const Override& override) { return fmt::format("--set {}={}", override.key, override.value); }

[[noreturn]] void fail(const Override& override, const std::string& problem) {
    throw InputError({label_of(override), 0, override.key}, problem);
}

std::vector<std::string> split(const Override& override) {
    std::vector<std::string> parts;
    std::size_t start = 0;
    for (;;) {
        const std::size_t dot = override.key.find('.', start);
        parts.push_back(override.key.substr(start, dot - start));
        if (parts.back().empty()) fail(override, "expected a dotted key, as in solver.tolerance or bodies.0.count");
        if (parts.size() > kMostParts) fail(override, fmt::format("expected at most {} parts", kMostParts));
        if (dot == std::string::npos) return parts;
        start = dot + 1;
    }
}

/// The value of `v` in the text `v = ...`, if that is TOML with this one key.
std::optional<toml::table> parse_value(const std::string& value, const std::string& label) {
    try {
        toml::table table = parse_toml("v = " + value, label);
        if (table.size() == 1 && table.contains("v")) return table;
    } catch (const InputError&) {
    }
    return {};
}

/// The value below the keys `parts`, as nested tables under `v`: a missing table of the scene comes from the override
/// too.
toml::table nested(const Override& override, const std::vector<std::string>& parts, std::size_t from) {
    std::string value = override.value;
    if (!parse_value(value, "")) value = toml_text(std::string_view(value));
    for (std::size_t k = parts.size(); k-- > from;) {
        value = fmt::format("{{ {} = {} }}", toml_text(std::string_view(parts[k])), value);
    }
    auto table = parse_value(value, label_of(override));
    if (!table) fail(override, "the value is neither TOML nor text");
    return std::move(*table);
}

std::size_t index_of(const toml::array& array, const std::string& part, const Override& override) {
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), index);
    if (error != std::errc{} || end != part.data() + part.size() || index >= array.size()) {
        fail(override,
             fmt::format("\"{}\" is not one of the {} entries, which are counted from 0", part, array.size()));
    }
    return index;
}

}  // namespace

void apply_override(toml::table& scene, const Override& override) {
    const std::vector<std::string> parts = split(override);
    toml::node* node = &scene;
    for (std::size_t k = 0; k < parts.size(); ++k) {
        const bool last = k + 1 == parts.size();
        if (toml::table* table = node->as_table()) {
            if (last || !table->contains(parts[k])) {
                table->insert_or_assign(parts[k], std::move(*nested(override, parts, k + 1).get("v")));
                return;
            }
            node = table->get(parts[k]);
        } else if (toml::array* array = node->as_array()) {
            const std::size_t index = index_of(*array, parts[k], override);
            if (last) {
                array->replace(array->cbegin() + static_cast<std::ptrdiff_t>(index),
                               std::move(*nested(override, parts, k + 1).get("v")));
                return;
            }
            node = array->get(index);
        } else {
            fail(override, fmt::format("\"{}\" is a value and has no keys of its own", parts[k - 1]));
        }
    }
}

}  // namespace galet
