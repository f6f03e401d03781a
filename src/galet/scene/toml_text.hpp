// Writes TOML whose numbers read back to the same double.
#pragma once

#include <toml++/toml.h>

#include <string>
#include <string_view>

namespace galet {

std::string toml_text(double value);            ///< the shortest digits that read back to it, always a TOML float
std::string toml_text(std::string_view value);  ///< a quoted string
std::string toml_text(const toml::node& node);  ///< one line: arrays and tables inline

/// Keys with their values as TOML text, in the order they were set.
class TomlRecord {
  public:
    void set(const std::string& key, std::string text);  ///< a key set again keeps its place
    void erase(const std::string& key);
    std::string lines() const;         ///< one `key = value` a line
    std::string inline_table() const;  ///< `{ key = value, ... }`

  private:
    std::vector<std::pair<std::string, std::string>> values_;
};

}  // namespace galet
