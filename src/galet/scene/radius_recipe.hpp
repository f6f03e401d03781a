// The radius of a [[bodies]] entry as an expression of t, which waits for its bodies as forces do (force_recipe.hpp).
#pragma once

#include <vector>

#include "galet/bodies/prescribed.hpp"

namespace galet {

struct RadiusRecipe {
    std::size_t entry;  ///< of [[bodies]], counted from 0: its group has the same number
    Prescribed::Radius radius;
};

/// Radii of all the bodies that the recipes are for.
void prescribe_radii(const std::vector<RadiusRecipe>& recipes, const Bodies& bodies, Prescribed& prescribed);

}  // namespace galet
