// A film of a result.
#pragma once

#include "render/frame_source.hpp"
#include "render/work.hpp"

namespace galet::app {

/// Makes it and prints its name, length and size. Throws FileError with what ffmpeg said, or Stopped; no part of a film
/// is left then.
void render_film(const FrameSource& source, const RenderOptions& options, Work& work);

}  // namespace galet::app
