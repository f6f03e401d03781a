// Locks between processes: they keep two runs from writing one result.
#pragma once

#include <filesystem>
#include <vector>

#include "doctor/check.hpp"

namespace galet::doctor {

/// Another process locks a file as a run does: we must be turned away, see it in /proc/locks, and get the lock when
/// that process has ended without a word.
std::vector<Check> check_locks(const std::filesystem::path& folder);

}  // namespace galet::doctor
