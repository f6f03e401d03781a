#include "galet/io/trajectory.hpp"

#include <hdf5.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <limits>
#include <stdexcept>

#include "galet/core/error.hpp"
#include "galet/io/output_file.hpp"
#include "io/samples.hpp"

namespace galet {
namespace {

using samples::bodies_of_step;
using samples::contacts_of_step;
using samples::same_bits;
using samples::Scratch;

void append(TrajectoryWriter& writer, std::int64_t step, int dimension, Index bodies) {
    writer.append(step, 0.1 * static_cast<double>(step), bodies_of_step(step, dimension, bodies),
                  contacts_of_step(step, dimension, bodies));
}

void expect_frame(const TrajectoryReader& reader, std::int64_t k, std::int64_t step, Index count) {
    const Frame frame = reader.read(k);
    const Bodies bodies = bodies_of_step(step, reader.dimension(), count);
    const FrameContacts contacts = contacts_of_step(step, reader.dimension(), count);
    EXPECT_EQ(frame.step, step);
    EXPECT_EQ(frame.time, 0.1 * static_cast<double>(step));
    EXPECT_TRUE(same_bits(frame.position, bodies.position));
    EXPECT_TRUE(same_bits(frame.velocity, bodies.velocity));
    EXPECT_TRUE(same_bits(frame.radius, bodies.radius));
    EXPECT_TRUE(same_bits(frame.mass, bodies.mass));
    EXPECT_EQ(frame.contacts.first, contacts.first);
    EXPECT_EQ(frame.contacts.second, contacts.second);
    EXPECT_TRUE(same_bits(frame.contacts.gap, contacts.gap));
    EXPECT_TRUE(same_bits(frame.contacts.normal, contacts.normal));
    EXPECT_TRUE(same_bits(frame.contacts.impulse, contacts.impulse));
    EXPECT_TRUE(same_bits(frame.contacts.glue, contacts.glue));
    for (std::size_t i = 0; i < frame.id.size(); ++i) EXPECT_EQ(frame.id[i], static_cast<std::int64_t>(i));
}

class TrajectoryOf : public ::testing::TestWithParam<std::tuple<int, Index>> {};

TEST_P(TrajectoryOf, FramesReadBackToTheSameBits) {
    const auto [dimension, bodies] = GetParam();
    const Scratch scratch;
    TrajectoryWriter writer(scratch / "t.h5", {dimension, bodies});
    for (std::int64_t k = 0; k < 7; ++k) append(writer, 5 * k, dimension, bodies);
    EXPECT_EQ(writer.frames(), 7);
    writer.close();

    const TrajectoryReader reader(scratch / "t.h5");
    EXPECT_EQ(reader.dimension(), dimension);
    EXPECT_EQ(reader.bodies(), bodies);
    ASSERT_EQ(reader.frames(), 7);
    for (std::int64_t k = 0; k < 7; ++k) expect_frame(reader, k, 5 * k, bodies);
}

// One body; several; more than one chunk of bodies and of contacts.
INSTANTIATE_TEST_SUITE_P(Sizes, TrajectoryOf,
                         ::testing::Combine(::testing::Values(1, 2, 3), ::testing::Values(1, 40, 20000)));

void append_rotating(TrajectoryWriter& writer, std::int64_t step, int dimension, Index bodies) {
    writer.append(step, 0.1 * static_cast<double>(step), samples::rotating_bodies_of_step(step, dimension, bodies),
                  samples::rubbing_contacts_of_step(step, dimension, bodies));
}

void expect_rotating_frame(const TrajectoryReader& reader, std::int64_t k, std::int64_t step, Index count) {
    expect_frame(reader, k, step, count);
    const Frame frame = reader.read(k);
    const Bodies bodies = samples::rotating_bodies_of_step(step, reader.dimension(), count);
    EXPECT_TRUE(same_bits(frame.spin, bodies.spin));
    EXPECT_TRUE(same_bits(frame.orientation, bodies.orientation));
    EXPECT_TRUE(same_bits(frame.inertia, bodies.inertia));
    EXPECT_TRUE(same_bits(frame.contacts.tangential,
                          samples::rubbing_contacts_of_step(step, reader.dimension(), count).tangential));
}

TEST(Trajectory, BodiesThatRotateReadBackToTheSameBits) {
    for (const int dimension : {2, 3}) {
        const Scratch scratch;
        TrajectoryWriter writer(scratch / "t.h5", {dimension, 40, true});
        TrajectoryReader reader(scratch / "t.h5");
        EXPECT_TRUE(reader.rotate());
        for (std::int64_t step = 0; step < 9; ++step) {
            append_rotating(writer, step, dimension, 40);
            reader.refresh();
            ASSERT_EQ(reader.frames(), step + 1);
            expect_rotating_frame(reader, step, step, 40);
        }
    }
}

TEST(Trajectory, BodiesThatRotateDoSoAfterReopen) {
    const Scratch scratch;
    const auto path = scratch / "t.h5";
    {
        TrajectoryWriter writer(path, {3, 30, true});
        for (std::int64_t step = 0; step < 5; ++step) append_rotating(writer, step, 3, 30);
    }
    TrajectoryWriter writer = TrajectoryWriter::reopen(path, 3);
    append_rotating(writer, 103, 3, 30);
    writer.close();
    const TrajectoryReader reader(path);
    ASSERT_EQ(reader.frames(), 4);
    for (std::int64_t k = 0; k < 4; ++k) expect_rotating_frame(reader, k, k < 3 ? k : 103, 30);
}

TEST(Trajectory, KeepsTheGroupsAfterReopen) {
    const Scratch scratch;
    const auto path = scratch / "t.h5";
    {
        TrajectoryWriter writer(path, {2, 10, false, false, {{"left", 0, 4}, {"", 4, 10}}});
        append(writer, 0, 2, 10);
    }
    TrajectoryWriter::reopen(path, 1).close();
    const TrajectoryReader reader(path);
    ASSERT_EQ(reader.groups().size(), 2u);
    EXPECT_EQ(reader.groups()[0].name, "left");
    EXPECT_EQ(reader.groups()[0].last, 4);
    EXPECT_EQ(reader.groups()[1].name, "");
    EXPECT_EQ(reader.groups()[1].first, 4);
    EXPECT_EQ(reader.groups()[1].last, 10);
}

TEST(Trajectory, ReadsOnlyWhatIsAskedFor) {
    const Scratch scratch;
    TrajectoryWriter writer(scratch / "t.h5", {3, 30, true});
    append_rotating(writer, 7, 3, 30);
    writer.close();
    const TrajectoryReader reader(scratch / "t.h5");
    const Frame whole = reader.read(0);
    const auto numbers = [](const Frame& frame) {
        return std::vector<std::span<const double>>{frame.position,      frame.velocity,       frame.radius,
                                                    frame.mass,          frame.spin,           frame.contacts.impulse,
                                                    frame.contacts.glue, frame.contacts.normal};
    };
    bool FrameParts::*const parts[] = {&FrameParts::position, &FrameParts::velocity, &FrameParts::radius,
                                       &FrameParts::mass,     &FrameParts::rotation, &FrameParts::impulse,
                                       &FrameParts::glue,     &FrameParts::geometry};
    for (std::size_t asked = 0; asked < std::size(parts); ++asked) {
        FrameParts only;
        only.*parts[asked] = true;
        const Frame part = reader.read(0, only);
        EXPECT_EQ(part.id, whole.id);
        EXPECT_EQ(part.step, 7);
        EXPECT_EQ(part.contacts.first, asked > 4 ? whole.contacts.first : std::vector<std::int64_t>{});
        for (std::size_t k = 0; k < std::size(parts); ++k) {
            const auto wanted = k == asked ? numbers(whole)[k] : std::span<const double>{};
            EXPECT_TRUE(std::ranges::equal(numbers(part)[k], wanted)) << asked << " " << k;
        }
    }
}

TEST(Trajectory, BodiesThatDoNotRotateHaveNothingOfIt) {
    const Scratch scratch;
    {
        TrajectoryWriter writer(scratch / "t.h5", {2, 10});
        append(writer, 0, 2, 10);
    }
    const TrajectoryReader reader(scratch / "t.h5");
    EXPECT_FALSE(reader.rotate());
    const Frame frame = reader.read(0);
    EXPECT_TRUE(frame.spin.empty() && frame.orientation.empty() && frame.inertia.empty());
    EXPECT_TRUE(frame.contacts.tangential.empty());
}

TEST(Trajectory, IsReadWhileItIsWritten) {
    const Scratch scratch;
    TrajectoryWriter writer(scratch / "t.h5", {2, 10});
    TrajectoryReader reader(scratch / "t.h5");
    EXPECT_EQ(reader.frames(), 0);
    for (std::int64_t step = 0; step < 50; ++step) {
        append(writer, step, 2, 10);
        reader.refresh();
        ASSERT_EQ(reader.frames(), step + 1);
        expect_frame(reader, step, step, 10);
    }
}

/// Opens as a program does that knows nothing of concurrent writing. Not while this process has the file open.
bool opens_plainly(const std::filesystem::path& path) {
    const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
    if (file >= 0) H5Fclose(file);
    return file >= 0;
}

TEST(Trajectory, OpensPlainlyWhileWrittenAndAfterwards) {
    const Scratch scratch;
    EXPECT_EQ(samples::wait_for_child([&] {
                  TrajectoryWriter writer(scratch / "t.h5", {2, 10});
                  append(writer, 0, 2, 10);
                  // Another process, since within one HDF5 knows that the file is open.
                  if (samples::wait_for_child([&] { ::_exit(opens_plainly(scratch / "t.h5") ? 0 : 1); }) != 0)
                      throw std::runtime_error("does not open while written");
                  writer.close();
              }),
              0);
    EXPECT_TRUE(opens_plainly(scratch / "t.h5"));
}

TEST(Trajectory, ReopenGoesOnAfterTheGivenFrames) {
    const Scratch scratch;
    const auto path = scratch / "t.h5";
    {
        TrajectoryWriter writer(path, {3, 30});
        for (std::int64_t step = 0; step < 9; ++step) append(writer, step, 3, 30);
    }
    TrajectoryWriter writer = TrajectoryWriter::reopen(path, 4);
    EXPECT_EQ(writer.frames(), 4);
    for (std::int64_t step = 104; step < 107; ++step) append(writer, step, 3, 30);
    writer.close();
    EXPECT_TRUE(opens_plainly(path));
    const TrajectoryReader reader(path);
    ASSERT_EQ(reader.frames(), 7);
    for (std::int64_t k = 0; k < 7; ++k) expect_frame(reader, k, k < 4 ? k : 100 + k, 30);
    for (const auto& entry : std::filesystem::directory_iterator(scratch.folder())) EXPECT_EQ(entry.path(), path);
}

TEST(Trajectory, ReopenRefusesFewerFramesThanTheCheckpointSays) {
    const Scratch scratch;
    { TrajectoryWriter writer(scratch / "t.h5", {1, 2}); }
    EXPECT_THROW(TrajectoryWriter::reopen(scratch / "t.h5", 1), FileError);
}

TEST(Trajectory, NumbersThatAreNotFiniteAreNeverWritten) {
    const Scratch scratch;
    TrajectoryWriter writer(scratch / "t.h5", {2, 4});
    append(writer, 0, 2, 4);
    Bodies bodies = bodies_of_step(1, 2, 4);
    bodies.velocity[3] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THROW(writer.append(1, 0.1, bodies, {}), std::domain_error);
    append(writer, 1, 2, 4);
    writer.close();
    const TrajectoryReader reader(scratch / "t.h5");
    ASSERT_EQ(reader.frames(), 2);
    expect_frame(reader, 1, 1, 4);

    TrajectoryWriter rotating(scratch / "r.h5", {2, 4, true});
    bodies = samples::rotating_bodies_of_step(1, 2, 4);
    bodies.spin[3] = std::numeric_limits<double>::infinity();
    EXPECT_THROW(rotating.append(1, 0.1, bodies, {}), std::domain_error);
    append_rotating(rotating, 1, 2, 4);
    rotating.close();
    expect_rotating_frame(TrajectoryReader(scratch / "r.h5"), 0, 1, 4);
}

std::string error_of(const std::function<void()>& action) {
    try {
        action();
    } catch (const FileError& error) {
        return error.what();
    }
    return "";
}

TEST(Trajectory, ErrorsNameTheFileAndTheReason) {
    const Scratch scratch;
    const std::string missing = error_of([&] { TrajectoryReader reader(scratch / "none.h5"); });
    EXPECT_NE(missing.find("none.h5"), std::string::npos) << missing;
    EXPECT_NE(missing.find("No such file"), std::string::npos) << missing;
    const std::string nowhere = error_of([&] { TrajectoryWriter writer(scratch / "no/folder/t.h5", {2, 2}); });
    EXPECT_NE(nowhere.find("No such file"), std::string::npos) << nowhere;
    std::ofstream(scratch / "text.h5") << "not HDF5";
    const std::string foreign = error_of([&] { TrajectoryReader reader(scratch / "text.h5"); });
    EXPECT_NE(foreign.find("text.h5: could not open"), std::string::npos) << foreign;
}

TEST(Trajectory, ADiskThatIsFullIsReportedAndKeepsEarlierFrames) {
    const Scratch scratch;
    const auto path = scratch / "t.h5";
    const auto known = scratch / "frames";
    const int status = samples::wait_for_child([&] {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{300000, 300000};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        TrajectoryWriter writer(path, {3, 100});
        std::int64_t step = 0;
        const std::string error = error_of([&] {
            for (; step < 1000; ++step) append(writer, step, 3, 100);
        });
        std::ofstream(known) << step;
        if (error.find("t.h5: could not write") == std::string::npos ||
            error.find("File too large") == std::string::npos)
            throw std::runtime_error("unexpected: " + error);
    });
    EXPECT_EQ(status, 0);
    EXPECT_TRUE(opens_plainly(path));
    const TrajectoryReader reader(path);
    EXPECT_GE(reader.frames(), std::stoll(read_text(known)));
    EXPECT_GT(reader.frames(), 5);
    for (std::int64_t k = 0; k < reader.frames(); ++k) expect_frame(reader, k, k, 100);
}

/// Kills the writer of a trajectory at a random moment, and checks that all frames it had reported are there.
TEST(Trajectory, SurvivesAKillAtAnyMoment) {
    std::mt19937 random(1);
    for (int trial = 0; trial < 20; ++trial) {
        const Scratch scratch;
        const auto path = scratch / "t.h5";
        int reported[2];
        ASSERT_EQ(::pipe(reported), 0);
        const auto work = [&] {
            TrajectoryWriter writer(path, {2, 50});
            for (std::int64_t step = 0;; ++step) {
                append(writer, step, 2, 50);
                [[maybe_unused]] const ssize_t ignored = ::write(reported[1], "f", 1);
            }
        };
        samples::wait_for_child(work, [&](pid_t child) {
            char byte = 0;
            ASSERT_EQ(::read(reported[0], &byte, 1), 1);
            ::usleep(std::uniform_int_distribution<useconds_t>(0, 200000)(random));
            ::kill(child, SIGKILL);
        });
        ::close(reported[1]);
        std::int64_t frames = 1;
        for (char byte = 0; ::read(reported[0], &byte, 1) == 1;) ++frames;
        ::close(reported[0]);

        EXPECT_TRUE(opens_plainly(path)) << "trial " << trial;
        {
            const TrajectoryReader reader(path);
            ASSERT_GE(reader.frames(), frames) << "trial " << trial;
            ASSERT_LE(reader.frames(), frames + 1) << "trial " << trial;
            for (std::int64_t k = 0; k < reader.frames(); ++k) expect_frame(reader, k, k, 50);
        }
        const std::int64_t kept = std::uniform_int_distribution<std::int64_t>(0, frames)(random);
        TrajectoryWriter writer = TrajectoryWriter::reopen(path, kept);
        append(writer, kept, 2, 50);
        writer.close();
        const TrajectoryReader reader(path);
        ASSERT_EQ(reader.frames(), kept + 1);
        for (std::int64_t k = 0; k <= kept; ++k) expect_frame(reader, k, k, 50);
    }
}

}  // namespace
}  // namespace galet
