// The bits of a state as one number: equal states have equal numbers, different ones practically never.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "galet/bodies/bodies.hpp"

namespace galet::doctor {

/// FNV-1a over 64-bit words, mixed once more a word.
inline void mix(std::uint64_t& hash, const std::vector<double>& values) {
    for (const double value : values) {
        hash = (hash ^ std::bit_cast<std::uint64_t>(value)) * 0x100000001b3U;
        hash ^= hash >> 29;
    }
}

inline std::uint64_t hash_of(const Bodies& bodies) {
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const auto* values : {&bodies.position, &bodies.velocity, &bodies.radius, &bodies.mass, &bodies.spin})
        mix(hash, *values);
    return hash;
}

}  // namespace galet::doctor
