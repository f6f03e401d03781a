// The example scenes that travel inside the program: the files of examples/, by name.
#pragma once

#include <string>
#include <vector>

namespace galet {

struct Example {
    std::string name;
    std::string text;  ///< TOML
};

const std::vector<Example>& examples();  ///< by name

}  // namespace galet
