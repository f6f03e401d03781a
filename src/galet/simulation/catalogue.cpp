#include "galet/simulation/catalogue.hpp"

namespace galet {

const std::vector<Named>& schemes() {
    static const std::vector<Named> all = {
        {"maury",
         "projects the free velocity onto those that keep every linearised distance positive (Maury06 eq. 14-19)"},
        {"moreau",
         "contacts and forces where bodies are after half of the step; only pairs that touch there count (Moreau99 "
         "8.3)"},
        {"theta",
         "theta-method for forces and positions, contacts after half of the step; `theta` from 0.5 to 1 (BD17 eq. "
         "13-22)"},
        {"event-driven",
         "integrates from event to event, accelerations from a complementarity problem; small systems (Moreau99 8.4)"},
        {"first-order",
         "crowd motion: positions follow the projection of a desired velocity, [desired]; no mass, no forces "
         "(Maury07)"},
    };
    return all;
}

const std::vector<Named>& laws() {
    static const std::vector<Named> all = {
        {"inelastic", "no rebound, all contacts of a step together (Moreau's standard inelastic shock)"},
        {"restitution", "rebound with a part `restitution` of the approach, all contacts of a step together"},
        {"gluey", "pairs that were pushed together stay until the same impulse has pulled (Maury07, scheme II)"},
        {"viscous", "a film of `viscosity` (N s) between pairs within `range` (m) resists motion (Maury07, scheme I)"},
        {"coulomb", "dry friction up to `friction` times the normal impulse, with `restitution`; bodies rotate"},
        {"coulomb-convex", "its convex relaxation: one convex problem a step, contacts that slide open a little"},
        {"penalty", "springs of `stiffness` (N/m) and dashpots between what overlaps, for comparison (Moreau99 4.2)"},
    };
    return all;
}

const std::vector<Named>& force_types() {
    static const std::vector<Named> all = {
        {"gravity", "acceleration (m/s2) times mass"},
        {"constant", "value (N), one for all or one for each body"},
        {"table", "values (N) that hold from one of the times (s) to the next; averaged exactly over the step"},
        {"expression", "value (N), one expression of t, x, y, z a component; averaged over the step by quadrature"},
        {"drag", "minus coefficient (kg/s) times velocity, implicit"},
        {"stochastic", "noise: sigma sqrt(step) N(0,1) added to each velocity component"},
        {"capillary", "liquid bridges: gamma (N/m), A (1/m), B, C, rupture (m); bridges from contact on, or always"},
        {"pair", "potential (J), an expression of d, the distance of centres, between pairs nearer than cutoff (m)"},
        {"chain", "springs of stiffness (N/m) and length (m) between consecutive bodies, and bending (J)"},
        {"user", "a function of the program that uses the library: a Python callable"},
    };
    return all;
}

const std::vector<Named>& obstacle_shapes() {
    static const std::vector<Named> all = {
        {"half-space", "bodies stay on the side of point that normal points to"},
        {"box", "a container from min to max: bodies stay inside"},
        {"block", "a box from min to max: bodies stay outside"},
        {"sphere", "center, radius: bodies stay outside"},
        {"segment", "a straight wall without thickness, from and to, in 2D and 3D"},
        {"floor-plan", "the walls of a building, from a GeoJSON file or as lines, in 2D"},
        {"user", "a constraint g(q, r, t) >= 0 of the program that uses the library: a Python callable"},
    };
    return all;
}

const std::vector<Named>& placements() {
    static const std::vector<Named> all = {
        {"disc", "at random inside center, radius, in 2D"},
        {"ball", "at random inside center, radius, in 3D"},
        {"box", "at random inside min, max"},
        {"lattice", "min, counts, spacing, and jitter as a part of the free room around each body"},
    };
    return all;
}

const std::vector<Named>& sweeping_methods() {
    static const std::vector<Named> all = {
        {"catching-up",
         "the point of C(t) nearest to the last one; order 1, in the set at every node (Moreau99 eq. 19)"},
        {"theta", "the same at t + `theta` h, and as far beyond; `theta` from 0.5 to 1, order 2 at 0.5 (Moreau99 4.3)"},
        {"penalty", "drawn to the set with speed `lambda` times the distance, for comparison (Moreau99 eq. 17-18)"},
        {"event-driven", "from face to face of a half-space, box or polyhedron, to rounding (Moreau99 4.1)"},
    };
    return all;
}

const std::vector<Named>& sweeping_shapes() {
    static const std::vector<Named> all = {
        {"half-space", "the side of `point` to which `normal` points"},
        {"ball", "`center` and `radius`"},
        {"box", "from `min` to `max`"},
        {"polyhedron", "the intersection of `faces`, each a half-space"},
        {"inequalities", "where all expressions of t and place are <= 0, each smooth and convex"},
    };
    return all;
}

}  // namespace galet
