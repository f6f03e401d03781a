// The libraries that galet was compiled with, and those it runs with.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "doctor/check.hpp"

namespace galet::doctor {

std::vector<Check> check_libraries();

/// A library whose headers, at compile time, and file, at run time, tell their versions: they must agree.
Check check_library(const std::string& name, const std::string& compiled, const std::string& running);

/// Name and version of each, as the program runs.
std::vector<std::pair<std::string, std::string>> library_versions();

}  // namespace galet::doctor
