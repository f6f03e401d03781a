// What contacts do beside pushing bodies apart, and the numbers of it.
#pragma once

#include <limits>
#include <string>
#include <vector>

namespace galet {

enum class Law {
    inelastic,       ///< what comes together stays together until something parts it
    restitution,     ///< rebounds with a part e of the approach (schemes/rebound.hpp)
    gluey,           ///< pulls as long as it was pushed (laws/glue.hpp)
    viscous,         ///< resists approach and separation alike, the more the nearer (laws/film.hpp)
    coulomb,         ///< rebounds, and rubs while it pushes; bodies rotate (laws/coulomb.hpp)
    coulomb_convex,  ///< its convex relaxation, which opens sliding contacts
    penalty          ///< a spring and a dashpot push what overlaps (laws/penalty.hpp)
};

constexpr bool has_friction(Law law) { return law == Law::coulomb || law == Law::coulomb_convex; }

/// The friction between the bodies of two groups, in either order.
struct GroupFriction {
    std::string first, second;  ///< names of groups
    double friction = 0;        ///< >= 0
};

struct LawSettings {
    Law law = Law::inelastic;
    double restitution = 0;                                     ///< e in [0, 1], where an obstacle has none of its own
    double friction = 0;                                        ///< >= 0, where neither obstacle nor groups have one
    std::vector<GroupFriction> between{};                       ///< frictions between groups; later ones win
    double glue_limit = std::numeric_limits<double>::lowest();  ///< smallest gamma [N s], <= 0
    double viscosity = 0;                                       ///< of films [N s], >= 0
    double range = std::numeric_limits<double>::max();          ///< distance up to which pairs have a film [m], > 0
    double stiffness = 0;                                       ///< of the springs of law penalty [N/m], > 0
};

}  // namespace galet
