#include "galet/io/checkpoint.hpp"

#include <hdf5.h>

#include <csignal>
#include <fstream>

#include "galet/core/error.hpp"
#include "galet/io/output_file.hpp"
#include "galet/io/record_fields.hpp"
#include "galet/io/seal.hpp"
#include "io/samples.hpp"

namespace galet {
namespace {

using samples::any_double;
using samples::any_doubles;
using samples::same_bits;
using samples::Scratch;

/// Sets every field to something random; reads every field as bits. So no field of a record can be forgotten.
struct Fill {
    std::mt19937_64& bits;
    void operator()(const char*, bool& value) { value = (bits() & 1U) != 0; }
    void operator()(const char*, std::int64_t& value) { value = static_cast<std::int64_t>(bits()); }
    void operator()(const char*, double& value) { value = any_double(bits); }
    void operator()(const char*, std::array<double, 3>& values) {
        for (double& value : values) value = any_double(bits);
    }
};

struct Collect {
    std::vector<std::uint64_t>& words;
    void operator()(const char*, bool value) { words.push_back(value); }
    void operator()(const char*, std::int64_t value) { words.push_back(static_cast<std::uint64_t>(value)); }
    void operator()(const char*, double value) { words.push_back(std::bit_cast<std::uint64_t>(value)); }
    void operator()(const char*, const std::array<double, 3>& values) {
        for (const double value : values) words.push_back(std::bit_cast<std::uint64_t>(value));
    }
};

std::vector<std::uint64_t> words(const SimulationState& state) {
    std::vector<std::uint64_t> all;
    for_each_row_field(state.row, Collect{all});
    for_each_rotation_field(state.row, Collect{all});
    for_each_totals_field(state.totals, Collect{all});
    return all;
}

SimulationState random_state(std::uint64_t seed, int dimension, Index count) {
    std::mt19937_64 bits(seed);
    SimulationState state;
    state.bodies = samples::bodies_of_step(static_cast<std::int64_t>(seed), dimension, count);
    state.bodies.groups = {{"left", 0, count / 2}, {"", count / 2, count}, {"é\" name", count, count}};
    for (Index i = count; dimension == 1 && i-- > 0;) state.bodies.line_order.push_back(i);
    for (Index c = 0; c < 3 * count; ++c) {
        state.memory.first.push_back(c % 4 == 0 ? ~c : c);
        state.memory.second.push_back(c + 1);
    }
    state.memory.force = any_doubles(bits, state.memory.first.size());
    state.force_memory.resize(3);
    for (Index c = 0; c + 1 < count; ++c) {
        state.force_memory[1].first.push_back(c);
        state.force_memory[1].second.push_back(static_cast<Index>(bits() % static_cast<std::uint64_t>(count)));
    }
    state.step = static_cast<std::int64_t>(bits() >> 1);
    for_each_row_field(state.row, Fill{bits});
    for_each_rotation_field(state.row, Fill{bits});
    for_each_totals_field(state.totals, Fill{bits});
    return state;
}

/// A state of bodies that rotate, and a memory of how they rubbed.
SimulationState rotating_state(std::uint64_t seed, int dimension, Index count) {
    SimulationState state = random_state(seed, dimension, count);
    const Bodies rotating = samples::rotating_bodies_of_step(static_cast<std::int64_t>(seed), dimension, count);
    state.bodies.inertia = rotating.inertia;
    state.bodies.spin = rotating.spin;
    state.bodies.orientation = rotating.orientation;
    std::mt19937_64 bits(seed + 1);
    state.memory.tangential = any_doubles(bits, state.memory.force.size() * static_cast<std::size_t>(dimension));
    return state;
}

/// A crowd that some have left.
SimulationState crowd_state(std::uint64_t seed, Index count) {
    SimulationState state = random_state(seed, 2, count);
    std::mt19937_64 bits(seed + 2);
    for (Index i = 0; i < count; ++i) {
        state.bodies.id.push_back(3 * i + 1);
        state.people.goal.push_back(i % 3);
    }
    const auto n = static_cast<std::size_t>(count);
    state.people.speed = any_doubles(bits, n);
    state.people.given = any_doubles(bits, 2 * n);
    state.people.onward = any_doubles(bits, 2 * n);
    state.leavings = {{0, 2, 3}, {1, 0, 1}, {7, 7, 1234567890123}};
    return state;
}

void expect_same(const SimulationState& a, const SimulationState& b) {
    EXPECT_EQ(a.bodies.dimension, b.bodies.dimension);
    EXPECT_TRUE(same_bits(a.bodies.position, b.bodies.position));
    EXPECT_TRUE(same_bits(a.bodies.velocity, b.bodies.velocity));
    EXPECT_TRUE(same_bits(a.bodies.radius, b.bodies.radius));
    EXPECT_TRUE(same_bits(a.bodies.mass, b.bodies.mass));
    EXPECT_TRUE(same_bits(a.bodies.inertia, b.bodies.inertia));
    EXPECT_TRUE(same_bits(a.bodies.spin, b.bodies.spin));
    EXPECT_TRUE(same_bits(a.bodies.orientation, b.bodies.orientation));
    EXPECT_EQ(a.bodies.id, b.bodies.id);
    EXPECT_EQ(a.people.goal, b.people.goal);
    EXPECT_TRUE(same_bits(a.people.speed, b.people.speed));
    EXPECT_TRUE(same_bits(a.people.given, b.people.given));
    EXPECT_TRUE(same_bits(a.people.onward, b.people.onward));
    EXPECT_EQ(a.leavings.id, b.leavings.id);
    EXPECT_EQ(a.leavings.exit, b.leavings.exit);
    EXPECT_EQ(a.leavings.step, b.leavings.step);
    EXPECT_EQ(a.bodies.line_order, b.bodies.line_order);
    ASSERT_EQ(a.bodies.groups.size(), b.bodies.groups.size());
    for (std::size_t g = 0; g < a.bodies.groups.size(); ++g) {
        EXPECT_EQ(a.bodies.groups[g].name, b.bodies.groups[g].name);
        EXPECT_EQ(a.bodies.groups[g].first, b.bodies.groups[g].first);
        EXPECT_EQ(a.bodies.groups[g].last, b.bodies.groups[g].last);
    }
    EXPECT_EQ(a.memory.first, b.memory.first);
    EXPECT_EQ(a.memory.second, b.memory.second);
    EXPECT_TRUE(same_bits(a.memory.force, b.memory.force));
    EXPECT_TRUE(same_bits(a.memory.tangential, b.memory.tangential));
    ASSERT_EQ(a.force_memory.size(), b.force_memory.size());
    for (std::size_t k = 0; k < a.force_memory.size(); ++k) {
        EXPECT_EQ(a.force_memory[k].first, b.force_memory[k].first);
        EXPECT_EQ(a.force_memory[k].second, b.force_memory[k].second);
    }
    EXPECT_EQ(a.step, b.step);
    EXPECT_EQ(words(a), words(b));
}

TEST(Checkpoint, ReadsBackToTheSameBits) {
    const Scratch scratch;
    for (int dimension = 1; dimension <= 3; ++dimension)
        for (const Index count : {0, 1, 20000}) {
            const SimulationState state = random_state(static_cast<std::uint64_t>(dimension), dimension, count);
            write_checkpoint(scratch / "c.h5", state, {1234567890123, 42});
            const Checkpoint read = read_checkpoint(scratch / "c.h5");
            expect_same(read.state, state);
            EXPECT_EQ(read.position.history_bytes, 1234567890123U);
            EXPECT_EQ(read.position.frames, 42);
        }
}

TEST(Checkpoint, BodiesThatRotateReadBackToTheSameBits) {
    const Scratch scratch;
    for (const int dimension : {2, 3})
        for (const Index count : {1, 5000}) {
            const SimulationState state = rotating_state(static_cast<std::uint64_t>(dimension), dimension, count);
            write_checkpoint(scratch / "c.h5", state, {1, 1});
            expect_same(read_checkpoint(scratch / "c.h5").state, state);
        }
}

TEST(Checkpoint, CrowdsReadBackToTheSameBits) {
    const Scratch scratch;
    const SimulationState state = crowd_state(5, 1000);
    write_checkpoint(scratch / "c.h5", state, {1, 2, 3, 4});
    const Checkpoint read = read_checkpoint(scratch / "c.h5");
    expect_same(read.state, state);
    EXPECT_EQ(read.position.flow_bytes, 3U);
    EXPECT_EQ(read.position.fields_bytes, 4U);
}

/// Two discs apart, both spinning, one of them on its way around the origin.
World spinning_discs() {
    World world;
    Bodies& bodies = world.bodies;
    bodies.dimension = 2;
    bodies.position = {0, 0, 3, 0};
    bodies.velocity = {1, 0, 0, 2};
    bodies.radius = bodies.mass = {1, 1};
    bodies.inertia = {0.5, 0.5};
    bodies.spin = {2, -1.0 / 3};
    bodies.orientation = {0.25, 7};
    bodies.groups = {{"", 0, 2}};
    return world;
}

TEST(Checkpoint, ASimulationKeepsWhatItIsRestoredWith) {
    const Scratch scratch;
    Settings settings;
    settings.dimension = 2;
    settings.step = settings.end = 0.1;
    const Simulation first(spinning_discs(), settings);
    SimulationState state = first.state();
    EXPECT_DOUBLE_EQ(state.totals.start_angular_momentum[0], 3 * 2 + 0.5 * 2 - 0.5 / 3);
    EXPECT_EQ(state.row.angular_momentum, state.totals.start_angular_momentum);
    state.memory = {{0}, {1}, {3.5}, {-0.0, 1.0 / 3}};
    state.row.friction.slip_gap = 1e-9;
    write_checkpoint(scratch / "c.h5", state, {1, 1});
    Simulation second(spinning_discs(), settings);
    second.restore(read_checkpoint(scratch / "c.h5").state);
    expect_same(second.state(), state);
}

std::string error_of(const std::filesystem::path& path) {
    try {
        read_checkpoint(path);
    } catch (const FileError& error) {
        return error.what();
    }
    return "";
}

TEST(Checkpoint, MissingAndForeignFilesAreNamed) {
    const Scratch scratch;
    EXPECT_NE(error_of(scratch / "c.h5").find("there is no checkpoint"), std::string::npos);
    std::ofstream(scratch / "text.h5") << "hello";
    EXPECT_NE(error_of(scratch / "text.h5").find("text.h5: could not read the checkpoint"), std::string::npos);
    H5Fclose(H5Fcreate((scratch / "other.h5").c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
    EXPECT_NE(error_of(scratch / "other.h5").find("no checksum"), std::string::npos);
    const std::string other = read_text(scratch / "other.h5");
    std::ofstream(scratch / "other.h5", std::ios::binary) << other << seal_of(std::as_bytes(std::span(other)));
    EXPECT_NE(error_of(scratch / "other.h5").find("not a checkpoint of galet"), std::string::npos);
}

TEST(Checkpoint, PairsOfBodiesThatAreNotThereAreRefused) {
    const Scratch scratch;
    SimulationState state = random_state(1, 2, 30);
    for (const Index wrong : {30, -1}) {
        state.force_memory[1].second.back() = wrong;
        write_checkpoint(scratch / "c.h5", state, {1, 1});
        EXPECT_NE(error_of(scratch / "c.h5").find("does not fit the bodies"), std::string::npos);
    }
    state.force_memory[1].second.pop_back();
    write_checkpoint(scratch / "c.h5", state, {1, 1});
    EXPECT_NE(error_of(scratch / "c.h5").find("does not fit the bodies"), std::string::npos);
}

TEST(Checkpoint, RotationThatDoesNotFitIsRefused) {
    const Scratch scratch;
    const auto refused = [&](auto change) {
        SimulationState state = rotating_state(1, 3, 30);
        change(state);
        write_checkpoint(scratch / "c.h5", state, {1, 1});
        return error_of(scratch / "c.h5").find("differ in length") != std::string::npos;
    };
    EXPECT_FALSE(refused([](SimulationState&) {}));
    EXPECT_TRUE(refused([](SimulationState& s) { s.bodies.inertia.pop_back(); }));
    EXPECT_TRUE(refused([](SimulationState& s) { s.bodies.inertia.clear(); }));
    EXPECT_TRUE(refused([](SimulationState& s) { s.bodies.spin.pop_back(); }));
    EXPECT_TRUE(refused([](SimulationState& s) { s.bodies.orientation.clear(); }));
    EXPECT_TRUE(refused([](SimulationState& s) { s.memory.tangential.pop_back(); }));
}

TEST(Checkpoint, EveryTruncationIsNoticed) {
    const Scratch scratch;
    write_checkpoint(scratch / "c.h5", random_state(1, 2, 300), {1, 1});
    const std::string whole = read_text(scratch / "c.h5");
    for (std::size_t size = 0; size < whole.size(); size += whole.size() / 97) {
        write_atomically(scratch / "cut.h5", whole.substr(0, size));
        EXPECT_NE(error_of(scratch / "cut.h5").find("cut.h5"), std::string::npos) << size << " bytes";
    }
}

void flip(const std::filesystem::path& path, std::size_t at, int bit) {
    std::string bytes = read_text(path);
    bytes[at] = static_cast<char>(bytes[at] ^ (1 << bit));
    std::ofstream(path, std::ios::binary) << bytes;
}

TEST(Checkpoint, EveryFlippedBitIsNoticed) {
    const Scratch scratch;
    const SimulationState state = random_state(1, 3, 300);
    write_checkpoint(scratch / "c.h5", state, {1, 1});
    const std::size_t size = std::filesystem::file_size(scratch / "c.h5");
    int bit = 0;
    for (std::size_t at = 0; at < size; at += at + 64 < size ? size / 499 : 1, bit = (bit + 1) % 8) {
        flip(scratch / "c.h5", at, bit);
        EXPECT_NE(error_of(scratch / "c.h5").find("c.h5: could not read the checkpoint"), std::string::npos) << at;
        flip(scratch / "c.h5", at, bit);
    }
    expect_same(read_checkpoint(scratch / "c.h5").state, state);
}

TEST(Checkpoint, ThePreviousOneIsUsedWhereTheLastIsDamagedOrGone) {
    const Scratch scratch;
    const ResultFiles files{scratch / "."};
    for (const std::uint64_t k : {1, 2, 3}) write_checkpoint(files, random_state(k, 2, 100), {k, 1});
    const auto [last, nothing] = read_newest_checkpoint(files);
    EXPECT_EQ(last.position.history_bytes, 3U);
    EXPECT_EQ(nothing, "");
    flip(files.checkpoint(), 1000, 3);
    const auto [previous, damaged] = read_newest_checkpoint(files);
    EXPECT_EQ(previous.position.history_bytes, 2U);
    expect_same(previous.state, random_state(2, 2, 100));
    EXPECT_NE(damaged.find("checkpoint.h5: could not read the checkpoint: it is damaged"), std::string::npos);
    std::filesystem::remove(files.checkpoint());
    EXPECT_EQ(read_newest_checkpoint(files).checkpoint.position.history_bytes, 2U);
    flip(files.previous_checkpoint(), 1000, 3);
    EXPECT_THROW(read_newest_checkpoint(files), FileError);
}

TEST(Checkpoint, AKilledWriterLeavesTheOldOneOrTheNewOne) {
    const Scratch scratch;
    const ResultFiles files{scratch / "."};
    std::mt19937 random(3);
    write_checkpoint(files, random_state(0, 3, 3000), {0, 0});
    for (int trial = 0; trial < 20; ++trial) {
        const auto work = [&] {
            for (std::int64_t k = 0;; ++k)
                write_checkpoint(files, random_state(static_cast<std::uint64_t>(k), 3, 3000), {0, k});
        };
        samples::wait_for_child(work, [&](pid_t child) {
            ::usleep(std::uniform_int_distribution<useconds_t>(0, 60000)(random));
            ::kill(child, SIGKILL);
        });
        for (const auto& path : {files.checkpoint(), files.previous_checkpoint()}) {
            if (path == files.previous_checkpoint() && !std::filesystem::exists(path)) continue;
            const Checkpoint read = read_checkpoint(path);
            expect_same(read.state, random_state(static_cast<std::uint64_t>(read.position.frames), 3, 3000));
        }
    }
}

TEST(Checkpoint, AFolderThatCannotBeWrittenIsNamed) {
    const Scratch scratch;
    try {
        write_checkpoint(scratch / "missing/c.h5", random_state(1, 1, 2), {});
        FAIL() << "accepted";
    } catch (const FileError& error) {
        EXPECT_NE(std::string(error.what()).find("No such file or directory"), std::string::npos) << error.what();
    }
}

}  // namespace
}  // namespace galet
