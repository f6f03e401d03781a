// A sheet with one or several panels, drawn one after the other: a picture, a frame of a film, a contact sheet whose
// states are never in memory together.
#pragma once

#include "figures/draw.hpp"

namespace galet::figures {

class Sheet {
  public:
    /// Empty panels with colour bar, scale bar and title. The style holds all that pictures share (`completed`).
    Sheet(const PictureStyle& style, const SheetShape& shape, DrawState drawing);

    void draw(int panel, const Snapshot& state);

    const Canvas& canvas() const { return canvas_; }

  private:
    static Shared shared_of(const PictureStyle& style, const SheetShape& shape, const Layout& plan);

    SheetShape shape_;
    DrawState draw_;
    Camera camera_;
    Layout plan_;
    Shared shared_;
    Canvas canvas_;
};

/// How bodies of a dimension are drawn.
DrawState drawing_of(int dimension);

/// Several states in a grid with one view, colour range and scale, each drawn by `draw`.
void write_sheet(std::span<const Snapshot> states, int columns, const PictureStyle& style, DrawState draw,
                 const std::filesystem::path& png);

}  // namespace galet::figures
