#include "figures/canvas.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstring>

#include "figures/pending_file.hpp"
#include "figures/text.hpp"
#include "galet/core/error.hpp"

namespace galet::figures {

Canvas::Canvas(int width, int height, const Colour& paper)
    : surface_(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height)), pen_(cairo_create(surface_)) {
    fill({0, 0, double(width), double(height)}, paper);
    cairo_set_line_join(pen_, CAIRO_LINE_JOIN_ROUND);
}

Canvas::~Canvas() {
    cairo_destroy(pen_);
    cairo_surface_destroy(surface_);
}

void Canvas::set_colour(const Colour& colour, double opacity) {
    cairo_set_source_rgba(pen_, colour.red, colour.green, colour.blue, opacity);
}

void Canvas::fill(const Rect& area, const Colour& colour) {
    set_colour(colour);
    cairo_rectangle(pen_, area.x, area.y, area.width, area.height);
    cairo_fill(pen_);
}

void Canvas::frame(const Rect& area, const Colour& colour, double width) {
    set_colour(colour);
    cairo_set_line_width(pen_, width);
    cairo_rectangle(pen_, area.x, area.y, area.width, area.height);
    cairo_stroke(pen_);
}

void Canvas::line(Spot from, Spot to, double width) {
    cairo_set_line_width(pen_, width);
    cairo_move_to(pen_, from.x, from.y);
    cairo_line_to(pen_, to.x, to.y);
    cairo_stroke(pen_);
}

void Canvas::text(Spot spot, const std::string& text, double size, Align align, bool bold) {
    const std::string line = one_line(text);
    cairo_select_font_face(pen_, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                           bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(pen_, size);
    cairo_text_extents_t extents;
    cairo_text_extents(pen_, line.c_str(), &extents);
    const double shift = align == Align::left ? 0 : align == Align::centre ? 0.5 : 1;
    cairo_move_to(pen_, spot.x - shift * extents.x_advance, spot.y);
    cairo_show_text(pen_, line.c_str());
}

void Canvas::text_upwards(Spot spot, const std::string& text, double size) {
    cairo_save(pen_);
    cairo_translate(pen_, spot.x, spot.y);
    cairo_rotate(pen_, -1.5707963267948966);
    // A third of the size: half the height of a capital, so that the line is centred across, too.
    this->text({0, size / 3}, text, size, Align::centre);
    cairo_restore(pen_);
}

double Canvas::text_width(const std::string& text, double size) {
    cairo_select_font_face(pen_, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(pen_, size);
    cairo_text_extents_t extents;
    cairo_text_extents(pen_, one_line(text).c_str(), &extents);
    return extents.x_advance;
}

Canvas::Clip::Clip(Canvas& canvas, const Rect& area) : pen_(canvas.pen_) {
    cairo_save(pen_);
    cairo_rectangle(pen_, area.x, area.y, area.width, area.height);
    cairo_clip(pen_);
}

Canvas::Clip::~Clip() { cairo_restore(pen_); }

void Canvas::put_pixels(int x, int y, int width, int height, std::span<const unsigned> pixels) {
    assert(x >= 0 && x + width <= this->width());
    assert(y >= 0 && y + height <= this->height());
    cairo_surface_flush(surface_);
    unsigned char* data = cairo_image_surface_get_data(surface_);
    const int stride = cairo_image_surface_get_stride(surface_);
    for (int row = 0; row < height; ++row)
        std::memcpy(data + static_cast<std::ptrdiff_t>(y + row) * stride + 4 * x,
                    pixels.data() + static_cast<std::ptrdiff_t>(row) * width, 4 * static_cast<std::size_t>(width));
    cairo_surface_mark_dirty(surface_);
}

std::span<const unsigned> Canvas::row(int y) const {
    assert(y >= 0 && y < height());
    cairo_surface_flush(surface_);
    const unsigned char* data = cairo_image_surface_get_data(surface_);
    const int stride = cairo_image_surface_get_stride(surface_);
    // Cairo keeps a pixel of this format as one 32-bit word, and rows at multiples of it.
    return {reinterpret_cast<const unsigned*>(data + static_cast<std::ptrdiff_t>(y) * stride),
            static_cast<std::size_t>(width())};
}

void Canvas::write_png(const std::filesystem::path& png) const {
    PendingFile file(png);
    cairo_status_t status = cairo_status(pen_);
    if (status == CAIRO_STATUS_SUCCESS) status = cairo_surface_write_to_png(surface_, file.path().c_str());
    if (status != CAIRO_STATUS_SUCCESS)
        throw FileError(fmt::format("{}: cannot be written: {}", png.string(), cairo_status_to_string(status)));
    file.commit();
}

}  // namespace galet::figures
