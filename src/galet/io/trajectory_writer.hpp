// Writes trajectory.h5: H5MD 1.1 (de Buyl, Colberg, Höfling, Comput. Phys. Commun. 185, 2014; nongnu.org/h5md).
//
//   /h5md                            version, author, creator, modules/units (SI)
//   /particles/all/box               attributes dimension, boundary ("none" on every axis)
//   /particles/all/{position,velocity,radius,mass,id}/{step,time,value}    one frame a row; step and time are shared
//   /galet/contacts                  the pushing contacts, frame after frame; those of frame k are the rows
//                                    [offset[k], offset[k+1]) of
//     pairs    [n,2]  ids; the second is -1-k for obstacle k (scene order)
//     gap      [n]    distance after the step [m]
//     normal   [n,d]  unit, from first to second
//     impulse  [n]    that the two got [N s]; negative where it pulls (law gluey)
//     glue     [n]    gamma of law gluey after the step [N s], <= 0; 0 for other laws
//   /galet/groups/0, 1, ...          one a [[bodies]] entry: attributes name, first, last (ids first <= id < last)
//   and where bodies rotate
//   /particles/all/spin              [rad/s] one number a body in two dimensions, three in three
//   /particles/all/orientation       an angle [rad], or a unit quaternion w, x, y, z
//   /particles/all/inertia           [kg m2]
//   /galet/contacts/tangential       [n,d]  the impulse along the contact that the second body got [N s]
//   and of crowds
//   /particles/all/pressure          [m/s] sum of p over the contacts of each person; `impulse` is p itself [m/s]
//   /galet/view/{position,velocity}  in one and two dimensions: the same vectors with zeros as the missing components,
//                                    virtual datasets for programs that know three dimensions only
//
// Where bodies leave, those who are there come first in each frame, and the places behind them have the id -1, the fill
// value of `id` (as H5MD has it), and zeros.
//
// The file is in single-writer multiple-reader mode and is flushed after each frame: it may be read while the run goes
// on, and a run that is killed leaves every earlier frame readable. Memory does not grow with the number of frames.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "galet/bodies/bodies.hpp"
#include "galet/simulation/records.hpp"

namespace galet {

/// What a file is made for.
struct TrajectoryContents {
    int dimension = 3;
    Index bodies = 0;                ///< at the start
    bool rotate = false;             ///< whether they do
    bool crowd = false;              ///< whether they are people
    std::vector<Group> groups = {};  ///< of the bodies at the start
};

class TrajectoryWriter {
  public:
    /// A new file, replacing what is there.
    TrajectoryWriter(const std::filesystem::path& path, const TrajectoryContents& contents);
    ~TrajectoryWriter();
    TrajectoryWriter(TrajectoryWriter&&) noexcept;
    TrajectoryWriter& operator=(TrajectoryWriter&&) noexcept;

    /// Goes on with the first `frames` frames of a file, however its writer ended. The file of a killed writer is
    /// readable, but what it says of its own free space cannot be trusted; so the frames are copied (and their
    /// checksums verified) to a new file, which then takes the place of the old one at once.
    static TrajectoryWriter reopen(const std::filesystem::path& path, std::int64_t frames);

    void append(std::int64_t step, double time, const Bodies& bodies, const FrameContacts& contacts,
                std::span<const double> pressure = {});

    std::int64_t frames() const;

    /// Waits until the disk holds all frames: before a checkpoint that counts on them.
    void sync();

    /// Leaves a plain HDF5 file and reports failures. Without it the file stays as it was after the last frame.
    void close();

  private:
    struct File;
    explicit TrajectoryWriter(std::unique_ptr<File> file);
    std::unique_ptr<File> file_;
};

}  // namespace galet
