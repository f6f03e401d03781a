#include "validation/promises.hpp"

#include <algorithm>
#include <cmath>

namespace galet::validation {

void check_certified(const Simulation& simulation, const std::string& which, Verdict& verdict) {
    const Totals& totals = simulation.totals();
    const HistoryRow& row = simulation.row();
    const double energies = std::max({std::abs(row.kinetic_energy), totals.start_kinetic, std::abs(row.dissipated),
                                      std::abs(row.work_external), std::abs(row.potential_energy)});
    verdict.at_most(which + "worst error bound", totals.worst_error_bound, simulation.settings().tolerance);
    verdict.at_most(which + "energy that the balance does not explain, of the largest energy in it",
                    totals.worst_energy_imbalance / energies, 1e-10);
}

void check_promises(const Simulation& simulation, const std::string& which, Verdict& verdict) {
    verdict.at_least(which + "smallest distance of all rows", simulation.totals().smallest_distance, 0, "m");
    check_certified(simulation, which, verdict);
}

void check_scheme_energy(const std::function<Scene(double h)>& scene, double h, const std::string& which,
                         const Request& request, Verdict& verdict) {
    const auto largest = [&](double step) {
        Scene one = scene(step);
        Simulation simulation(std::move(one.world), one.settings);
        double most = 0, last = 0;
        follow(simulation, request, [&](const Simulation& now) {
            most = std::max(most, std::abs(now.row().scheme_energy - last));
            last = now.row().scheme_energy;
        });
        return most;
    };
    verdict.near(which + "order of scheme_energy, the largest of a step", std::log2(largest(h) / largest(h / 2)), 2,
                 0.1);
}

}  // namespace galet::validation
