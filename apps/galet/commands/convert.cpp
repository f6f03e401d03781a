#include "galet/io/convert.hpp"

#include <fmt/core.h>

#include <memory>

#include "commands/commands.hpp"

namespace galet::app {
namespace {

struct ConvertArguments {
    std::string folder, format, out;
};

}  // namespace

void add_convert(CLI::App& app, int& status) {
    auto* command =
        app.add_subcommand("convert", "Write a result for ParaView (vtk), OVITO (xyz) or spreadsheets (csv)");
    auto arguments = std::make_shared<ConvertArguments>();
    command->add_option("DIR", arguments->folder, "Folder of the result")->required();
    command->add_option("--to", arguments->format, "vtk, xyz or csv")->required();
    command->add_option("--out", arguments->out, "Where to; default: in the folder of the result");
    command->callback([arguments, &status] {
        const ConvertFormat format = convert_format(arguments->format);
        const std::filesystem::path out =
            arguments->out.empty() ? convert_target(arguments->folder, format) : std::filesystem::path(arguments->out);
        const std::int64_t frames = convert(arguments->folder, format, out);
        fmt::print("{} frames in {}\n", frames, out.string());
        status = 0;
    });
}

}  // namespace galet::app
