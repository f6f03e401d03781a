// A sheet of pixels to draw on: Cairo behind the few strokes, fills and texts that pictures need.
#pragma once

#include <cairo.h>

#include <filesystem>
#include <span>
#include <string>

#include "figures/colour.hpp"

namespace galet::figures {

/// A place on the sheet [pixel], y downwards.
struct Spot {
    double x = 0, y = 0;
};

struct Rect {
    double x = 0, y = 0, width = 0, height = 0;
};

enum class Align { left, centre, right };

class Canvas {
  public:
    Canvas(int width, int height, const Colour& paper = kPaper);
    Canvas(const Canvas&) = delete;
    Canvas& operator=(const Canvas&) = delete;
    ~Canvas();

    cairo_t* pen() { return pen_; }
    void set_colour(const Colour& colour, double opacity = 1);
    void fill(const Rect& area, const Colour& colour);
    void frame(const Rect& area, const Colour& colour, double width);
    void line(Spot from, Spot to, double width);

    /// One line of text of the given size [pixel] in the current colour; `spot` is on its base line.
    void text(Spot spot, const std::string& text, double size, Align align = Align::left, bool bold = false);
    /// The same, turned to read upwards, its middle at `spot`.
    void text_upwards(Spot spot, const std::string& text, double size);
    double text_width(const std::string& text, double size);

    /// Everything until the end of the guard's life is cut off outside `area`.
    class Clip {
      public:
        Clip(Canvas& canvas, const Rect& area);
        Clip(const Clip&) = delete;
        Clip& operator=(const Clip&) = delete;
        ~Clip();

      private:
        cairo_t* pen_;
    };

    /// Pixels as 0x00rrggbb, row by row from the top left corner (x, y) on; they replace what was there.
    void put_pixels(int x, int y, int width, int height, std::span<const unsigned> pixels);

    int width() const { return cairo_image_surface_get_width(surface_); }
    int height() const { return cairo_image_surface_get_height(surface_); }
    /// One row as 0x00rrggbb, all that was drawn so far.
    std::span<const unsigned> row(int y) const;

    void write_png(const std::filesystem::path& png) const;  ///< throws FileError

  private:
    cairo_surface_t* surface_;
    cairo_t* pen_;
};

}  // namespace galet::figures
