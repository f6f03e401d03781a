#include <fmt/core.h>

#include <cmath>
#include <memory>

#include "commands/commands.hpp"
#include "galet/core/error.hpp"
#include "galet/core/parallel.hpp"
#include "solve/solve.hpp"

namespace galet::app {
namespace {

constexpr int kDone = 0, kNotSolved = 3;

struct SolveArguments {
    std::string file;
    SolveOptions options;
    int threads = 0;  ///< 0: one for each core
    bool json = false;
};

StoredReport solve_file(const SolveArguments& arguments) {
    if (is_problem_file(arguments.file)) return solve_stored(read_problem(arguments.file), arguments.options);
    if (is_fclib_file(arguments.file)) return solve_fclib(read_fclib(arguments.file), arguments.options);
    throw InputError(arguments.file + ": neither a contact problem of galet nor an FCLIB problem");
}

/// The command line lets "nan" and "inf" through.
void require_finite(const char* option, const std::optional<double>& value) {
    if (value && !std::isfinite(*value)) throw InputError(fmt::format("{} {}: expected a number > 0", option, *value));
}

int solve(const SolveArguments& arguments) {
    require_finite("--tolerance", arguments.options.tolerance);
    require_finite("--violation", arguments.options.violation);
    set_thread_count(arguments.threads);
    const StoredReport report = solve_file(arguments);
    const bool history = arguments.options.history;
    if (arguments.json) {
        fmt::print("{}\n", json(report, history));
    } else {
        fmt::print("{}", readable(report, history));
    }
    if (report.status == Status::converged) return kDone;
    fmt::print(stderr,
               "galet: {} was not solved to its limits; a larger --max-iterations, looser limits or another --method "
               "may help\n",
               arguments.file);
    return kNotSolved;
}

}  // namespace

void add_solve(CLI::App& app, int& status) {
    auto* command =
        app.add_subcommand("solve", "Solve one stored contact problem: of `galet run --save-problem`, or of FCLIB");
    auto arguments = std::make_shared<SolveArguments>();
    SolveOptions& options = arguments->options;
    command->add_option("FILE", arguments->file, "HDF5 file of a problem")->required();
    command->add_option("--method", options.method, "Method; default: auto");
    command->add_option("--local", options.local, "One-contact solver of nlgs; default: pdas")
        ->check(CLI::IsMember({"sbp", "sal", "ebp", "eal", "pdas"}));
    command
        ->add_option(
            "--tolerance", options.tolerance,
            "Largest error bound (default 1e-3); of a matrix: largest residual (default 1e-11); with friction: largest "
            "residual (default 1e-6), of a matrix error too (default 1e-9)")
        ->check(CLI::PositiveNumber);
    command->add_option("--violation", options.violation, "Largest violation in m; default 1e-9")
        ->check(CLI::PositiveNumber);
    command->add_option("--max-iterations", options.max_iterations, "Default: 100000")->check(CLI::PositiveNumber);
    command->add_option("--threads", arguments->threads, "Threads; default: one for each core")
        ->check(CLI::Range(1, 1024));
    command->add_flag("--frictionless", options.frictionless, "Only the normal part of a problem with friction");
    command->add_flag("--cold", options.cold, "Start from no forces instead of the stored ones");
    command->add_flag("--history", options.history, "Also the residual by iteration");
    command->add_flag("--json", arguments->json, "As one JSON object");
    command->callback([arguments, &status] { status = solve(*arguments); });
}

}  // namespace galet::app
