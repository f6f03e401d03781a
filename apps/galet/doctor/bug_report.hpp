// What to send with a bug report: the program and the machine, and nothing of who uses them.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace galet::doctor {

using Facts = std::vector<std::pair<std::string, std::string>>;

Facts facts();

/// `text` with the home folder of the user written as ~.
std::string without_home(std::string text);

}  // namespace galet::doctor
