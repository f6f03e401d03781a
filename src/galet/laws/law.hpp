// What contacts do beside pushing bodies apart, and the numbers of it.
#pragma once

#include <limits>

namespace galet {

enum class Law {
    inelastic,    ///< what comes together stays together until something parts it
    restitution,  ///< rebounds with a part e of the approach (schemes/rebound.hpp)
    gluey         ///< pulls as long as it was pushed (laws/glue.hpp)
};

struct LawSettings {
    Law law = Law::inelastic;
    double restitution = 0;                                     ///< e in [0, 1], where an obstacle has none of its own
    double glue_limit = std::numeric_limits<double>::lowest();  ///< smallest gamma [N s], <= 0
};

}  // namespace galet
