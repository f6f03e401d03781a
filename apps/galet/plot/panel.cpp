#include "plot/panel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "figures/text.hpp"

namespace galet::plot {
namespace {

using figures::Panel;
using figures::ReferenceLine;
using figures::Series;

/// From this ratio of largest to smallest on an axis is logarithmic: where that is preferred; where it is possible.
constexpr double kPreferred = 10, kPossible = 100;
constexpr double kNearStart = 0.05;  ///< a first step earlier than this, of the last time, starts the axis at 0

/// A curve with its name in the legend.
struct Named {
    std::string name;
    const Trace* trace;
    const ResultRecord* result;
};

bool logarithmic(const std::vector<Named>& curves, const Quantity& quantity, ScaleChoice choice) {
    if (choice == ScaleChoice::all_linear || quantity.scale == AxisScale::linear)
        if (choice != ScaleChoice::all_logarithmic) return false;
    bool any_positive = false, all_positive = true;
    double low = HUGE_VAL, high = 0;
    for (const Named& named : curves) {
        const Curve& curve = named.trace->curve;
        any_positive |= curve.finite() > curve.not_positive();
        all_positive &= curve.not_positive() == 0;
        low = std::fmin(low, curve.smallest_positive());
        high = std::fmax(high, curve.largest());
        if (quantity.limit) high = std::fmax(high, (named.result->limits.*quantity.limit).value_or(0));
    }
    if (!any_positive) return false;
    if (choice == ScaleChoice::all_logarithmic) return true;
    if (quantity.scale == AxisScale::logarithmic) return high >= kPreferred * low;
    return all_positive && high >= kPossible * low;
}

/// Values that a logarithmic axis cannot show are told in the legend.
std::string legend_name(const Named& named, bool log, bool alone) {
    const Curve& curve = named.trace->curve;
    const std::string name = alone ? "" : named.name;
    if (!log || curve.not_positive() == 0) return name;
    const char* what = curve.smallest() < 0 ? "0 or less" : "0";
    if (name.empty()) return fmt::format("{} in {} of {} steps", what, curve.not_positive(), curve.rows());
    const double percent = 100.0 * static_cast<double>(curve.not_positive()) / static_cast<double>(curve.rows());
    return fmt::format("{} ({} in {:.2g} %)", name, what, percent);
}

Series series_of(const Named& named, bool log, bool alone) {
    Series series;
    series.name = legend_name(named, log, alone);
    for (const CurvePoint& point : named.trace->curve.points(log)) {
        series.x.push_back(point.x);
        series.y.push_back(point.y);
    }
    // A value between two gaps has no line.
    if (log && named.trace->curve.not_positive() > 0) series.mark = figures::Mark::line_dots;
    return series;
}

/// The scene's limit, once where results have the same.
std::vector<ReferenceLine> limit_lines(const Quantity& quantity, const std::vector<Named>& curves, bool log) {
    std::vector<ReferenceLine> lines;
    if (!quantity.limit) return lines;
    std::vector<std::pair<double, std::string>> limits;
    for (const Named& named : curves) {
        const std::optional<double>& limit = named.result->limits.*quantity.limit;
        const auto same = [&](const auto& other) { return limit && other.first == *limit; };
        if (limit && std::none_of(limits.begin(), limits.end(), same)) limits.emplace_back(*limit, named.name);
    }
    for (const auto& [limit, name] : limits) {
        const std::string of = limits.size() > 1 ? " of " + name : "";
        lines.push_back({ReferenceLine::Across::y, limit, fmt::format("{}{} {:.3g}", quantity.limit_words, of, limit)});
    }
    const bool overlap =
        std::any_of(curves.begin(), curves.end(), [](const Named& named) { return named.trace->curve.smallest() < 0; });
    if (quantity.name == "min_distance" && overlap && !log)
        lines.push_back({ReferenceLine::Across::y, 0, "overlap below"});
    return lines;
}

/// All of the time, gaps included.
void set_times(Panel& panel, const std::vector<Named>& curves) {
    double first = HUGE_VAL, last = -HUGE_VAL;
    for (const Named& named : curves) {
        first = std::min(first, named.trace->curve.first_x());
        last = std::max(last, named.trace->curve.last_x());
    }
    if (!(first < last)) return;
    panel.x.low = first > 0 && first < kNearStart * last ? 0 : first;
    panel.x.high = last;
}

Panel panel_of(const std::string& title, const Quantity& quantity, const std::vector<Named>& curves,
               ScaleChoice choice) {
    Panel panel;
    panel.title = title;
    panel.legend = figures::Legend::inside_or_below;
    panel.x.label = "time [s]";
    panel.y.label = quantity.label;
    const bool log = panel.y.logarithmic = logarithmic(curves, quantity, choice);
    for (const Named& named : curves) panel.series.push_back(series_of(named, log, curves.size() == 1));
    panel.lines = limit_lines(quantity, curves, log);
    set_times(panel, curves);
    const auto zero = [](const Named& named) {
        return named.trace->curve.smallest() == 0 && named.trace->curve.largest() == 0;
    };
    if (std::all_of(curves.begin(), curves.end(), zero)) panel.notes.push_back({0.42, 0.3, "0 in every step"});
    return panel;
}

/// The columns a plan names, in its order, with the words for them.
std::vector<Named> chosen(const PanelPlan& plan, const ResultRecord& result) {
    std::vector<Named> found;
    for (const std::string& name : plan.quantities) {
        std::vector<const Trace*> traces = result.of(name);
        if (const Trace* column = traces.empty() ? result.column(name) : nullptr) traces = {column};
        const bool only = plan.quantities.size() == 1;
        for (const Trace* trace : traces) {
            const std::string words = quantity_named(trace->quantity).words;
            const std::string part = only ? trace->part : words + " " + trace->part;
            found.push_back({trace->part.empty() ? words : part, trace, &result});
        }
    }
    return found;
}

std::vector<Panel> compared(const PanelPlan& plan, std::span<const ResultRecord> results, ScaleChoice choice) {
    std::vector<std::string> columns;
    for (const ResultRecord& result : results)
        for (const Named& named : chosen(plan, result))
            if (std::count(columns.begin(), columns.end(), named.trace->column()) == 0)
                columns.push_back(named.trace->column());
    std::vector<Panel> panels;
    for (const std::string& column : columns) {
        std::vector<Named> curves;
        for (const ResultRecord& result : results)
            if (const Trace* trace = result.column(column)) curves.push_back({result.name, trace, &result});
        const Trace& trace = *curves.front().trace;
        const Quantity quantity = quantity_named(trace.quantity);
        const bool shared = plan.quantities.size() > 1;
        const std::string name = plan.title.empty() || shared ? quantity.words : plan.title;
        const std::string words = trace.part.empty() ? name : name + ", " + trace.part;
        const std::string title = shared && !plan.title.empty() ? plan.title + ": " + words : words;
        Panel panel = panel_of(title, quantity, curves, choice);
        // A result has the same colour in all panels.
        for (std::size_t k = 0; k < curves.size(); ++k) {
            panel.series[k].colour =
                figures::series_colour(static_cast<std::size_t>(curves[k].result - results.data()));
            if (panel.series[k].name.empty()) panel.series[k].name = curves[k].name;
        }
        panels.push_back(panel);
    }
    return panels;
}

std::vector<Panel> plane_panel(const PanelPlan& plan, std::span<const ResultRecord> results) {
    Panel panel;
    panel.title = plan.title;
    panel.equal_scales = true;
    for (const ResultRecord& result : results) {
        const std::vector<const Trace*> parts = result.of(plan.quantities.front());
        if (parts.size() != 2) continue;  // a path in a plane only
        Series series;
        for (const CurvePoint& point : parts[0]->curve.samples()) series.x.push_back(point.y);
        for (const CurvePoint& point : parts[1]->curve.samples()) series.y.push_back(point.y);
        if (results.size() > 1) series.name = result.name;
        panel.series.push_back(series);
        const std::string& name = parts[0]->quantity;
        panel.x.label = name + "_" + parts[0]->part + " [length unit]";
        panel.y.label = name + "_" + parts[1]->part + " [length unit]";
    }
    if (panel.series.empty()) return {};
    return {panel};
}

}  // namespace

std::vector<Panel> panels_of(const PanelPlan& plan, std::span<const ResultRecord> results, ScaleChoice choice) {
    if (plan.in_plane) return plane_panel(plan, results);
    if (results.size() > 1) return compared(plan, results, choice);
    const std::vector<Named> curves = chosen(plan, results[0]);
    if (curves.empty()) return {};
    return {panel_of(plan.title, quantity_named(curves.front().trace->quantity), curves, choice)};
}

}  // namespace galet::plot
