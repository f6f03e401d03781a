#include "doctor/read_back.hpp"

#include <fmt/format.h>

#include "doctor/state_hash.hpp"
#include "galet/io/checkpoint.hpp"
#include "galet/io/trajectory.hpp"
#include "galet/scene/scene.hpp"
#include "galet/simulation/simulation.hpp"

namespace galet::doctor {
namespace {

/// Rough discs in a box: bodies that rotate, contacts with a memory.
constexpr const char* kScene = R"(
[simulation]
dimension = 2
step = 0.01
end = 1.0
[contact]
law = "coulomb"
friction = 0.3
[solver]
tolerance = 1e-4
[[bodies]]
count = 60
radius = { uniform = [0.02, 0.03] }
density = 2500.0
placement = { lattice = { min = [0.0, 0.0], counts = [10, 6], spacing = 0.07, jitter = 0.5 } }
[[obstacles]]
shape = "box"
min = [0.0, 0.0]
max = [0.8, 3.0]
[[forces]]
type = "gravity"
acceleration = [0.0, -9.81]
)";

Simulation small_run(int steps) {
    Scene scene = parse_scene(kScene, "doctor", ".");
    Simulation simulation(std::move(scene.world), scene.settings);
    for (int n = 0; n < steps && simulation.step(); ++n) continue;
    return simulation;
}

/// Whether a frame holds these bodies, bit for bit.
bool holds(const Frame& frame, const Bodies& bodies) {
    return frame.position == bodies.position && frame.velocity == bodies.velocity && frame.radius == bodies.radius &&
           frame.mass == bodies.mass && frame.spin == bodies.spin && frame.orientation == bodies.orientation;
}

constexpr const char* kNotTheSame =
    "What is read is not what was written: the disk, its file system or the HDF5 library is broken. Choose another "
    "--out; report it if that helps nothing.";

}  // namespace

Check check_checkpoint(const std::filesystem::path& folder) {
    constexpr int kBefore = 10, kAfter = 5;
    const std::filesystem::path path = folder / "checkpoint.h5";
    Simulation simulation = small_run(kBefore);
    write_checkpoint(path, simulation.state(), {});
    Simulation resumed = small_run(0);
    resumed.restore(read_checkpoint(path).state);
    const bool same_start = hash_of(resumed.world().bodies) == hash_of(simulation.world().bodies);
    for (int n = 0; n < kAfter; ++n) {
        simulation.step();
        resumed.step();
    }
    const bool same_end = hash_of(resumed.world().bodies) == hash_of(simulation.world().bodies);
    return require(same_start && same_end, "checkpoint",
                   fmt::format("{} + {} steps through a file: {} bits as {}", kBefore, kAfter,
                               same_start && same_end ? "the same" : "other", kBefore + kAfter),
                   kNotTheSame);
}

Check check_trajectory(const std::filesystem::path& folder) {
    const std::filesystem::path path = folder / "trajectory.h5";
    const Simulation simulation = small_run(10);
    const Bodies& bodies = simulation.world().bodies;
    TrajectoryWriter writer(path, {2, bodies.size(), true, false, bodies.groups});
    writer.append(9, 0.09, bodies, {});
    const bool while_written = holds(TrajectoryReader(path).read(0), bodies);
    writer.append(10, 0.1, bodies, simulation.contacts());
    writer.close();
    const TrajectoryReader reader(path);
    const bool after = reader.frames() == 2 && holds(reader.read(1), bodies) &&
                       reader.read(1).contacts.impulse == simulation.contacts().impulse;
    if (after && !while_written)
        return note(
            "trajectory", "reads back when closed, but not while it is being written",
            "`galet view` shows runs on this disk only when they have ended. A local disk has no such trouble.");
    return require(after, "trajectory",
                   after ? "2 frames, the same bits, read while written and after" : "2 frames, other bits",
                   kNotTheSame);
}

}  // namespace galet::doctor
