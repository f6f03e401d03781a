// Pictures of a result: the frames that are asked for, one PNG each, and all of them on one sheet.
#pragma once

#include <vector>

#include "render/frame_source.hpp"
#include "render/work.hpp"

namespace galet::app {

/// View, colours and widths that all these frames share, found one frame at a time.
figures::PictureStyle style_of(const FrameSource& source, const std::vector<std::int64_t>& frames, Work& work);

/// Writes them and prints the name of each file.
void render_pictures(const FrameSource& source, const RenderOptions& options, Work& work);

}  // namespace galet::app
