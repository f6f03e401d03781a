#include "plot/quantity.hpp"

#include <algorithm>
#include <vector>

namespace galet::plot {
namespace {

const std::vector<Quantity>& quantities() {
    constexpr AxisScale linear = AxisScale::linear, log = AxisScale::logarithmic, automatic = AxisScale::automatic;
    static const std::vector<Quantity> list = {
        {"step", "step", "step [1]"},
        {"time", "time", "time [s]"},
        {"contacts", "in the problem", "contacts [1]"},
        {"active", "with a force", "contacts [1]"},
        {"iterations", "iterations a step", "iterations a step [1]", automatic},
        {"gap", "duality gap", "duality gap [J]", log},
        {"error_bound", "error bound", "error bound [1]", log, &Limits::error_bound, "tolerance"},
        {"violation", "violation", "violation [m]", log, &Limits::violation, "limit"},
        {"min_distance", "smallest distance", "smallest distance [m]", automatic, &Limits::margin, "margin"},
        {"kinetic_energy", "kinetic", "energy [J]"},
        {"potential_energy", "potential", "energy [J]"},
        {"work_external", "external work", "energy [J]"},
        {"dissipated", "dissipated", "energy [J]"},
        {"scheme_energy", "of the scheme", "energy [J]"},
        {"energy_balance", "imbalance of energy", "imbalance of energy [J]"},
        {"momentum", "momentum", "momentum [kg m/s]"},
        {"seconds", "wall clock a step", "wall clock a step [s]", automatic},
        {"residual", "residual", "residual of friction [1]", log, &Limits::error_bound, "tolerance"},
        {"residual_unmoved", "for the distances as they are", "residual of friction [1]", log},
        {"cone_primal", "impulse to its cone", "distance of impulses [N s]", log},
        {"cone_dual", "velocity to the dual cone", "distance of velocities [m/s]", log},
        {"slip_gap", "change of slip", "change of slip [m/s]", log},
        {"angular_momentum", "angular momentum", "angular momentum [kg m²/s]"},
        {"people_left", "people who left", "people who left [people]"},
        {"people_rate", "flow", "flow [people/s]"},
        {"u", "u", "u [length unit]"},
        {"distance", "distance to the set", "distance to the set [length unit]", log},
        {"moved", "way", "way of a step [length unit]", linear},
        {"jump", "jump", "way of a step [length unit]", linear},
        {"projections", "projections", "number in a step [1]"},
        {"events", "events", "number in a step [1]"}};
    return list;
}

}  // namespace

Quantity quantity_named(const std::string& name) {
    const auto found =
        std::find_if(quantities().begin(), quantities().end(), [&](const Quantity& q) { return q.name == name; });
    return found != quantities().end() ? *found : Quantity{name, name, name};
}

}  // namespace galet::plot
