// What a run reports: a row for each step, totals for the whole, the contacts of a frame. Plain values, written by io.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "galet/core/types.hpp"
#include "galet/problem/solution.hpp"

namespace galet {

/// One step of a run: a row of history.csv. Energies and momentum are those after the step; `work_external`,
/// `dissipated` and `scheme_energy` are summed from the start, so that in every row (docs/theory.md, "Energy")
///   kinetic + potential + dissipated - scheme_energy = kinetic and potential at the start + work_external.
struct HistoryRow {
    std::int64_t step = 0;
    double time = 0;                   ///< [s]
    std::int64_t contacts = 0;         ///< constraints in the problem that was solved
    std::int64_t active = 0;           ///< of these, with a contact force
    std::int64_t iterations = 0;       ///< of the solver, over all solves of the step
    double gap = 0;                    ///< mu . s+ [J]
    double error_bound = 0;            ///< sqrt(2 gap) / max(|U|_M, |u|_M)
    double violation = 0;              ///< [m]
    double min_distance = 0;           ///< over all pairs and walls [m]; the largest double where there are none
    double kinetic_energy = 0;         ///< [J]
    double potential_energy = 0;       ///< [J]
    double work_external = 0;          ///< [J]
    double dissipated = 0;             ///< [J]
    double scheme_energy = 0;          ///< [J]
    std::array<double, 3> momentum{};  ///< [kg m/s]
    double seconds = 0;                ///< wall clock of the step
    bool solved = true;                ///< within its limits

    // Of bodies that rotate and contacts with friction; columns of their own after the others, only there.
    std::array<double, 3> angular_momentum{};  ///< about the origin [kg m2/s]; its only component in 2D first
    FrictionMeasure friction{};
};

/// What is known of a run after some steps; carried through a checkpoint.
struct Totals {
    std::int64_t steps = 0;
    std::int64_t iterations = 0;
    std::int64_t most_contacts = 0;
    std::int64_t failed_steps = 0;   ///< over their limits, accepted under policy `warn`
    std::int64_t divided_steps = 0;  ///< taken in parts under policy `subdivide`
    double seconds = 0;              ///< wall clock of all steps
    double worst_gap = 0;            ///< [J]
    double worst_error_bound = 0;
    double worst_violation = 0;                      ///< [m]
    double length_scale = 1;                         ///< what margin and violation are relative to [m]
    double smallest_distance = 0;                    ///< [m], over the start and all steps
    double start_kinetic = 0;                        ///< [J]
    double start_potential = 0;                      ///< [J]
    double worst_energy_imbalance = 0;               ///< largest |left - right| of the balance above over all rows [J]
    std::array<double, 3> start_momentum{};          ///< [kg m/s]
    std::array<double, 3> external_impulse{};        ///< of forces and walls, summed from the start [N s]
    FrictionMeasure worst_friction{};                ///< over all steps
    std::array<double, 3> start_angular_momentum{};  ///< of bodies that rotate [kg m2/s]
    std::int64_t start_bodies = 0;
    std::int64_t most_pressed = -1;      ///< crowds: id of who was under the largest pressure of all steps; -1: nobody
    std::int64_t most_pressed_step = 0;  ///< when that was
    double largest_pressure = 0;         ///< that pressure, summed over the contacts of the person [m/s]
};

/// The contacts of a step that push or pull, for the trajectory. `second` -1-k is obstacle k; else first < second are
/// ids.
struct FrameContacts {
    std::vector<std::int64_t> first, second;
    std::vector<double> gap;         ///< distance after the step [m]
    std::vector<double> normal;      ///< from first to second, of the step's problem
    std::vector<double> impulse;     ///< that the bodies got [N s]
    std::vector<double> glue;        ///< gamma after the step [N s]; 0 where the law is not gluey
    std::vector<double> tangential;  ///< vectors: the impulse along the contact that the second body got [N s]; empty
                                     ///< without friction
};

}  // namespace galet
