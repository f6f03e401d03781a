#include "galet/scene/toml_parse.hpp"

#include <fmt/format.h>

#include <string_view>

#include "galet/core/error.hpp"

namespace galet {
namespace {

constexpr int kMostParts = 1000;

/// Counts dots between what ends keys and values. Those within a text count as well: so many without a comma are in
/// none.
void require_short_keys(const std::string& text, const std::string& file) {
    int line = 1, dots = 0;
    for (const char c : text) {
        if (c == '\n') ++line;
        if (std::string_view("=,[]{}\n").find(c) != std::string_view::npos) dots = 0;
        if (c == '.' && ++dots >= kMostParts) {
            throw InputError({file, line, ""}, fmt::format("expected keys of at most {} parts", kMostParts));
        }
    }
}

}  // namespace

toml::table parse_toml(const std::string& text, const std::string& file) {
    require_short_keys(text, file);
    try {
        return toml::parse(text, file);
    } catch (const toml::parse_error& error) {
        throw InputError({file, static_cast<int>(error.source().begin.line), ""}, std::string(error.description()));
    }
}

}  // namespace galet
