// Checks that this installation, on this machine and this disk, does what galet promises.
#include <fmt/core.h>

#include <filesystem>
#include <memory>
#include <thread>

#include "commands/commands.hpp"
#include "doctor/report.hpp"
#include "galet/core/error.hpp"
#include "galet/core/timer.hpp"

namespace galet::app {
namespace {

constexpr int kHealthy = 0, kFailed = 1;

struct DoctorArguments {
    std::filesystem::path out;  ///< empty: `out` where there is one, else the current folder
    int threads = 0;            ///< 0: one for each core
    bool json = false;
};

std::filesystem::path folder_to_try(const std::filesystem::path& given) {
    if (!given.empty()) return given;
    std::error_code error;
    return std::filesystem::is_directory("out", error) ? "out" : ".";
}

/// Examines group after group, each shown as soon as it is done.
class Examination {
  public:
    explicit Examination(bool silent) : silent_(silent) {}

    /// A group that ends with an exception has failed; the others go on.
    template <class Function>
    void add(const char* name, Function&& examine) {
        doctor::CheckGroup group{name, {}};
        try {
            group = examine();
        } catch (const std::exception& error) {
            group.checks.push_back(
                doctor::failed("all of it", error.what(),
                               "Could not be examined. If it can be with --threads 1, the system gives too few threads "
                               "or too little memory (ulimit -a); else report it."));
        }
        say(doctor::readable(group));
        found.groups.push_back(std::move(group));
    }

    void say(const std::string& text) const {
        if (silent_) return;
        fmt::print("{}", text);
        std::fflush(stdout);
    }

    doctor::Diagnosis found;

  private:
    bool silent_;
};

int examine(const DoctorArguments& arguments) {
    const Timer timer;
    const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    const int threads = arguments.threads > 0 ? arguments.threads : cores;
    Examination examination(arguments.json);
    doctor::Diagnosis& found = examination.found;
    examination.add("installation", doctor::check_installation);
    examination.add("arithmetic", [&] { return doctor::check_arithmetic(threads); });
    examination.add("threads", [&] { return doctor::check_threads(threads); });
    examination.add("memory", doctor::check_memory);
    examination.add("files", [&] { return doctor::check_files(folder_to_try(arguments.out)); });
    examination.add("motion", doctor::check_motion);
    examination.add("solvers", [&] {
        doctor::SolverGroup solvers = doctor::check_solvers();
        found.trials = std::move(solvers.trials);
        return std::move(solvers.group);
    });
    found.facts = doctor::facts();
    found.seconds = timer.seconds();
    examination.say(doctor::readable(found.trials) + doctor::readable(found.facts) + "\n" + verdict_line(found));
    if (arguments.json) fmt::print("{}\n", doctor::json(found));
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) throw FileError("standard output: could not be written");
    return found.count(doctor::Verdict::failed) == 0 ? kHealthy : kFailed;
}

}  // namespace

void add_doctor(CLI::App& app, int& status) {
    auto* command = app.add_subcommand("doctor", "Check this installation; says what to send with a bug report");
    auto arguments = std::make_shared<DoctorArguments>();
    command
        ->add_option("--out", arguments->out,
                     "Folder to try the file system in, left as it was; default: out, else the current one")
        ->type_name("DIR");
    command->add_option("--threads", arguments->threads, "Threads; default: one for each core")
        ->check(CLI::Range(1, 1024));
    command->add_flag("--json", arguments->json, "As one JSON object");
    command->callback([arguments, &status] { status = examine(*arguments); });
}

}  // namespace galet::app
