#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "figures/chart_frame.hpp"
#include "figures/gnuplot.hpp"
#include "figures/text.hpp"

namespace galet::figures {
namespace {

constexpr double kPanelRatio = 0.62;  ///< height to width of a panel
constexpr int kAlignedMargin = 11;    ///< left of panels, room for the numbers of their axes [character]
constexpr int kTitle = 60;            ///< height of the title above several panels [pixel at width 1600]

using Script = std::back_insert_iterator<std::string>;

int chart_height(const Chart& chart) {
    if (chart.height > 0) return chart.height;
    const int count = static_cast<int>(chart.panels.size()), rows = (count + chart.columns - 1) / chart.columns;
    const int title = count > 1 && !chart.title.empty() ? kTitle * chart.width / 1600 : 0;
    return static_cast<int>(rows * kPanelRatio * chart.width / std::min(chart.columns, count)) + title;
}

/// Text and lines are of one size in all formats, relative to the width; smaller where panels share it.
std::string terminal(const Chart& chart, const std::string& picture) {
    const std::string kind = std::filesystem::path(picture).extension();
    const int width = chart.width, height = chart_height(chart);
    const int side_by_side = std::min(chart.columns, static_cast<int>(chart.panels.size()));
    const double size = width / 1600.0 * (side_by_side > 2 ? 0.7 : side_by_side > 1 ? 0.85 : 1);
    if (kind == ".pdf")
        return fmt::format("pdfcairo enhanced color size {:.4f}in,{:.4f}in font 'DejaVu Sans,{:.2f}' linewidth {:.3f}",
                           width / 200.0, height / 200.0, 19 * size, 2.2 * size);
    if (kind == ".svg")
        return fmt::format("svg enhanced size {},{} font 'DejaVu Sans,{:.1f}' linewidth {:.3f} background '#ffffff'",
                           width, height, 26 * size, 2.2 * size);
    return fmt::format("pngcairo enhanced size {},{} font 'DejaVu Sans,{:.1f}' linewidth {:.3f} background '#ffffff'",
                       width, height, 20 * size, 2.2 * size);
}

void write_head(Script out, const Chart& chart, const std::string& picture) {
    fmt::format_to(out,
                   "# Drawn by galet. Edit, then run: gnuplot <this file>\n"
                   "set encoding utf8\n"
                   "set terminal {}\n"
                   "set output (exists('ARGC') && ARGC > 0 ? ARG1 : {})\n\n",
                   terminal(chart, picture), quoted("./" + picture));
    fmt::format_to(out,
                   "ink = '{0}'\n"
                   "set border 3 linewidth 0.8 linecolor rgb ink\n"
                   "set tics nomirror out scale 0.7 textcolor rgb ink\n"
                   "set grid linewidth 0.5 linetype 1 linecolor rgb '#e4e4e8'\n"
                   "set key samplen 2.2 spacing 1.15 textcolor rgb ink\n"
                   "set pointsize 1.1\n\n",
                   hex(kInk));
}

const char* key_place(Legend legend) {
    switch (legend) {
        case Legend::top_left:
            return "on inside vertical left top Left reverse";
        case Legend::bottom_left:
            return "on inside vertical left bottom Left reverse";
        case Legend::bottom_right:
            return "on inside vertical right bottom Right noreverse";
        case Legend::outside:
            return "on outside right top vertical Left reverse";
        case Legend::below:
            return "on outside center bottom horizontal Left reverse";
        case Legend::none:
            return "off";
        case Legend::automatic:
        case Legend::inside_or_below:
        case Legend::top_right:
            break;
    }
    return "on inside vertical right top Right noreverse";
}

void write_reference_line(Script out, const ReferenceLine& line, const Panel& panel, const ChartFrame& frame) {
    const bool vertical = line.across == ReferenceLine::Across::x;
    const Range& shown = vertical ? frame.x : frame.y;
    if (!(line.at >= shown.low && line.at <= shown.high)) return;
    const auto place = [&](double fraction) {
        return vertical ? fmt::format("first {}, graph {}", line.at, fraction)
                        : fmt::format("graph {}, first {}", fraction, line.at);
    };
    fmt::format_to(out, "set arrow from {} to {} nohead back dashtype 2 linewidth 0.8 linecolor rgb ink\n", place(0),
                   place(1));
    if (line.text.empty()) return;
    // Beside the line, on the side that has room within the frame.
    const double place_of_line = fraction_of(vertical ? panel.x : panel.y, shown, line.at);
    const bool low = place_of_line<0.1, high = place_of_line> 0.9;
    const char* offset = vertical ? (low ? "rotate by 90 right offset 0.9,0" : "rotate by 90 right offset -0.9,0")
                                  : (high ? "right offset 0,-0.6" : "right offset 0,0.6");
    fmt::format_to(out, "set label {} at {} {} noenhanced front textcolor rgb ink\n", quoted(line.text), place(0.985),
                   offset);
}

const char* style_of(Mark mark) {
    switch (mark) {
        case Mark::points:
            return "points";
        case Mark::line_points:
        case Mark::line_dots:
            return "linespoints";
        case Mark::steps:
            return "steps";
        case Mark::line:
            break;
    }
    return "lines";
}

/// Colours come from the palette in turn, skipping series that have their own; marks and dashes tell series apart in
/// grey, too.
std::string plot_entry(const Series& series, const std::string& data, std::size_t turn, std::size_t dash, bool many) {
    static constexpr int kMarks[] = {7, 5, 9, 13, 11, 6, 4}, kDashes[] = {2, 3, 4, 5};
    const double width = many ? 0.7 : series.dashed ? 0.9 : 1.1;
    std::string entry = fmt::format("{} using 1:2 with {} linecolor rgb '{}' linewidth {}", data, style_of(series.mark),
                                    hex(series.colour.value_or(series_colour(turn))), width);
    if (series.mark == Mark::points || series.mark == Mark::line_points)
        entry += fmt::format(" pointtype {}", kMarks[turn % std::size(kMarks)]);
    if (series.mark == Mark::line_dots) entry += " pointtype 7 pointsize 0.4";
    if (series.dashed) entry += fmt::format(" dashtype {}", kDashes[dash % std::size(kDashes)]);
    return entry + (series.name.empty() ? " notitle" : " title " + quoted(series.name) + " noenhanced");
}

std::string data_name(std::size_t panel, std::size_t series) {
    return fmt::format("$panel{}_{}", panel + 1, series + 1);
}

void write_data(Script out, const Chart& chart) {
    const auto number = [](double v) { return std::isfinite(v) ? fmt::format("{}", v) : std::string("NaN"); };
    for (std::size_t p = 0; p < chart.panels.size(); ++p)
        for (std::size_t s = 0; s < chart.panels[p].series.size(); ++s) {
            const Series& series = chart.panels[p].series[s];
            fmt::format_to(out, "{} << end_of_data\n", data_name(p, s));
            for (std::size_t k = 0; k < series.x.size(); ++k)
                fmt::format_to(out, "{} {}\n", number(series.x[k]), number(series.y[k]));
            // Never empty, which gnuplot would refuse.
            fmt::format_to(out, "NaN NaN\nend_of_data\n\n");
        }
}

void write_panel(std::string& script, const Panel& panel, std::size_t p, const std::string& title) {
    constexpr std::size_t kMany = 15;
    const Script out = std::back_inserter(script);
    const ChartFrame frame = frame_of(panel);
    const bool find_place = panel.legend == Legend::automatic || panel.legend == Legend::inside_or_below;
    Legend legend = find_place ? legend_place(panel, frame) : panel.legend;
    if (panel.legend == Legend::inside_or_below && legend == Legend::outside) legend = Legend::below;
    fmt::format_to(out, "unset arrow\nunset label\nset title {} noenhanced font 'DejaVu Sans:Bold' textcolor rgb ink\n",
                   quoted(title));
    fmt::format_to(out, "set size {}\n", panel.equal_scales ? "ratio -1" : "noratio");
    write_axis(script, 'x', panel.x, frame.x);
    write_axis(script, 'y', panel.y, frame.y);
    fmt::format_to(out, "set key {}\n", key_place(legend));
    // A legend below is close to the label of the axis.
    fmt::format_to(out, "set xlabel offset 0,{}\n", legend == Legend::below ? 0.6 : 0.0);
    for (const ReferenceLine& line : panel.lines) write_reference_line(out, line, panel, frame);
    for (const Note& note : panel.notes)
        fmt::format_to(out, "set label {} at graph {}, graph {} noenhanced front textcolor rgb ink\n",
                       quoted(note.text), note.x, note.y);
    fmt::format_to(out, "plot NaN notitle");
    std::size_t turn = 0, dash = 0;
    for (std::size_t s = 0; s < panel.series.size(); ++s) {
        const Series& series = panel.series[s];
        fmt::format_to(out, ", \\\n     {}",
                       plot_entry(series, data_name(p, s), turn, dash, panel.series.size() > kMany));
        turn += !series.colour;
        dash += series.dashed;
    }
    fmt::format_to(out, "\n\n");
}

}  // namespace

std::string quoted(const std::string& text) {
    // Not by doubling quotes: gnuplot 5.4 ends the string at a doubled quote that starts it or follows another one.
    std::string quote = "'";
    for (const char c : one_line(text)) quote += c == '\'' ? "'.\"'\".'" : std::string(1, c);
    return quote + "'";
}

std::string gnuplot_script(const Chart& chart, const std::string& picture) {
    std::string script;
    const Script out = std::back_inserter(script);
    write_head(out, chart, picture);
    write_data(out, chart);
    if (chart.panels.size() == 1 && (chart.title.empty() || chart.panels[0].title.empty())) {
        write_panel(script, chart.panels[0], 0, chart.title + chart.panels[0].title);
    } else {
        const int count = static_cast<int>(chart.panels.size()), columns = std::min(chart.columns, count);
        fmt::format_to(out,
                       "set multiplot layout {},{} title {} noenhanced font 'DejaVu Sans:Bold' textcolor rgb ink\n\n",
                       (count + columns - 1) / columns, columns, quoted(chart.title));
        if (chart.aligned) fmt::format_to(out, "set lmargin {}\n", kAlignedMargin);
        for (std::size_t p = 0; p < chart.panels.size(); ++p)
            write_panel(script, chart.panels[p], p, chart.panels[p].title);
        fmt::format_to(out, "unset multiplot\n");
    }
    fmt::format_to(out, "unset output\n");
    return script;
}

}  // namespace galet::figures
