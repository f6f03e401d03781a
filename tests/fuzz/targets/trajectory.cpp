// Trajectories: opened, looked at again, and a few frames read.
#include "fuzz/hdf5_input.hpp"
#include "fuzz/target.hpp"
#include "galet/io/trajectory_reader.hpp"

namespace galet::fuzz {

void trajectory(std::string_view bytes) {
    static const Hdf5Input input;
    input.read(bytes, [](const std::filesystem::path& path) {
        TrajectoryReader reader(path);
        for (std::int64_t frame = 0; frame < std::min<std::int64_t>(reader.frames(), 3); ++frame) {
            reader.bodies(frame);
            reader.read(frame);
        }
        reader.refresh();
        if (reader.frames() > 0) reader.read(reader.frames() - 1);
    });
}

}  // namespace galet::fuzz
