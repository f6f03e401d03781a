// Where things are on the sheet, and how places in space become places on it.
#pragma once

#include <vector>

#include "figures/canvas.hpp"
#include "figures/picture.hpp"

namespace galet::figures {

/// Unit vectors of the sheet in space: to its right, up, and out of it to the viewer.
struct Camera {
    Vec<3> right{1, 0, 0}, up{0, 1, 0}, toward{0, 0, 1};
};

/// The plane of x and y in one and two dimensions; else turned as the style says, z upwards.
Camera camera_of(int dimension, const PictureStyle& style);

/// A place in space seen on the sheet: x, y [pixel], y downwards; depth [pixel] grows toward the viewer.
struct Seen {
    double x = 0, y = 0, depth = 0;
};

/// The view, as large as it fits into the middle of a panel.
struct Placement {
    Camera camera;
    double scale = 1;  ///< [pixel/m]
    Spot origin;       ///< of space, on the sheet

    Seen operator()(const Vec<3>& point) const;
    Seen operator()(const Point& point) const { return (*this)(to_vec<3>(point)); }
};

Placement place(const View& view, const Camera& camera, const Rect& panel);

/// Body i of a state as a point in space; components beyond the dimension are 0.
Vec<3> center_of(const Snapshot& state, std::size_t i);

struct Layout {
    int width = 0, height = 0;   ///< [pixel]
    double unit = 1;             ///< [pixel]; text is 15 units high
    double title = 0;            ///< base line
    Rect colour_bar;             ///< width 0: none; of names the swatches
    Rect footer;                 ///< scale bar and legend of forces
    std::vector<Rect> panels;    ///< whole pixels
    std::vector<Spot> captions;  ///< middle of the base line
};

/// What a sheet has to hold.
struct SheetShape {
    int dimension = 2;
    int panels = 1, columns = 1;
    bool values = false;  ///< bodies have a value, so there is a colour bar or a legend
    bool captions = false;
};

SheetShape shape_of(std::span<const Snapshot> states, int columns);

/// `view` is that of all panels. Throws InputError where the sheet would be too large.
Layout plan_layout(const PictureStyle& style, const SheetShape& shape, const View& view);

}  // namespace galet::figures
