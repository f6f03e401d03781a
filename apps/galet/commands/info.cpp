#include <fmt/core.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "commands/commands.hpp"
#include "galet/core/error.hpp"
#include "galet/core/json_depth.hpp"
#include "galet/io/checkpoint.hpp"
#include "galet/io/history.hpp"
#include "galet/io/result_folder.hpp"
#include "galet/io/trajectory_reader.hpp"
#include "run/runner.hpp"

namespace galet::app {
namespace {

struct InfoArguments {
    std::string folder;
    bool json = false;
};

/// A summary as it is, whatever it holds.
nlohmann::ordered_json read_object(const std::filesystem::path& path) {
    try {
        return parse_shallow<nlohmann::ordered_json>(read_text(path));
    } catch (const std::exception& error) {
        throw FileError(fmt::format("{}: not a summary of galet: {}", path.string(), error.what()));
    }
}

/// Of a sweeping process the summary is all there is beside the rows.
bool print_sweeping(const ResultFiles& files) {
    if (!std::filesystem::exists(files.summary())) return false;
    const nlohmann::ordered_json object = read_object(files.summary());
    if (!object.is_object() || object.value("kind", nlohmann::ordered_json()) != "sweeping") return false;
    fmt::print("{}\n", object.dump(2));
    return true;
}

/// What a result holds. A run that is going on or was killed has no summary; its files are counted all the same.
void print_info(const InfoArguments& arguments) {
    const ResultFiles files{arguments.folder};
    if (!std::filesystem::is_directory(files.folder)) throw FileError(arguments.folder + ": no such folder");
    if (!files.any_exists()) throw FileError(arguments.folder + ": not the folder of a result");
    if (print_sweeping(files)) return;
    const std::vector<HistoryRow> rows = read_history(files.history());
    const TrajectoryReader trajectory(files.trajectory());
    const auto [checkpoint, damaged] = read_newest_checkpoint(files);
    const bool ended = std::filesystem::exists(files.summary());
    const std::string frames = fmt::format("{} frames from t = {:.6g} to {:.6g} s", trajectory.frames(),
                                           trajectory.frames() > 0 ? trajectory.times().front() : 0.0,
                                           trajectory.frames() > 0 ? trajectory.times().back() : 0.0);
    if (arguments.json) {
        nlohmann::json object;
        if (ended) object = read_object(files.summary());
        object["ended"] = ended;
        object["rows"] = rows.size();
        object["frames"] = trajectory.frames();
        object["checkpoint_step"] = checkpoint.state.step;
        object["checkpoint_damaged"] = !damaged.empty();
        fmt::print("{}\n", object.dump(2));
        return;
    }
    if (ended) {
        fmt::print("{}", readable(read_summary(files.summary())));
    } else {
        fmt::print("{}: not ended (still running, or killed; then `galet resume {}` goes on)\n", arguments.folder,
                   arguments.folder);
    }
    fmt::print("  {:<10} {} rows\n  {:<10} {}\n  {:<10} of step {}{}\n", "history", rows.size(), "trajectory", frames,
               "checkpoint", checkpoint.state.step, damaged.empty() ? "" : ", the one before the last: " + damaged);
}

}  // namespace

void add_info(CLI::App& app, int& status) {
    auto* command = app.add_subcommand("info", "What a result holds");
    auto arguments = std::make_shared<InfoArguments>();
    command->add_option("DIR", arguments->folder, "Folder of the result")->required();
    command->add_flag("--json", arguments->json, "As one JSON object");
    command->callback([arguments, &status] {
        print_info(*arguments);
        status = 0;
    });
}

}  // namespace galet::app
