// A PNG file read back as pixels.
#pragma once

#include <cairo.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <stdexcept>

#include "figures/colour.hpp"

namespace galet::figures {

class PngImage {
  public:
    explicit PngImage(const std::filesystem::path& path) : surface_(cairo_image_surface_create_from_png(path.c_str())) {
        if (cairo_surface_status(surface_) != CAIRO_STATUS_SUCCESS)
            throw std::runtime_error("no PNG: " + path.string());
    }
    PngImage(const PngImage&) = delete;
    PngImage& operator=(const PngImage&) = delete;
    ~PngImage() { cairo_surface_destroy(surface_); }

    int width() const { return cairo_image_surface_get_width(surface_); }
    int height() const { return cairo_image_surface_get_height(surface_); }

    Colour at(int x, int y) const {
        unsigned pixel;
        std::memcpy(&pixel,
                    cairo_image_surface_get_data(surface_) + y * cairo_image_surface_get_stride(surface_) + 4 * x, 4);
        return {(pixel >> 16 & 255) / 255.0, (pixel >> 8 & 255) / 255.0, (pixel & 255) / 255.0};
    }

    /// Number of pixels whose colour differs from `colour` by at most `tolerance` in each channel.
    int count(const Colour& colour, double tolerance) const {
        int total = 0;
        for (int y = 0; y < height(); ++y)
            for (int x = 0; x < width(); ++x) total += distance(at(x, y), colour) <= tolerance;
        return total;
    }

    static double distance(const Colour& a, const Colour& b) {
        return std::max({std::abs(a.red - b.red), std::abs(a.green - b.green), std::abs(a.blue - b.blue)});
    }

  private:
    cairo_surface_t* surface_;
};

}  // namespace galet::figures
