#include <fmt/format.h>

#include "figures/child_process.hpp"
#include "figures/gnuplot.hpp"
#include "galet/core/error.hpp"

namespace galet::figures {

void run_gnuplot(const std::filesystem::path& script, const std::filesystem::path& output,
                 const std::filesystem::path& picture) {
    ChildProcess gnuplot({"gnuplot", "-d", "-c", script.string(), output.string()}, ChildProcess::Input::nothing,
                         "charts are drawn by gnuplot, which was not found; on Debian: apt install gnuplot-nox");
    const bool ended_well = gnuplot.succeeded();
    std::error_code error;
    const bool drawn = std::filesystem::file_size(output, error) > 0 && !error;
    if (!ended_well || !drawn)
        throw FileError(fmt::format("gnuplot failed to draw {}: {}", picture.string(), gnuplot.last_words()));
}

}  // namespace galet::figures
