// final.csv: the last state, which a scene accepts again as a file of bodies.
#pragma once

#include <filesystem>

#include "galet/bodies/bodies.hpp"

namespace galet {

/// The columns of io/body_table.hpp; numbers read back to the same double. Replaced at once.
void write_final_csv(const std::filesystem::path& path, const Bodies& bodies);

}  // namespace galet
