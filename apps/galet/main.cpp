// The program galet: reads the command line, runs one command, and turns every failure into a message and a status.
//
//   0 done   1 a published value was not reproduced   2 bad input, nothing written   3 a step could not be solved
//   4 a file could not be read or written   130 interrupted, after a checkpoint (the viewer, which ends no other way:
//   0)
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <new>
#include <stdexcept>

#include "commands/commands.hpp"
#include "galet/core/error.hpp"
#include "galet/core/version.hpp"
#include "galet/io/hdf5_exit.hpp"

namespace {

int run(int argc, char** argv) {
    CLI::App app{"galet: rigid bodies that never overlap"};
    app.set_version_flag("--version", std::string("galet ") + galet::kVersion);
    app.require_subcommand(1);
    int status = 0;
    galet::app::add_commands(app, status);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    return status;
}

int fail(int status, const std::string& message) {
    fmt::print(stderr, "galet: {}\n", message);
    return status;
}

}  // namespace

int main(int argc, char** argv) {
    // A limit on the size of files then is an error of the write, like a full disk.
    std::signal(SIGXFSZ, SIG_IGN);
    galet::hdf5::do_nothing_at_exit();
    try {
        return run(argc, argv);
    } catch (const galet::InputError& error) {
        return fail(2, error.what());
    } catch (const galet::FileError& error) {
        return fail(4, error.what());
    } catch (const std::domain_error& error) {
        return fail(3, std::string(error.what()) + "; everything before is kept");
    } catch (const std::bad_alloc&) {
        return fail(4, "out of memory; what was written before is kept");
    } catch (const std::exception& error) {
        return fail(4, error.what());
    }
}
