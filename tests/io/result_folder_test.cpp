#include "galet/io/result_folder.hpp"

#include <array>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "galet/core/error.hpp"
#include "galet/io/final_state.hpp"
#include "io/samples.hpp"

namespace galet {
namespace {

using samples::Scratch;

void touch(const std::filesystem::path& path) { std::ofstream(path) << "x"; }

TEST(ResultFolder, IsMadeWithItsParents) {
    const Scratch scratch;
    const ResultFolder folder = ResultFolder::create(scratch / "a/b/c", false);
    EXPECT_TRUE(std::filesystem::is_directory(scratch / "a/b/c"));
}

TEST(ResultFolder, AnExistingResultIsNotReplacedUnlessForced) {
    const Scratch scratch;
    const std::vector<std::string> ours = {"history.csv", "trajectory.h5", "checkpoint.h5", ".checkpoint.h5.part",
                                           ".trajectory.h5.journal"};
    for (const std::string& name : ours) touch(scratch / name);
    touch(scratch / "notes.txt");
    EXPECT_THROW(ResultFolder::create(scratch.folder(), false), InputError);
    for (const std::string& name : ours) EXPECT_TRUE(std::filesystem::exists(scratch / name)) << name;
    EXPECT_FALSE(std::filesystem::exists(scratch / ".lock")) << "a refusal writes nothing";

    const ResultFolder folder = ResultFolder::create(scratch.folder(), true);
    for (const std::string& name : ours) EXPECT_FALSE(std::filesystem::exists(scratch / name)) << name;
    EXPECT_TRUE(std::filesystem::exists(scratch / "notes.txt"));
}

TEST(ResultFolder, IsWrittenByOneRunAtATime) {
    const Scratch scratch;
    const ResultFolder folder = ResultFolder::create(scratch.folder(), false);
    EXPECT_EQ(samples::wait_for_child([&] {
                  try {
                      ResultFolder::create(scratch.folder(), true);
                  } catch (const FileError& error) {
                      if (std::string(error.what()).find("another run") != std::string::npos) return;
                  }
                  throw std::runtime_error("the lock did not hold");
              }),
              0);
}

TEST(ResultFolder, ALockThatWasRemovedIsTakenAgain) {
    const Scratch scratch;
    ResultFolder first = ResultFolder::create(scratch.folder(), false);
    std::filesystem::remove(first.files().lock());
    first.hold();
    EXPECT_THROW(ResultFolder::create(scratch.folder(), false), FileError);

    std::filesystem::remove(first.files().lock());
    const ResultFolder second = ResultFolder::create(scratch.folder(), false);
    EXPECT_THROW(first.hold(), FileError);
}

TEST(ResultFolder, AKilledRunLeavesNoLock) {
    const Scratch scratch;
    samples::wait_for_child(
        [&] {
            const ResultFolder folder = ResultFolder::create(scratch.folder(), false);
            touch(scratch / "checkpoint.h5");
            for (;;) ::pause();
        },
        [&](pid_t child) {
            while (!std::filesystem::exists(scratch / "checkpoint.h5")) ::usleep(1000);
            EXPECT_THROW(ResultFolder::open(scratch.folder()), FileError);
            ::kill(child, SIGKILL);
        });
    EXPECT_NO_THROW(ResultFolder::open(scratch.folder()));
}

TEST(ResultFolder, WithoutCheckpointThereIsNothingToOpen) {
    const Scratch scratch;
    EXPECT_THROW(ResultFolder::open(scratch.folder()), FileError);
    EXPECT_THROW(ResultFolder::open(scratch / "none"), FileError);
}

TEST(ResultFolder, AFileInTheWayIsNamed) {
    const Scratch scratch;
    touch(scratch / "file");
    try {
        ResultFolder::create(scratch / "file/result", false);
        FAIL() << "accepted";
    } catch (const FileError& error) {
        EXPECT_NE(std::string(error.what()).find("file/result: could not make the folder: Not a directory"),
                  std::string::npos)
            << error.what();
    }
    EXPECT_THROW(ResultFolder::create(scratch / "file", false), FileError);
}

TEST(OutputFile, AFailureLeavesTheOldFileAndNoOther) {
    const Scratch scratch;
    write_atomically(scratch / "f", "old");
    EXPECT_THROW(write_atomically(scratch / "f",
                                  [](OutputFile& file) {
                                      file.write("half");
                                      throw std::runtime_error("stop");
                                  }),
                 std::runtime_error);
    EXPECT_EQ(read_text(scratch / "f"), "old");
    for (const auto& entry : std::filesystem::directory_iterator(scratch.folder()))
        EXPECT_EQ(entry.path(), scratch / "f");
    EXPECT_THROW(write_atomically(scratch / "no/f", "x"), FileError);
    EXPECT_THROW(read_text(scratch / "none"), FileError);
    EXPECT_EQ((write_atomically(scratch / "empty", ""), read_text(scratch / "empty")), "");
}

TEST(FinalState, ReadsBackToTheSameBits) {
    const Scratch scratch;
    const std::array<std::string, 3> headers = {"id,x,radius,vx,mass", "id,x,y,radius,vx,vy,mass",
                                                "id,x,y,z,radius,vx,vy,vz,mass"};
    for (int dimension = 1; dimension <= 3; ++dimension) {
        const Bodies bodies = samples::bodies_of_step(3, dimension, 200);
        write_final_csv(scratch / "final.csv", bodies);
        std::ifstream file(scratch / "final.csv");
        std::string line, cell;
        std::getline(file, line);
        EXPECT_EQ(line, headers[static_cast<std::size_t>(dimension - 1)]);
        std::vector<double> position, radius, velocity, mass;
        for (int id = 0; std::getline(file, line); ++id) {
            std::istringstream cells(line);
            const auto next = [&] { return std::getline(cells, cell, ','), std::strtod(cell.c_str(), nullptr); };
            EXPECT_EQ(next(), id);
            for (int a = 0; a < dimension; ++a) position.push_back(next());
            radius.push_back(next());
            for (int a = 0; a < dimension; ++a) velocity.push_back(next());
            mass.push_back(next());
        }
        EXPECT_TRUE(samples::same_bits(position, bodies.position));
        EXPECT_TRUE(samples::same_bits(radius, bodies.radius));
        EXPECT_TRUE(samples::same_bits(velocity, bodies.velocity));
        EXPECT_TRUE(samples::same_bits(mass, bodies.mass));
    }
}

}  // namespace
}  // namespace galet
