// Charts drawn by gnuplot: panels of series with axes, legends, reference lines and notes. Text is shown as it is, in
// UTF-8; write units into labels ("time [s]").
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "figures/colour.hpp"

namespace galet::figures {

/// `line_dots` is a line whose values are seen even where they stand alone between gaps.
enum class Mark { line, points, line_points, line_dots, steps };

/// Values that are not finite, or not positive on a logarithmic axis, leave a gap.
struct Series {
    std::string name;  ///< in the legend; empty: not there
    std::vector<double> x, y;
    Mark mark = Mark::line;
    bool dashed = false;
    std::optional<Colour> colour;  ///< none: the next of the palette
};

struct Axis {
    std::string label;  ///< with its unit
    bool logarithmic = false;
    std::optional<double> low, high;  ///< none: from the data
};

/// A thin dashed line across the panel, where x or y has a given value.
struct ReferenceLine {
    enum class Across { x, y };
    Across across = Across::y;
    double at = 0;
    std::string text;  ///< beside the line; empty: none
};

/// Text at a place given in fractions of the panel, (0, 0) being its lower left corner.
struct Note {
    double x = 0, y = 0;
    std::string text;
};

/// `automatic` is the corner with the least data, or outside where all are full; `outside` is right of the panel,
/// `below` under it; `inside_or_below` is automatic with `below` in place of `outside`, for long names in narrow
/// panels.
enum class Legend { automatic, inside_or_below, top_left, top_right, bottom_left, bottom_right, outside, below, none };

struct Panel {
    std::string title;
    Axis x, y;
    std::vector<Series> series;
    std::vector<ReferenceLine> lines;
    std::vector<Note> notes;
    Legend legend = Legend::automatic;
    bool equal_scales = false;  ///< a unit of x as long as one of y
};

struct Chart {
    std::string title;
    std::vector<Panel> panels;
    bool aligned = false;  ///< several panels: left ends below each other
    int columns = 1;       ///< panels side by side, >= 1
    int width = 1600;      ///< [pixel], 200 to 10000
    int height = 0;        ///< [pixel]; 0: panels 0.62 as high as wide
};

/// A dashed grey line c x^order through (x, y), from x to x_end, named "order 2": what errors on logarithmic axes
/// follow.
Series order_guide(double order, double x, double y, double x_end);

/// Draws into `path`, a .png, .svg or .pdf, and keeps the gnuplot script with its data beside it as .gp. Throws
/// FileError where gnuplot is missing or fails, or a file cannot be written; former files are then left as they were.
void write_chart(const Chart& chart, const std::filesystem::path& path);

}  // namespace galet::figures
