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
    /// Throws InputError for text that is not TOML, or an override that fits nowhere.
    Document(const std::string& text, std::string file, const std::vector<Override>& overrides);

    TableReader root() const;
    TableReader section(const std::string& name) const;               ///< [name], which may be absent
    std::vector<TableReader> entries(const std::string& name) const;  ///< [[name]], none or more

    const std::string& file() const { return file_; }

  private:
    std::string file_;
    toml::table table_;
};

}  // namespace galet
