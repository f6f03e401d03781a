#include "validation/maury07/crowd_figures.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace galet::validation {
namespace {

/// All walls that are lines or balls, with gaps between them.
figures::Series lines_of(const Obstacles& obstacles) {
    constexpr double kGap = std::numeric_limits<double>::quiet_NaN();
    figures::Series lines;
    lines.colour = figures::kInk;
    const auto add = [&](double x, double y) {
        lines.x.push_back(x);
        lines.y.push_back(y);
    };
    for (const Wall& wall : obstacles.walls) {
        if (const auto* line = std::get_if<Segment>(&wall)) {
            add(line->from[0], line->from[1]);
            add(line->to[0], line->to[1]);
        } else if (const auto* ball = std::get_if<Ball>(&wall)) {
            constexpr int kCorners = 60;
            for (int k = 0; k <= kCorners; ++k) {
                const double angle = 2 * std::numbers::pi * k / kCorners;
                add(ball->center[0] + ball->radius * std::cos(angle), ball->center[1] + ball->radius * std::sin(angle));
            }
        }
        add(kGap, kGap);
    }
    return lines;
}

}  // namespace

CrowdMoment moment_of(const Simulation& now, std::string caption, double edge, const Obstacles& obstacles) {
    return {std::move(caption), coarse_field(now.world().bodies, now.pressure(), edge), edge, &obstacles};
}

void write_crowd_maps(const std::vector<CrowdMoment>& moments, int columns, const std::string& title,
                      const std::filesystem::path& folder) {
    if (moments.empty()) return;
    const auto write = [&](figures::CrowdField field, const char* what, const char* file) {
        std::vector<figures::FieldMap> maps;
        for (const CrowdMoment& moment : moments)
            maps.push_back(figures::map_of(field, moment.cells, moment.edge, moment.obstacles, moment.caption));
        figures::PictureStyle style;
        style.title = title + what;
        style.quantity = figures::quantity_of(field);
        figures::write_field_maps(maps, columns, style, folder / file);
    };
    write(figures::CrowdField::density, ": density", "density.png");
    write(figures::CrowdField::pressure, ": pressure", "pressure.png");
}

void Paths::look(const Bodies& bodies) {
    for (Index i = 0; i < bodies.size(); ++i) {
        const Index id = static_cast<Index>(bodies.id_of(i));
        if (id % every_ != 0) continue;
        const auto path = static_cast<std::size_t>(id / every_);
        if (paths_.size() <= path) paths_.resize(path + 1);
        paths_[path].x.push_back(bodies.position[2 * static_cast<std::size_t>(i)]);
        paths_[path].y.push_back(bodies.position[2 * static_cast<std::size_t>(i) + 1]);
    }
}

void Paths::write(const std::string& title, const figures::View& extent, const Obstacles& obstacles,
                  const std::filesystem::path& png) const {
    figures::Panel plane;
    plane.x = {"x [m]", false, extent.min[0], extent.max[0]};
    plane.y = {"y [m]", false, extent.min[1], extent.max[1]};
    plane.legend = figures::Legend::none;
    plane.series = paths_;
    figures::Series starts;
    starts.mark = figures::Mark::points;
    starts.colour = figures::series_colour(1);
    for (figures::Series& path : plane.series) {
        path.colour = figures::kBody;
        if (path.x.empty()) continue;
        starts.x.push_back(path.x.front());
        starts.y.push_back(path.y.front());
    }
    plane.series.push_back(lines_of(obstacles));
    plane.series.push_back(starts);
    figures::Chart chart;
    chart.title = title;
    chart.panels = {plane};
    // The same scale in both directions, about: axes and labels take the rest.
    constexpr double kBesides = 130;  // [pixel]
    const double ratio = (extent.max[1] - extent.min[1]) / (extent.max[0] - extent.min[0]);
    chart.height = static_cast<int>(std::lround((chart.width - kBesides) * ratio + kBesides));
    figures::write_chart(chart, png);
}

figures::Series flow_of(const Leavings& leavings, Index exits, double step, std::int64_t steps, double window) {
    figures::Series flow;
    const auto back = static_cast<std::int64_t>(std::round(window / step));
    for (std::int64_t n = 0; n <= steps; n += 4) {
        std::int64_t left = 0;
        for (Index exit = 0; exit < exits; ++exit) left += left_between(leavings, exit, n - back, n);
        flow.x.push_back(static_cast<double>(n) * step);
        flow.y.push_back(static_cast<double>(left) / window);
    }
    return flow;
}

}  // namespace galet::validation
