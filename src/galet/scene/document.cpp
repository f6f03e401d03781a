#include "galet/scene/document.hpp"

#include <fmt/format.h>

#include "galet/scene/overrides.hpp"
#include "galet/scene/toml_parse.hpp"

namespace galet {
Document::Document(const std::string& text, std::string file, const std::vector<Override>& overrides,
                   const SceneCode* code)
    : code_(code), file_(std::move(file)), table_(parse_toml(text, file_)) {
    for (const Override& override : overrides) apply_override(table_, override);
}

std::string Document::missing_code(const std::string& name) {
    return fmt::format("\"{}\" is code of the program that made this scene (docs/python.md), which alone can run it",
                       name);
}

TableReader Document::root() const { return {file_, "", &table_}; }

TableReader Document::section(const std::string& name) const {
    if (!table_.contains(name)) return {file_, name, nullptr};
    return root().table(name);
}

std::vector<TableReader> Document::entries(const std::string& name) const { return root().entries(name); }

}  // namespace galet
