// One step of a world as plain values, all that the checks look at: a test can change any of it and see a promise
// break.
#pragma once

#include "galet/scene/scene.hpp"
#include "galet/simulation/simulation.hpp"
#include "soak/soak_world.hpp"

namespace galet::soak {

struct StepRecord {
    Settings settings;
    double length_scale = 1;  ///< [m]
    bool moves = false;       ///< something is prescribed
    bool has_forces = false;
    bool one_restitution = true;  ///< no obstacle has its own
    bool divided = false;         ///< the step was taken in parts; contacts and problem are those of the last one

    Bodies before, after;
    Obstacles obstacles_before, obstacles;
    StepForces forces;  ///< that acted in the step
    HistoryRow row_before, row;
    Totals totals;  ///< before the step, and in the end after it
    FrameContacts contacts;
    ContactProblem problem;  ///< that was solved last, and what its contacts are
    ContactSet constraints;
    ContactMemory::Entries pushes;  ///< forces that push, without films and glue that may cancel them

    /// Where nothing overlaps by promise: the projection of positions.
    bool keeps_apart() const {
        return (settings.scheme == "maury" || settings.scheme == "first-order") && settings.contact.law != Law::penalty;
    }
    /// Positions and velocities come from contact problems and their solver, or from one such problem.
    bool by_solver() const { return settings.scheme != "event-driven" && settings.contact.law != Law::penalty; }
    bool by_one_solve() const { return by_solver() && !divided; }
    bool nothing_outside() const { return !has_forces && obstacles.walls.empty() && settings.scheme != "first-order"; }
    double rounding() const;             ///< of one distance [m]
    double rounding_on_the_way() const;  ///< also where bodies would be without contacts [m]
    std::string when() const;
};

/// Sums of magnitudes over the steps so far: what rounding of energies and momenta is relative to.
struct Magnitudes {
    double energy = 0;    ///< [J]
    double lifting = 0;   ///< of forces over the length scale [J]
    double momentum = 0;  ///< [N s]
    double angular = 0;   ///< [kg m2/s]
    double terms = 0;     ///< numbers that were added to get there

    void add(const StepRecord& record);
};

/// Takes down what there is before a step; `finish` adds what there is after it.
StepRecord begin_record(const Simulation& simulation);
void finish_record(const Simulation& simulation, StepRecord& record);

}  // namespace galet::soak
