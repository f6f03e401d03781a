// The fields of a run's records by name, in the order of history.csv: the one list that all files share.
//
// Fields are taken out by structured bindings, so that a field added to a record and forgotten here does not compile.
#pragma once

#include <string>

#include "galet/simulation/records.hpp"

namespace galet {

/// Calls visit(name, field) for every number of a (constant or changing) FrictionMeasure.
template <class Measure, class Visit>
void for_each_friction_field(Measure& measure, const std::string& prefix, Visit&& visit) {
    auto& [residual, cone_primal, cone_dual, slip_gap, residual_unmoved] = measure;
    visit((prefix + "residual").c_str(), residual);
    visit((prefix + "cone_primal").c_str(), cone_primal);
    visit((prefix + "cone_dual").c_str(), cone_dual);
    visit((prefix + "slip_gap").c_str(), slip_gap);
    visit((prefix + "residual_unmoved").c_str(), residual_unmoved);
}

/// Calls visit(name, field) for the fields of a (constant or changing) HistoryRow that every run has.
template <class Row, class Visit>
void for_each_row_field(Row& row, Visit&& visit) {
    auto& [step, time, contacts, active, iterations, gap, error_bound, violation, min_distance, kinetic_energy,
           potential_energy, work_external, dissipated, scheme_energy, momentum, seconds, solved, angular_momentum,
           friction] = row;
    visit("step", step);
    visit("time", time);
    visit("contacts", contacts);
    visit("active", active);
    visit("iterations", iterations);
    visit("gap", gap);
    visit("error_bound", error_bound);
    visit("violation", violation);
    visit("min_distance", min_distance);
    visit("kinetic_energy", kinetic_energy);
    visit("potential_energy", potential_energy);
    visit("work_external", work_external);
    visit("dissipated", dissipated);
    visit("scheme_energy", scheme_energy);
    visit("momentum", momentum);
    visit("seconds", seconds);
    visit("solved", solved);
}

/// And for the others: those of bodies that rotate.
template <class Row, class Visit>
void for_each_rotation_field(Row& row, Visit&& visit) {
    for_each_friction_field(row.friction, "", visit);
    visit("angular_momentum", row.angular_momentum);
}

/// Calls visit(name, field) for every field of (constant or changing) Totals.
template <class AnyTotals, class Visit>
void for_each_totals_field(AnyTotals& totals, Visit&& visit) {
    auto& [steps, iterations, most_contacts, failed_steps, divided_steps, seconds, worst_gap, worst_error_bound,
           worst_violation, length_scale, smallest_distance, start_kinetic, start_potential, worst_energy_imbalance,
           start_momentum, external_impulse, worst_friction, start_angular_momentum, start_bodies, most_pressed,
           most_pressed_step, largest_pressure] = totals;
    visit("steps", steps);
    visit("iterations", iterations);
    visit("most_contacts", most_contacts);
    visit("failed_steps", failed_steps);
    visit("divided_steps", divided_steps);
    visit("seconds", seconds);
    visit("worst_gap", worst_gap);
    visit("worst_error_bound", worst_error_bound);
    visit("worst_violation", worst_violation);
    visit("length_scale", length_scale);
    visit("smallest_distance", smallest_distance);
    visit("start_kinetic", start_kinetic);
    visit("start_potential", start_potential);
    visit("worst_energy_imbalance", worst_energy_imbalance);
    visit("start_momentum", start_momentum);
    visit("external_impulse", external_impulse);
    visit("start_angular_momentum", start_angular_momentum);
    visit("start_bodies", start_bodies);
    visit("most_pressed", most_pressed);
    visit("most_pressed_step", most_pressed_step);
    visit("largest_pressure", largest_pressure);
    for_each_friction_field(worst_friction, "worst_", visit);
}

}  // namespace galet
