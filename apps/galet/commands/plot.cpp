// The history of a result as figures; of several results on the same axes.
#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "commands/commands.hpp"
#include "galet/core/error.hpp"
#include "galet/scene/suggestion.hpp"
#include "plot/figure.hpp"

namespace galet::app {
namespace {

struct PlotArguments {
    std::vector<std::string> folders, what, formats;
    std::string out;
    std::optional<double> from, to;
    bool logarithmic = false, linear = false;
};

void check(PlotArguments& arguments) {
    static const std::vector<std::string> known = {"png", "svg", "pdf"};
    if (arguments.formats.empty()) arguments.formats = {"png"};
    for (const std::string& format : arguments.formats)
        if (std::count(known.begin(), known.end(), format) == 0)
            throw InputError("--format " + format + ": no such format" + suggest(format, known, "there are"));
    if (arguments.from && arguments.to && *arguments.from > *arguments.to)
        throw InputError(
            fmt::format("--from {} --to {}: the first must not be larger", *arguments.from, *arguments.to));
}

std::vector<plot::ResultRecord> read_all(const PlotArguments& arguments) {
    plot::TimeSpan span;
    span.from = arguments.from.value_or(span.from);
    span.to = arguments.to.value_or(span.to);
    std::vector<plot::ResultRecord> results;
    for (const std::string& folder : arguments.folders) {
        results.push_back(plot::read_result(folder, span));
        if (results.back().sweeping != results.front().sweeping)
            throw InputError(fmt::format("{} and {}: bodies and a sweeping process have nothing to compare",
                                         arguments.folders.front(), folder));
    }
    const std::vector<std::string> names = plot::short_names(arguments.folders);
    for (std::size_t k = 0; k < results.size(); ++k) results[k].name = names[k];
    return results;
}

std::vector<plot::FigurePlan> chosen_figures(const PlotArguments& arguments,
                                             const std::vector<plot::ResultRecord>& results) {
    if (arguments.what.empty()) return plot::main_figures(results);
    std::vector<plot::FigurePlan> plans;
    for (const std::string& name : arguments.what) plans.push_back(plot::figure_named(name, results));
    return plans;
}

std::filesystem::path make_out(const PlotArguments& arguments) {
    std::filesystem::path out = arguments.out;
    if (out.empty()) out = std::filesystem::path(arguments.folders.front()) / "plots";
    if (arguments.out.empty() && arguments.folders.size() > 1) out /= "compared";
    std::error_code error;
    std::filesystem::create_directories(out, error);
    if (error) throw FileError(out.string() + ": could not make the folder: " + error.message());
    return out;
}

/// The name of an exit may hold what a file's name may not.
std::string file_name(std::string name) {
    std::replace(name.begin(), name.end(), '/', '_');
    return name;
}

void plot_history(PlotArguments& arguments) {
    check(arguments);
    const std::vector<plot::ResultRecord> results = read_all(arguments);
    const std::vector<plot::FigurePlan> plans = chosen_figures(arguments, results);
    const auto scale = arguments.logarithmic ? plot::ScaleChoice::all_logarithmic
                       : arguments.linear    ? plot::ScaleChoice::all_linear
                                             : plot::ScaleChoice::by_quantity;
    const std::filesystem::path out = make_out(arguments);
    for (const plot::FigurePlan& plan : plans) {
        const figures::Chart chart = plot::chart_of(plan, results, scale);
        for (const std::string& format : arguments.formats) {
            const std::filesystem::path picture = out / (file_name(plan.name) + "." + format);
            figures::write_chart(chart, picture);
            fmt::print("{}\n", picture.string());
        }
    }
    for (const plot::ResultRecord& result : results) {
        const plot::Curve& curve = result.traces.front().curve;
        if (curve.bucket_rows() > 1)
            fmt::print("{}: {} rows; drawn are the smallest and the largest value of every {}\n", result.name,
                       curve.rows(), curve.bucket_rows());
    }
}

}  // namespace

void add_plot(CLI::App& app, int& status) {
    auto* command = app.add_subcommand("plot", "The history of a result as figures; several results: compared");
    auto arguments = std::make_shared<PlotArguments>();
    command->add_option("DIR", arguments->folders, "Folders of results")->required();
    command
        ->add_option("--what", arguments->what,
                     "Figures or columns: energy,certificate,distance,contacts,iterations,seconds,momentum,friction,"
                     "angular-momentum,evacuation,overview, kinetic_energy, ...; default: the main ones")
        ->delimiter(',')
        ->allow_extra_args(false);
    command->add_option("--format", arguments->formats, "png, svg, pdf; several: --format png,pdf")
        ->delimiter(',')
        ->allow_extra_args(false);
    command->add_option("--out", arguments->out,
                        "Folder of the figures; default: DIR/plots, of several results DIR/plots/compared");
    command->add_option("--from", arguments->from, "Leave out what was before this time [s]");
    command->add_option("--to", arguments->to, "Leave out what was after this time [s]");
    auto* log = command->add_flag("--log", arguments->logarithmic, "Logarithmic axes for all values");
    command->add_flag("--linear", arguments->linear, "Logarithmic axes for none")->excludes(log);
    command->callback([arguments, &status] {
        plot_history(*arguments);
        status = 0;
    });
}

}  // namespace galet::app
