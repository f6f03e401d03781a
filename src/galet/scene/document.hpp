// The text of a scene with its overrides, as tables to read from.
#pragma once

#include <toml++/toml.h>

#include <string>
#include <vector>

#include "galet/scene/scene.hpp"
#include "galet/scene/table_reader.hpp"

namespace galet {

class Document {
  public:
    /// Throws InputError for text that is not TOML, or an override that fits nowhere. `code` null: the scene is read
    /// without its program.
    Document(const std::string& text, std::string file, const std::vector<Override>& overrides,
             const SceneCode* code = nullptr);

    TableReader root() const;
    TableReader section(const std::string& name) const;               ///< [name], which may be absent
    std::vector<TableReader> entries(const std::string& name) const;  ///< [[name]], none or more

    const std::string& file() const { return file_; }

    /// The piece of code that `key` of a table names; null where the scene is read without its program.
    template <class Part>
    const Part* code(std::map<std::string, Part> SceneCode::*kind, TableReader& table, const std::string& key) const {
        const std::string name = text_of(table.need(key, "the name of what the program brings along"));
        if (!code_) {
            if (missing_.empty()) missing_ = missing_code(name);
            return nullptr;
        }
        const auto& parts = code_->*kind;
        if (const auto found = parts.find(name); found != parts.end()) return &found->second;
        table.fail(key, missing_code(name));
    }

    /// What to say of the first piece that was asked for and is not there; empty where nothing is missing.
    const std::string& missing() const { return missing_; }

  private:
    static std::string missing_code(const std::string& name);

    const SceneCode* code_;
    mutable std::string missing_;
    std::string file_;
    toml::table table_;
};

}  // namespace galet
