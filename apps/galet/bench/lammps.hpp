// LAMMPS on the settling scene, where it is installed (`lmp`, Debian's package lammps): grains with Hertz's contact
// law, as inelastic as its damping allows, frictionless. For comparing times and overlaps in one go.
#pragma once

#include <filesystem>
#include <optional>

#include "galet/bodies/bodies.hpp"

namespace galet::app {

struct LammpsSettings {
    double young = 5e6;  ///< [Pa]
    double step = 5e-5;  ///< [s]
};

struct LammpsResult {
    double cpu_seconds = 0;
    double overlap = 0;  ///< largest sampled overlap of two spheres, of the mean radius
};

bool has_lammps();

/// One second in a box [0, side]^2 x [0, infinity) under gravity. Files go to `folder`. Nothing where LAMMPS failed.
std::optional<LammpsResult> settle_with_lammps(const Bodies& bodies, double side, const LammpsSettings& settings,
                                               const std::filesystem::path& folder);

}  // namespace galet::app
