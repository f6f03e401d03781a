// What `galet render` is asked for, and whether that can be.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "figures/view.hpp"

namespace galet::app {

/// Bodies whose centre is beyond a plane across an axis are left out.
struct ClipPlane {
    int axis = 0;       ///< 0, 1, 2 for x, y, z
    bool below = true;  ///< those below `limit` stay; else those above
    double limit = 0;   ///< [m]
};

struct RenderOptions {
    std::string folder, out, film, frames, colour = "speed", field;
    int width = 0;          ///< [pixel]; 0: 1600, of films 1280
    int height = 0;         ///< [pixel]; 0: as the view asks for
    int sheet_columns = 0;  ///< 0: as many as rows, or two
    int threads = 0;        ///< 0: one for each core
    bool contacts = false, no_sheet = false, dark = false, rotation = false;
    std::optional<double> azimuth, elevation;  ///< [degrees]
    std::optional<double> fps;                 ///< frames of the film a second
    std::optional<double> speed;               ///< simulated seconds a second of the film
    std::string range, view;                   ///< as given: numbers with commas
    std::vector<std::string> clip;             ///< as given: x<0.5
};

void add_options(CLI::App& command, RenderOptions& options);

/// "LOW,HIGH"; none where it is empty. Each of these throws InputError.
std::optional<figures::Range> read_range(const std::string& text);
/// The low and the high corner: x0,x1 on a line, x0,y0,x1,y1, or x0,y0,z0,x1,y1,z1.
std::optional<figures::View> read_view(const std::string& text, int dimension);
ClipPlane read_clip(const std::string& text, int dimension);

/// That options fit each other and the dimension of the result.
void check_options(const RenderOptions& options, int dimension);

}  // namespace galet::app
