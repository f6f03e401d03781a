// Problems as files: they come back bit for bit, and what is no problem is refused with a message that says why.
#include "galet/io/problem_file.hpp"

#include <hdf5.h>

#include <fstream>
#include <limits>

#include "galet/core/error.hpp"
#include "galet/io/output_file.hpp"
#include "io/samples.hpp"
#include "support/problems.hpp"

namespace galet {
namespace {

using samples::same_bits;
using samples::Scratch;

StoredProblem sample(int dimension, bool with_positions) {
    StoredProblem stored;
    stored.problem = test::random_problem(dimension, 12, 0.1, 5);
    stored.problem.energy_outside = 0.25;
    stored.problem.leeway = 1e-10;
    if (with_positions) stored.problem.position.assign(stored.problem.free_velocity.size(), 1.0 / 3);
    for (Index c = 0; c < stored.problem.contacts(); ++c) stored.force.push_back(c % 3 == 0 ? 0.0 : 1.0 / (c + 1));
    stored.origin = {"a \"scène\"", 17, 1.7};
    return stored;
}

StoredProblem sample_with_friction(int dimension, bool driven) {
    StoredProblem stored = sample(dimension, true);
    ContactProblem& problem = stored.problem;
    const std::size_t n = problem.inverse_mass.size(), m = problem.first.size();
    const auto d = static_cast<std::size_t>(dimension), spin = static_cast<std::size_t>(spin_size(dimension));
    std::mt19937_64 bits(9);
    for (std::size_t c = 0; c < m; ++c) problem.friction.push_back(0.1 * static_cast<double>(c));
    for (std::size_t i = 0; i < n; ++i) problem.inverse_inertia.push_back(1.0 / static_cast<double>(i + 3));
    problem.free_spin = samples::any_doubles(bits, n * spin);
    problem.arm = samples::any_doubles(bits, 2 * m);
    if (driven) problem.drive = samples::any_doubles(bits, m * d);
    problem.convex = driven;
    stored.tangential = samples::any_doubles(bits, m * d);
    return stored;
}

void expect_same(const StoredProblem& a, const StoredProblem& b) {
    EXPECT_EQ(a.problem.dimension, b.problem.dimension);
    EXPECT_EQ(a.problem.step, b.problem.step);
    EXPECT_EQ(a.problem.energy_outside, b.problem.energy_outside);
    EXPECT_EQ(a.problem.leeway, b.problem.leeway);
    EXPECT_TRUE(same_bits(a.problem.inverse_mass, b.problem.inverse_mass));
    EXPECT_TRUE(same_bits(a.problem.free_velocity, b.problem.free_velocity));
    EXPECT_TRUE(same_bits(a.problem.position, b.problem.position));
    EXPECT_EQ(a.problem.first, b.problem.first);
    EXPECT_EQ(a.problem.second, b.problem.second);
    EXPECT_TRUE(same_bits(a.problem.normal, b.problem.normal));
    EXPECT_TRUE(same_bits(a.problem.distance, b.problem.distance));
    EXPECT_TRUE(same_bits(a.problem.softness, b.problem.softness));
    EXPECT_TRUE(same_bits(a.force, b.force));
    EXPECT_TRUE(same_bits(a.problem.friction, b.problem.friction));
    EXPECT_TRUE(same_bits(a.problem.inverse_inertia, b.problem.inverse_inertia));
    EXPECT_TRUE(same_bits(a.problem.free_spin, b.problem.free_spin));
    EXPECT_TRUE(same_bits(a.problem.arm, b.problem.arm));
    EXPECT_TRUE(same_bits(a.problem.drive, b.problem.drive));
    EXPECT_EQ(a.problem.convex, b.problem.convex);
    EXPECT_TRUE(same_bits(a.tangential, b.tangential));
    EXPECT_EQ(a.origin.title, b.origin.title);
    EXPECT_EQ(a.origin.step, b.origin.step);
    EXPECT_EQ(a.origin.time, b.origin.time);
}

TEST(ProblemFile, ReadsBackToTheSameBits) {
    const Scratch scratch;
    for (int dimension = 1; dimension <= 3; ++dimension)
        for (const bool with_positions : {false, true}) {
            const StoredProblem stored = sample(dimension, with_positions);
            write_problem(scratch / "p.h5", stored);
            EXPECT_TRUE(is_problem_file(scratch / "p.h5"));
            expect_same(read_problem(scratch / "p.h5"), stored);
        }
}

TEST(ProblemFile, FrictionReadsBackToTheSameBits) {
    const Scratch scratch;
    for (const int dimension : {2, 3})
        for (const bool driven : {false, true}) {
            const StoredProblem stored = sample_with_friction(dimension, driven);
            write_problem(scratch / "p.h5", stored);
            expect_same(read_problem(scratch / "p.h5"), stored);
        }
}

std::int64_t format_version(const std::filesystem::path& path) {
    const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
    const hid_t attribute = H5Aopen(file, "format_version", H5P_DEFAULT);
    std::int64_t version = 0;
    H5Aread(attribute, H5T_NATIVE_INT64, &version);
    H5Aclose(attribute);
    H5Fclose(file);
    return version;
}

/// Only what an older reader would misunderstand has a higher version.
TEST(ProblemFile, VersionRisesWithWhatIsInIt) {
    const Scratch scratch;
    StoredProblem stored = sample(2, false);
    write_problem(scratch / "p.h5", stored);
    EXPECT_EQ(format_version(scratch / "p.h5"), 1);
    stored.problem.softness = {1.0};
    write_problem(scratch / "p.h5", stored);
    EXPECT_EQ(format_version(scratch / "p.h5"), 2);
    write_problem(scratch / "p.h5", sample_with_friction(2, false));
    EXPECT_EQ(format_version(scratch / "p.h5"), 3);
}

TEST(ProblemFile, FilmsAreKeptAndMayPull) {
    const Scratch scratch;
    StoredProblem stored = sample(2, false);
    stored.problem.softness = {0.0, 1e-308, 2.5};
    stored.force.back() = -3;
    write_problem(scratch / "films.h5", stored);
    expect_same(read_problem(scratch / "films.h5"), stored);
    // What only pushes must not.
    stored.force.front() = -1;
    write_problem(scratch / "pulls.h5", stored);
    EXPECT_THROW(read_problem(scratch / "pulls.h5"), InputError);
}

TEST(ProblemFile, AProblemWithoutContacts) {
    const Scratch scratch;
    write_problem(scratch / "p.h5", {});
    EXPECT_EQ(read_problem(scratch / "p.h5").problem.contacts(), 0);
}

/// The message of a problem that was changed before it was written; writing checks nothing.
template <class Change>
std::string refusal(Change&& change, StoredProblem stored = sample(2, true)) {
    const Scratch scratch;
    change(stored);
    write_problem(scratch / "p.h5", stored);
    try {
        read_problem(scratch / "p.h5");
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

void expect_in(const std::string& message, const std::string& part) {
    EXPECT_NE(message.find(part), std::string::npos) << message;
}

constexpr double kNan = std::numeric_limits<double>::quiet_NaN(), kInfinite = std::numeric_limits<double>::infinity();

TEST(ProblemFile, LengthsThatDoNotFitAreRefused) {
    expect_in(refusal([](StoredProblem& s) { s.problem.dimension = 4; }), "dimension: expected 1, 2 or 3");
    expect_in(refusal([](StoredProblem& s) { s.problem.dimension = 0; }), "dimension");
    expect_in(refusal([](StoredProblem& s) { s.problem.dimension = 3; }), "free_velocity");
    expect_in(refusal([](StoredProblem& s) { s.problem.inverse_mass.pop_back(); }), "free_velocity");
    expect_in(refusal([](StoredProblem& s) { s.problem.position.pop_back(); }), "position");
    expect_in(refusal([](StoredProblem& s) { s.problem.second.pop_back(); }), "second");
    expect_in(refusal([](StoredProblem& s) { s.problem.normal.pop_back(); }), "normal");
    expect_in(refusal([](StoredProblem& s) { s.problem.distance.push_back(0); }), "distance");
    expect_in(refusal([](StoredProblem& s) { s.force.pop_back(); }), "force");
}

TEST(ProblemFile, NumbersThatMeanNothingAreRefused) {
    expect_in(refusal([](StoredProblem& s) { s.problem.step = 0; }), "step: 0 s; expected");
    expect_in(refusal([](StoredProblem& s) { s.problem.step = kInfinite; }), "step");
    expect_in(refusal([](StoredProblem& s) { s.problem.energy_outside = -1; }), "energy_outside");
    expect_in(refusal([](StoredProblem& s) { s.problem.leeway = -1; }), "leeway");
    expect_in(refusal([](StoredProblem& s) { s.problem.inverse_mass[3] = 0; }), "inverse_mass: entry 3 is 0");
    expect_in(refusal([](StoredProblem& s) { s.problem.inverse_mass[0] = -1; }), "inverse_mass");
    expect_in(refusal([](StoredProblem& s) { s.problem.inverse_mass[0] = 1e-310; }), "inverse_mass");
    expect_in(refusal([](StoredProblem& s) { s.problem.free_velocity[1] = kNan; }), "free_velocity: entry 1");
    expect_in(refusal([](StoredProblem& s) { s.problem.position[1] = kInfinite; }), "position");
    expect_in(refusal([](StoredProblem& s) { s.problem.distance[2] = -kInfinite; }), "distance");
    expect_in(refusal([](StoredProblem& s) { s.problem.normal[2] = kNan; }), "normal");
    expect_in(refusal([](StoredProblem& s) { s.problem.normal[0] += 0.1; }), "normal: that of contact 0 has length");
    expect_in(refusal([](StoredProblem& s) { s.force[1] = -1e-3; }), "force: entry 1 is -0.001");
    expect_in(refusal([](StoredProblem& s) { s.origin.time = kNan; }), "time");
}

TEST(ProblemFile, FrictionThatMeansNothingIsRefused) {
    const auto refused = [](auto change) { return refusal(change, sample_with_friction(3, true)); };
    expect_in(refused([](StoredProblem& s) { s.problem.friction.pop_back(); }), "contacts/friction: holds");
    expect_in(refused([](StoredProblem& s) { s.problem.inverse_inertia.clear(); }), "inverse_inertia: holds 0 numbers");
    expect_in(refused([](StoredProblem& s) { s.problem.free_spin.pop_back(); }), "free_spin");
    expect_in(refused([](StoredProblem& s) { s.problem.arm.pop_back(); }), "arm");
    expect_in(refused([](StoredProblem& s) { s.problem.drive.pop_back(); }), "drive");
    expect_in(refused([](StoredProblem& s) { s.tangential.pop_back(); }), "tangential");
    expect_in(refused([](StoredProblem& s) { s.problem.softness = {1.0}; }), "no films beside friction");
    expect_in(refused([](StoredProblem& s) { s.problem.friction[2] = -0.5; }), "friction: entry 2 is -0.5");
    expect_in(refused([](StoredProblem& s) { s.problem.friction[2] = kInfinite; }), "friction");
    expect_in(refused([](StoredProblem& s) { s.problem.inverse_inertia[1] = 0; }), "inverse_inertia: entry 1 is 0");
    expect_in(refused([](StoredProblem& s) { s.problem.free_spin[1] = kNan; }), "free_spin: entry 1");
    expect_in(refused([](StoredProblem& s) { s.problem.arm[1] = kNan; }), "arm");
    expect_in(refused([](StoredProblem& s) { s.problem.drive[1] = kNan; }), "drive");
    expect_in(refused([](StoredProblem& s) { s.tangential[1] = kInfinite; }), "tangential");
    StoredProblem line = sample(1, false);
    line.problem.friction.assign(line.problem.first.size(), 0.5);
    expect_in(refusal([](StoredProblem&) {}, line), "one dimension");
}

TEST(ProblemFile, SidesThatAreNotThereAreRefused) {
    expect_in(refusal([](StoredProblem& s) { s.problem.first[0] = 12; }), "first: entry 0 is 12; expected a body");
    expect_in(refusal([](StoredProblem& s) { s.problem.first[0] = -2; }), "first");
    expect_in(refusal([](StoredProblem& s) { s.problem.second[0] = kFixed; }), "second");
    expect_in(refusal([](StoredProblem& s) { s.problem.second[0] = 1 << 30; }), "second");
    expect_in(refusal([](StoredProblem& s) { s.problem.first[0] = s.problem.second[0]; }), "touches itself");
}

std::string file_error_of(const std::filesystem::path& path) {
    try {
        read_problem(path);
    } catch (const FileError& error) {
        return error.what();
    }
    return "accepted";
}

TEST(ProblemFile, MissingAndForeignFilesAreNamed) {
    const Scratch scratch;
    expect_in(file_error_of(scratch / "p.h5"), "there is no contact problem");
    std::ofstream(scratch / "text.h5") << "hello";
    expect_in(file_error_of(scratch / "text.h5"), "text.h5: could not read the contact problem");
    H5Fclose(H5Fcreate((scratch / "other.h5").c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
    EXPECT_FALSE(is_problem_file(scratch / "other.h5"));
    EXPECT_THROW(read_problem(scratch / "other.h5"), InputError);
}

TEST(ProblemFile, EveryTruncationIsNoticed) {
    const Scratch scratch;
    write_problem(scratch / "p.h5", sample(3, true));
    const std::string whole = read_text(scratch / "p.h5");
    for (std::size_t size = 0; size < whole.size(); size += whole.size() / 97) {
        write_atomically(scratch / "cut.h5", whole.substr(0, size));
        expect_in(file_error_of(scratch / "cut.h5"), "cut.h5");
    }
}

/// In a child of its own: on some damaged files HDF5 itself loses memory.
TEST(ProblemFile, DamageIsNoticedOrHarmless) {
    const Scratch scratch;
    const StoredProblem stored = sample(3, true);
    write_problem(scratch / "p.h5", stored);
    const std::string whole = read_text(scratch / "p.h5");
    const int status = samples::wait_for_child([&] {
        for (std::size_t at = 5; at < whole.size(); at += whole.size() / 211) {
            std::string damaged = whole;
            damaged[at] = static_cast<char>(damaged[at] ^ 0x5a);
            write_atomically(scratch / "bad.h5", damaged);
            try {
                expect_same(read_problem(scratch / "bad.h5"), stored);
            } catch (const FileError&) {
            } catch (const InputError&) {
            }
        }
        if (::testing::Test::HasFailure()) throw std::runtime_error("damage went unnoticed");
    });
    EXPECT_EQ(status, 0);
}

/// A list that claims to be long and stores nothing: no memory is asked for.
TEST(ProblemFile, AClaimWithoutBytesIsRefused) {
    const Scratch scratch;
    const auto path = scratch / "p.h5";
    write_problem(path, sample(2, false));
    const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    ASSERT_GE(file, 0);
    const hid_t list = H5Dopen2(file, "contacts/distance", H5P_DEFAULT);
    const hsize_t claim = hsize_t{1} << 50;
    ASSERT_GE(H5Dset_extent(list, &claim), 0);
    H5Dclose(list);
    H5Fclose(file);
    expect_in(file_error_of(path), "cannot lie in");
}

}  // namespace
}  // namespace galet
