// Running gnuplot, and writing its language.
#pragma once

#include <filesystem>
#include <string>

#include "figures/chart.hpp"
#include "figures/view.hpp"

namespace galet::figures {

/// `text` as a gnuplot expression: strings in single quotes, within which gnuplot expands nothing (no escapes, macros
/// or shell commands), joined by quotes where the text has one.
std::string quoted(const std::string& text);

/// Sets one axis, 'x' or 'y': label, scale, range, ticks and their numbers.
void write_axis(std::string& script, char name, const Axis& axis, const Range& range);

/// The whole script of a chart, data included. Run without arguments it draws into `picture`, beside itself; a first
/// argument (gnuplot -c) names another file. The extension of `picture` decides the format.
std::string gnuplot_script(const Chart& chart, const std::string& picture);

/// Runs a script whose first argument is the file it writes; no shell is involved. Throws FileError with what gnuplot
/// said, naming `picture`, the place the output will have.
void run_gnuplot(const std::filesystem::path& script, const std::filesystem::path& output,
                 const std::filesystem::path& picture);

}  // namespace galet::figures
