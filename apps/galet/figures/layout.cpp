#include "figures/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "galet/core/error.hpp"

namespace galet::figures {
namespace {

// All in units of the layout.
constexpr double kMargin = 12, kGap = 12, kTitle = 34, kCaption = 28, kFooter = 36, kBarColumn = 106, kBarWidth = 16;
constexpr double kLetter = 8, kWidestLegend = 230;  ///< mean width of a letter; names that are longer are cut

constexpr int kSmallestPanel = 24, kLargestSheet = 30000;  ///< [pixel]; Cairo ends at 32767

/// Height to width of a panel: of what is seen, within what a page can bear.
constexpr double kFlattest = 0.12, kTallest = 1.5;

/// Half the size of the view as the camera sees it [m].
Spot half_size(const View& view, const Camera& camera) {
    const Vec<3> half = (to_vec<3>(view.max) - to_vec<3>(view.min)) / 2;
    return {camera.right.cwiseAbs().dot(half), camera.up.cwiseAbs().dot(half)};
}

double panel_ratio(const PictureStyle& style, int dimension, const View& view) {
    const Spot half = half_size(view, camera_of(dimension, style));
    return std::clamp(half.x > 0 ? half.y / half.x : kTallest, kFlattest, kTallest);
}

double legend_width(const PictureStyle& style) {
    double longest = style.names.empty() ? 0 : static_cast<double>(style.quantity.size());
    for (const std::string& name : style.names) longest = std::max(longest, static_cast<double>(name.size()));
    return std::clamp(14 + kBarWidth + 7 + kLetter * longest, kBarColumn, kWidestLegend);
}

void check_size(const Layout& plan, const SheetShape& shape, double panel_width, double panel_height) {
    if (panel_width < kSmallestPanel || panel_height < kSmallestPanel)
        throw InputError(
            fmt::format("{} panels in {} columns leave no room on {} x {} pixels; take fewer, or a larger "
                        "picture",
                        shape.panels, shape.columns, plan.width, plan.height));
    if (plan.height > kLargestSheet)
        throw InputError(
            fmt::format("a sheet of {} panels in {} columns would be {} pixels high; {} are admissible: "
                        "take more columns",
                        shape.panels, shape.columns, plan.height, kLargestSheet));
}

}  // namespace

Camera camera_of(int dimension, const PictureStyle& style) {
    if (dimension < 3) return {};
    const double a = style.azimuth * std::numbers::pi / 180, e = style.elevation * std::numbers::pi / 180;
    return {{std::cos(a), std::sin(a), 0},
            {-std::sin(a) * std::sin(e), std::cos(a) * std::sin(e), std::cos(e)},
            {std::sin(a) * std::cos(e), -std::cos(a) * std::cos(e), std::sin(e)}};
}

Seen Placement::operator()(const Vec<3>& point) const {
    return {origin.x + scale * camera.right.dot(point), origin.y - scale * camera.up.dot(point),
            scale * camera.toward.dot(point)};
}

Placement place(const View& view, const Camera& camera, const Rect& panel) {
    const Spot half = half_size(view, camera);
    double scale = std::numeric_limits<double>::infinity();
    if (half.x > 0) scale = panel.width / (2 * half.x);
    if (half.y > 0) scale = std::min(scale, panel.height / (2 * half.y));
    Placement placement{camera, std::isfinite(scale) ? scale : 1, {0, 0}};
    const Seen middle = placement(((to_vec<3>(view.min) + to_vec<3>(view.max)) / 2).eval());
    placement.origin = {panel.x + panel.width / 2 - middle.x, panel.y + panel.height / 2 - middle.y};
    return placement;
}

Vec<3> center_of(const Snapshot& state, std::size_t i) {
    Vec<3> center = Vec<3>::Zero();
    for (int k = 0; k < state.dimension; ++k) center[k] = state.position[i * state.dimension + k];
    return center;
}

SheetShape shape_of(std::span<const Snapshot> states, int columns) {
    const auto any = [&](auto property) { return std::any_of(states.begin(), states.end(), property); };
    const int count = static_cast<int>(states.size());
    return {states[0].dimension, count, std::min(columns, count),
            any([](const Snapshot& s) { return !s.value.empty(); }),
            any([](const Snapshot& s) { return !s.caption.empty(); })};
}

Layout plan_layout(const PictureStyle& style, const SheetShape& shape, const View& view) {
    const int count = shape.panels, columns = shape.columns, rows = (count + columns - 1) / columns;
    Layout plan;
    plan.width = style.width;
    plan.unit = std::max(0.6, style.width / 1000.0);
    const double u = plan.unit, margin = kMargin * u, gap = kGap * u;
    const double top = margin + (style.title.empty() ? 0 : kTitle * u);
    // The caption of a single picture stands in the footer.
    const double caption = count > 1 && shape.captions ? kCaption * u : 0;
    const double bar = shape.values ? legend_width(style) * u : 0;

    const double panel_width = std::floor((style.width - 2 * margin - bar - (columns - 1) * gap) / columns);
    const double others = top + rows * caption + (rows - 1) * gap + kFooter * u + margin / 2;
    const double panel_height = style.height > 0 ? std::floor((style.height - others) / rows)
                                                 : std::ceil(panel_width * panel_ratio(style, shape.dimension, view));
    // Even heights, which video encoders ask for.
    plan.height = style.height > 0 ? style.height : 2 * static_cast<int>(std::ceil((others + rows * panel_height) / 2));
    check_size(plan, shape, panel_width, panel_height);

    for (int k = 0; k < count; ++k) {
        const double x = std::round(margin + (k % columns) * (panel_width + gap));
        const double y = std::round(top + (k / columns) * (panel_height + caption + gap));
        plan.panels.push_back({x, y, panel_width, panel_height});
        plan.captions.push_back({x + panel_width / 2, y + panel_height + (count > 1 ? 0.72 * caption : 23 * u)});
    }
    const double bottom = plan.panels.back().y + panel_height;
    const double bar_height = std::min(bottom - top, 420 * u);
    plan.title = margin + 20 * u;
    if (bar > 0) {
        const double x = style.width - margin - bar + 14 * u;
        plan.colour_bar = {x, top + (bottom - top - bar_height) / 2, kBarWidth * u, bar_height};
    }
    plan.footer = {margin, bottom + caption, style.width - 2 * margin - bar, kFooter * u};
    return plan;
}

}  // namespace galet::figures
