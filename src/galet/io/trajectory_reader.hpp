// Reads trajectory.h5, frame by frame: of a finished run, of one that is going on, of one that was killed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "galet/bodies/bodies.hpp"
#include "galet/simulation/records.hpp"

namespace galet {

/// One frame: arrays over the bodies as in `Bodies`, and the contacts that pushed in its step.
struct Frame {
    int dimension = 3;
    std::int64_t step = 0;
    double time = 0;  ///< [s]
    std::vector<std::int64_t> id;
    std::vector<double> position, velocity, radius, mass;
    FrameContacts contacts;
    std::vector<double> spin, orientation, inertia;  ///< of bodies that rotate; else empty
    std::vector<double> pressure;                    ///< of crowds [m/s]; else empty

    std::int64_t size() const { return static_cast<std::int64_t>(id.size()); }
};

/// What to read of a frame beside `id`, step and time: arrays that are not asked for stay empty.
struct FrameParts {
    bool position = false, velocity = false, radius = false, mass = false;
    bool rotation = false, pressure = false;  ///< where the file has them
    bool impulse = false, glue = false;       ///< of contacts, with their pairs
    bool geometry = false;                    ///< gaps, normals and tangential impulses, with the pairs

    static constexpr FrameParts all() { return {true, true, true, true, true, true, true, true, true}; }
    bool contacts() const { return impulse || glue || geometry; }
};

class TrajectoryReader {
  public:
    explicit TrajectoryReader(const std::filesystem::path& path);
    ~TrajectoryReader();
    TrajectoryReader(TrajectoryReader&&) noexcept;
    TrajectoryReader& operator=(TrajectoryReader&&) noexcept;

    int dimension() const;
    std::int64_t bodies() const;  ///< at the start
    bool rotate() const;          ///< whether the bodies do
    bool crowd() const;           ///< whether they are people, who have a pressure and may leave

    /// Of the bodies at the start, by their ids; empty where the file does not tell.
    const std::vector<Group>& groups() const;

    /// Frames complete in all parts when the file was opened, or at the last `refresh`.
    std::int64_t frames() const;
    const std::vector<std::int64_t>& steps() const;
    const std::vector<double>& times() const;  ///< [s]

    /// Looks for frames that a running simulation has added.
    void refresh();

    /// 0 <= frame < frames(); those who are there.
    Frame read(std::int64_t frame, const FrameParts& parts = FrameParts::all()) const;
    std::int64_t bodies(std::int64_t frame) const;  ///< in a frame

  private:
    struct File;
    std::unique_ptr<File> file_;
};

}  // namespace galet
