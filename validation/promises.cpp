#include "validation/promises.hpp"

#include <algorithm>
#include <cmath>

namespace galet::validation {

void check_promises(const Simulation& simulation, const std::string& which, Verdict& verdict) {
    const Totals& totals = simulation.totals();
    const HistoryRow& row = simulation.row();
    const double energies = std::max({std::abs(row.kinetic_energy), totals.start_kinetic, std::abs(row.dissipated),
                                      std::abs(row.work_external), std::abs(row.potential_energy)});
    verdict.at_least(which + "smallest distance of all rows", totals.smallest_distance, 0, "m");
    verdict.at_most(which + "worst error bound", totals.worst_error_bound, simulation.settings().tolerance);
    verdict.at_most(which + "energy that the balance does not explain, of the largest energy in it",
                    totals.worst_energy_imbalance / energies, 1e-10);
}

}  // namespace galet::validation
