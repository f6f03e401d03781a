// Maps of a plane as PNG files: square cells coloured by what is measured in them, with obstacles, a colour bar, a
// scale bar in metres and a caption. Cells without a value are left as paper.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "figures/draw.hpp"
#include "galet/crowd/coarse_field.hpp"

namespace galet::figures {

struct FieldMap {
    double edge = 1;                       ///< of a cell [m]
    std::vector<double> centre;            ///< x, y of each cell [m]
    std::vector<double> value;             ///< of each cell
    const Obstacles* obstacles = nullptr;  ///< none: not drawn
    std::string caption;
    std::vector<double> half = {};  ///< half an edge for each cell [m]

    Snapshot snapshot() const { return {2, centre, half, value, obstacles, nullptr, caption}; }
};

/// A state's bodies as squares, under the obstacles.
void draw_cells(Canvas& canvas, const Snapshot& state, const Placement& at, const Rect& panel, const Shared& shared);

/// Which numbers of a crowd's cells are shown.
enum class CrowdField { density, pressure };

/// "density of people [1/m²]", with what it means.
std::string quantity_of(CrowdField field);

FieldMap map_of(CrowdField field, std::span<const FieldCell> cells, double edge, const Obstacles* obstacles,
                std::string caption);

/// Several maps in a grid, row by row, with one view, colour bar and scale. Colours begin at 0 unless the style has a
/// range.
void write_field_maps(std::span<const FieldMap> maps, int columns, const PictureStyle& style,
                      const std::filesystem::path& png);

}  // namespace galet::figures
