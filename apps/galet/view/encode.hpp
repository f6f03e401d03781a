// Arrays of a frame as the viewer's page takes them: little-endian, in single precision.
#pragma once

#include <span>
#include <string>

#include "galet/geometry/wall.hpp"
#include "galet/io/trajectory_reader.hpp"

namespace galet::app {

/// float32 of each number.
std::string encode_floats(std::span<const double> numbers);

/// float32 of the vectors q - origin: the difference is taken before digits are dropped.
std::string encode_positions(const Frame& frame, const Point& origin);

/// uint32 of each body.
std::string encode_ids(const Frame& frame);

/// The contacts of a frame whose bodies are named by place, of which radii, impulses and geometry were read:
///   uint32 n, m; uint32 first[n]; int32 second[n], -1-k for obstacle k; float32 impulse[n];
///   float32 reach[m * dimension], for the m contacts with obstacles (radius + gap) normal, from the body's centre to
///   the point that it touches.
std::string encode_contacts(const Frame& frame);

}  // namespace galet::app
