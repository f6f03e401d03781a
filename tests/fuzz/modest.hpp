// Tells scenes that are read at once from those that ask for much work, which is no fault of the reader: thousands of
// bodies to place, or a fine grid to find ways on.
#pragma once

#include <string>
#include <vector>

#include "galet/scene/scene.hpp"

namespace galet::fuzz {

/// Throws InputError for a text that is not TOML, or an override that fits nowhere.
bool is_modest(const std::string& text, const std::vector<Override>& overrides);

}  // namespace galet::fuzz
