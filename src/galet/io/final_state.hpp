// final.csv: the last state, which a scene accepts again as a file of bodies.
#pragma once

#include <filesystem>

#include "galet/bodies/bodies.hpp"

namespace galet {

/// Columns `id,x[,y[,z]],radius,vx[,vy[,vz]],mass`; numbers read back to the same double. Replaced at once.
void write_final_csv(const std::filesystem::path& path, const Bodies& bodies);

}  // namespace galet
