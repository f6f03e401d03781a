// The names a scene may choose from, each with a line that explains it: what `galet list` prints and the scene accepts.
// Those of the solvers are in solvers/solver.hpp.
#pragma once

#include <string>
#include <vector>

namespace galet {

struct Named {
    std::string name;
    std::string line;
};

const std::vector<Named>& schemes();
const std::vector<Named>& laws();
const std::vector<Named>& force_types();
const std::vector<Named>& obstacle_shapes();
const std::vector<Named>& placements();
const std::vector<Named>& sweeping_methods();
const std::vector<Named>& sweeping_shapes();

}  // namespace galet
