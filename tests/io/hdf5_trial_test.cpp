// Trials of files: whatever happens to the child, this process goes on with a message.
#include "galet/io/hdf5_trial.hpp"

#include <csignal>
#include <cstdlib>
#include <fstream>

#include "galet/core/error.hpp"
#include "io/samples.hpp"

namespace galet {
namespace {

using hdf5::read_after_trial;
using hdf5::try_reading;
using samples::Scratch;

template <class Error>
std::string message_of(const std::function<void()>& work) {
    try {
        work();
    } catch (const Error& error) {
        return error.what();
    }
    return "nothing was thrown";
}

TEST(Hdf5Trial, ReadsHereOnlyAfterItWentWellInTheChild) {
    int read_here = 0;
    EXPECT_EQ(read_after_trial("file", [&read_here] { return ++read_here; }), 1);
    EXPECT_EQ(read_here, 1);
}

TEST(Hdf5Trial, PassesErrorsOn) {
    EXPECT_EQ(message_of<InputError>([] { try_reading("file", [] { throw InputError("of input"); }); }), "of input");
    EXPECT_EQ(message_of<FileError>([] { try_reading("file", [] { throw FileError("of a file"); }); }), "of a file");
}

TEST(Hdf5Trial, CrashesOfTheChildAreDamage) {
    for (const int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE}) {
        EXPECT_EQ(message_of<FileError>([signal] { try_reading("file", [signal] { std::raise(signal); }); }),
                  "file: damaged: HDF5 crashes when it reads it");
    }
    EXPECT_EQ(message_of<FileError>([] { try_reading("file", [] { ::_exit(77); }); }),
              "file: damaged: HDF5 crashes when it reads it");
}

TEST(Hdf5Trial, SoIsMoreMemoryThanTheFileIsWorth) {
    const std::string message =
        message_of<FileError>([] { try_reading("file", [] { std::vector<char>(std::size_t{3} << 30, 'x'); }); });
    EXPECT_TRUE(message.starts_with("file: damaged: ")) << message;
}

TEST(Hdf5Trial, WaitingAndWhatTheSystemKillsDecideNothing) {
    for (const int signal : {SIGALRM, SIGKILL}) EXPECT_NO_THROW(try_reading("file", [signal] { std::raise(signal); }));
}

}  // namespace
}  // namespace galet
