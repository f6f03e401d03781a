// Text to TOML.
#pragma once

#include <toml++/toml.h>

#include <string>

namespace galet {

/// Throws InputError at its line of `file` for text that is not TOML, or has a key of more than 1000 parts: a table as
/// deep would use up the stack. (Values may be nested 256 deep.)
toml::table parse_toml(const std::string& text, const std::string& file);

}  // namespace galet
