#include "figures/chart.hpp"

#include <fmt/format.h>

#include <cassert>
#include <cmath>

#include "figures/gnuplot.hpp"
#include "figures/pending_file.hpp"
#include "figures/text.hpp"
#include "galet/core/error.hpp"
#include "galet/io/output_file.hpp"

namespace galet::figures {
namespace {

void check(const Chart& chart, const std::filesystem::path& path) {
    assert(!chart.panels.empty() && chart.columns >= 1);
    for ([[maybe_unused]] const Panel& panel : chart.panels)
        for ([[maybe_unused]] const Series& series : panel.series) assert(series.x.size() == series.y.size());
    const auto fits = [](int size) { return size >= 200 && size <= 10000; };
    if (!fits(chart.width) || (chart.height != 0 && !fits(chart.height)))
        throw InputError(
            fmt::format("a chart of {} x {} pixels: 200 to 10000 are admissible", chart.width, chart.height));
    const std::string kind = path.extension();
    if (kind != ".png" && kind != ".svg" && kind != ".pdf")
        throw InputError(fmt::format("{}: a chart is a .png, .svg or .pdf file", path.string()));
}

}  // namespace

Series order_guide(double order, double x, double y, double x_end) {
    Series guide;
    guide.name = "order " + short_number(order);
    guide.x = {x, x_end};
    guide.y = {y, y * std::pow(x_end / x, order)};
    guide.dashed = true;
    guide.colour = Colour{0.45, 0.45, 0.45};
    return guide;
}

void write_chart(const Chart& chart, const std::filesystem::path& path) {
    check(chart, path);
    PendingFile script(std::filesystem::path(path).replace_extension(".gp")), picture(path);
    OutputFile(script.path(), OutputFile::Mode::exclusive).write(gnuplot_script(chart, path.filename().string()));
    run_gnuplot(script.path(), picture.path(), path);
    script.commit();
    picture.commit();
}

}  // namespace galet::figures
