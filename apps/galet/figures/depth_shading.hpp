// The shaded picture of what a depth buffer holds.
#pragma once

#include <vector>

#include "figures/depth_buffer.hpp"

namespace galet::figures {

/// Pixels 0x00rrggbb, row by row, each the mean of `samples` x `samples` of the buffer. Bodies of about `body_radius`
/// [sample] shade each other; what is far tends to the paper.
std::vector<unsigned> shaded_picture(const DepthBuffer& buffer, int samples, double body_radius, const Colour& paper);

}  // namespace galet::figures
