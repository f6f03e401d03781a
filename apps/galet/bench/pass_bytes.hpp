// What a pass of a method moves at least: each of its arrays once in each direction it is used.
#pragma once

#include <string>

#include "galet/core/types.hpp"

namespace galet::app {

/// [bytes]; 0 for methods that factor, whose iterations are no passes.
double least_bytes(const std::string& method, int dimension, Index bodies, Index contacts);

/// a = b + c x over arrays beyond all caches: what the memory gives to one thread [bytes/s].
double triad_bandwidth();

}  // namespace galet::app
