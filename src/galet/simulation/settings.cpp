#include "galet/simulation/settings.hpp"

#include <cmath>

namespace galet {

std::int64_t step_count(double end, double step) {
    constexpr double kWhole = 1e-9;
    const double ratio = end / step;
    const double nearest = std::round(ratio);
    return static_cast<std::int64_t>(std::abs(ratio - nearest) <= kWhole ? nearest : std::ceil(ratio));
}

}  // namespace galet
