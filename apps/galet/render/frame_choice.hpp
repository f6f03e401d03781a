// Which frames of a result are shown.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "render/options.hpp"

namespace galet::app {

/// Items with commas: K, FIRST:LAST or FIRST:LAST:EVERY (last included, where it is reached), each counted from 0 or
/// the word "last". No number before or after a colon means the first or the last frame. Throws InputError.
std::vector<std::int64_t> read_frames(const std::string& text, std::int64_t available);

/// Those asked for; else of films all, of pictures four spread over the run: 0, 3, 6, 9 of ten steps (Maury06, fig.
/// 8-11).
std::vector<std::int64_t> chosen_frames(const RenderOptions& options, std::int64_t available);

/// The frames of a film, and how many are shown a second.
struct FilmPlan {
    std::vector<std::int64_t> frames;  ///< of the result, one for each frame of the film
    double fps = 25;
};

/// Each chosen frame once; with `speed` the frame nearest in time [s] to each moment of the film.
FilmPlan plan_film(const RenderOptions& options, const std::vector<std::int64_t>& chosen,
                   const std::vector<double>& times);

}  // namespace galet::app
