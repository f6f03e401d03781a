// Pictures of bodies as PNG files: points and segments on a line, discs, shaded spheres; with obstacles, forces between
// bodies as lines as wide as their impulse, a colour bar for values, a scale bar in metres and a caption.
//
// Three dimensions are drawn in parallel projection, z upwards, so that the scale bar holds everywhere.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "figures/view.hpp"

namespace galet::figures {

struct PictureStyle {
    int width = 1600;                     ///< of the whole picture [pixel], 200 to 10000
    int height = 0;                       ///< [pixel], 200 to 10000; 0: follows the view
    std::string title;                    ///< above the picture; empty: none
    std::string quantity;                 ///< what the colours mean, with its unit: "speed [m/s]"
    std::vector<std::string> names = {};  ///< values are places in this list, with a legend instead of a colour bar
    bool diverging = false;               ///< colours centred at 0
    bool dark = false;                    ///< light on dark
    double azimuth = 25;                  ///< 3D: turns the camera around z [degrees]; 0 looks along +y
    double elevation = 20;                ///< 3D: of the camera over the plane of x and y [degrees], -90 to 90

    // What pictures may share; where not given it is that of the states which are drawn.
    std::optional<View> view;           ///< what part of space
    std::optional<Range> range;         ///< of the colours
    std::optional<double> widest;       ///< impulse of the widest force line [N s]
    std::optional<double> mean_radius;  ///< of bodies [m]: force lines are as wide as it allows
};

/// The style with all that pictures share, from a survey of them where the style itself does not say.
PictureStyle completed(const PictureStyle& style, const Survey& survey);

/// Draws one state. Throws FileError where the file cannot be written; a former file is then left as it was.
void write_picture(const Snapshot& state, const PictureStyle& style, const std::filesystem::path& png);

/// Several states of one dimension in a grid, row by row (Maury06, fig. 8-11), with one view, colour range and scale.
void write_contact_sheet(std::span<const Snapshot> states, int columns, const PictureStyle& style,
                         const std::filesystem::path& png);

}  // namespace galet::figures
