// Bodies as a table of numbers: final.csv and the frames of `convert --to csv`.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "galet/bodies/bodies.hpp"
#include "galet/io/output_file.hpp"
#include "galet/io/trajectory_reader.hpp"

namespace galet {

/// Arrays over bodies, wherever they lie. Without `id` bodies are numbered from 0.
struct BodyView {
    explicit BodyView(const Bodies& bodies);
    explicit BodyView(const Frame& frame);

    std::int64_t size() const { return static_cast<std::int64_t>(radius.size()); }
    bool rotate() const { return !inertia.empty(); }
    std::int64_t id_of(std::int64_t i) const { return id.empty() ? i : id[static_cast<std::size_t>(i)]; }

    BodyView(const BodyView&) = delete;
    BodyView& operator=(const BodyView&) = delete;

    int dimension;
    std::vector<std::int64_t> own_id;  ///< what `id` looks at where bodies have ids of another width
    std::span<const std::int64_t> id;
    std::span<const double> position, velocity, radius, mass;
    std::span<const double> spin, inertia;  ///< of bodies that rotate; else empty
};

/// Columns `id,x[,y[,z]],radius,vx[,vy[,vz]],mass` and, of bodies that rotate, `w` or `wx,wy,wz`, and `inertia`;
/// numbers are the shortest that read back to the same double. One that is not finite is refused (std::domain_error).
void write_body_table(OutputFile& file, const BodyView& bodies);

}  // namespace galet
