// Inputs like those that are kept, with some bytes changed: a fuzzer of the simplest kind, for any compiler.
#pragma once

#include <random>
#include <string>
#include <vector>

namespace galet::fuzz {

/// One of `kept` with one to eight changes: bits, bytes, numbers at the edge, pieces taken out, doubled, or from
/// another.
std::string mutated(const std::vector<std::string>& kept, std::mt19937_64& random);

}  // namespace galet::fuzz
