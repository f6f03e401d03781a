#include "figures/field_map.hpp"

#include <algorithm>
#include <cmath>

#include "figures/sheet.hpp"

namespace galet::figures {
namespace {

/// Lines of obstacles, of their width in pictures of bodies: they must not hide cells beside them.
constexpr double kThinner = 0.45;

}  // namespace

void draw_cells(Canvas& canvas, const Snapshot& state, const Placement& at, const Rect& panel, const Shared& shared) {
    const Canvas::Clip clip(canvas, panel);
    for (std::size_t i = 0; i < state.size(); ++i) {
        const Seen centre = at(center_of(state, i));
        const double half = state.radius[i] * at.scale;
        // On whole pixels, so that no paper shows between neighbours.
        const double left = std::round(centre.x - half), top = std::round(centre.y - half);
        const Rect cell{left, top, std::round(centre.x + half) - left, std::round(centre.y + half) - top};
        canvas.fill(cell, body_colour(state, shared, i));
    }
    draw_flat_obstacles(canvas, state, at, panel, kThinner * shared.unit, shared.theme);
}

std::string quantity_of(CrowdField field) {
    return field == CrowdField::density ? "people in a cell by its area [1/m²]"
                                        : "mean of the people in a cell: sum of p over contacts [m/s]";
}

FieldMap map_of(CrowdField field, std::span<const FieldCell> cells, double edge, const Obstacles* obstacles,
                std::string caption) {
    FieldMap map{edge, {}, {}, obstacles, std::move(caption), std::vector<double>(cells.size(), 0.5 * edge)};
    for (const FieldCell& cell : cells) {
        map.centre.insert(map.centre.end(), {cell.x, cell.y});
        map.value.push_back(field == CrowdField::density ? cell.density : cell.pressure);
    }
    return map;
}

void write_field_maps(std::span<const FieldMap> maps, int columns, const PictureStyle& style,
                      const std::filesystem::path& png) {
    std::vector<Snapshot> states;
    for (const FieldMap& map : maps) states.push_back(map.snapshot());
    PictureStyle from_zero = style;
    if (!style.range) from_zero.range = Range{0.0, range_of(states).high};
    write_sheet(states, columns, from_zero, draw_cells, png);
}

}  // namespace galet::figures
