// What became of a crowd: who left where and when, and who was pressed most.
#include "galet/io/summary.hpp"

namespace galet {

CrowdSummary crowd_summary(const Simulation& simulation) {
    const World& world = simulation.world();
    const Totals& totals = simulation.totals();
    const double h = simulation.settings().step;
    CrowdSummary crowd;
    crowd.people = totals.start_bodies;
    crowd.left = world.leavings.size();
    for (const Exit& exit : world.exits) crowd.exits.push_back({exit.name});
    for (std::size_t k = 0; k < world.leavings.id.size(); ++k) {
        CrowdSummary::Flow& flow = crowd.exits[static_cast<std::size_t>(world.leavings.exit[k])];
        flow.last_time = static_cast<double>(world.leavings.step[k]) * h;
        if (flow.count++ == 0) flow.first_time = flow.last_time;
        if (crowd.evacuated()) crowd.evacuation_time = flow.last_time;
    }
    for (CrowdSummary::Flow& flow : crowd.exits) {
        const double span = flow.last_time - flow.first_time;
        if (span > 0) flow.rate = static_cast<double>(flow.count - 1) / span;
    }
    crowd.most_pressed = totals.most_pressed;
    crowd.most_pressed_time = static_cast<double>(totals.most_pressed_step) * h;
    crowd.largest_pressure = totals.largest_pressure;
    return crowd;
}

}  // namespace galet
