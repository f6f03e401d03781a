// One [[bodies]] entry: its values, one a body.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "galet/bodies/bodies.hpp"
#include "galet/bodies/obstacles.hpp"
#include "galet/core/random.hpp"
#include "galet/scene/body_table.hpp"
#include "galet/scene/document.hpp"

namespace galet {

/// Sizes are 32 bits: this leaves room for some twenty contacts a body.
inline constexpr std::int64_t kMostBodies = 100000000;

/// Where the bodies of an entry were written.
struct BodyOrigin {
    Place place;             ///< of the entry
    std::string file;        ///< CSV, or ""
    std::vector<int> lines;  ///< of that file, one a body
};

/// What an entry is read with.
struct BodyContext {
    const Obstacles& obstacles;
    std::filesystem::path base_folder;
    bool rotate;          ///< whether the law makes bodies rotate
    bool unit_mass;       ///< whether the scheme has no masses: all are 1
    RandomStream random;  ///< of this entry
    const Document& document;
};

/// Reads an entry, adds its bodies as a group, and says where they were written.
BodyOrigin add_entry(TableReader& entry, BodyContext context, Bodies& bodies);

}  // namespace galet
