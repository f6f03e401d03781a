// The arrays of trajectory.h5 and where they lie in the file (described in trajectory_writer.hpp). For the writer and
// the reader only.
#pragma once

#include <optional>

#include "galet/bodies/bodies.hpp"
#include "galet/io/hdf5_array.hpp"
#include "galet/io/trajectory_writer.hpp"

namespace galet {

/// Of bodies that rotate.
struct RotationArrays {
    hdf5::GrowingArray<double> spin, orientation, inertia;  ///< one row a frame
    hdf5::GrowingArray<double> tangential;                  ///< one row a contact
};

struct TrajectoryArrays {
    int dimension;
    hdf5::GrowingArray<std::int64_t> step;  ///< one number a frame
    hdf5::GrowingArray<double> time;
    hdf5::GrowingArray<double> position, velocity, radius, mass;  ///< one row a frame
    hdf5::GrowingArray<std::int64_t> id;
    hdf5::GrowingArray<std::int64_t> offset;  ///< where the contacts of a frame start; one more than there are frames
    hdf5::GrowingArray<std::int64_t> pairs;   ///< one row a contact
    hdf5::GrowingArray<double> gap, normal, impulse, glue;
    std::optional<RotationArrays> rotation;
    std::optional<hdf5::GrowingArray<double>> pressure;  ///< of crowds: one row a frame
};

/// Writes the whole layout into a new file, with no frame in it.
TrajectoryArrays create_trajectory(const hdf5::Object& file, const TrajectoryContents& contents);

/// The groups of the bodies; none where the file does not tell.
std::vector<Group> trajectory_groups(const hdf5::Object& file);

/// Finds the arrays in a file; a FileError names what is missing.
TrajectoryArrays open_trajectory(const hdf5::Object& file);

}  // namespace galet
