// A world, a scheme and the settings, advanced step by step, with what is measured on the way.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "galet/schemes/scheme.hpp"
#include "galet/schemes/world.hpp"
#include "galet/simulation/records.hpp"
#include "galet/simulation/settings.hpp"

namespace galet {

/// All that a later process needs, beside the scene, to go on exactly as this one would have.
struct SimulationState {
    Bodies bodies;
    ContactMemory::Entries memory;
    FilmMemory::Entries films;
    std::vector<ForceMemory> force_memory;  ///< of each force of the scene, in order
    People people;
    Leavings leavings;
    std::int64_t step = 0;
    HistoryRow row;  ///< of the last step
    Totals totals;
};

class Simulation {
  public:
    /// The world must be at its start: bodies apart, forces and obstacles set.
    Simulation(World world, const Settings& settings);

    /// Advances by one step and measures it. False when the step was not taken (policy `stop`, or numbers that
    /// overflow): then nothing changed, and `report()` says why.
    bool step();
    const StepReport& report() const { return report_; }  ///< of the last step, taken or not

    /// All steps done, or everybody has left.
    bool finished() const {
        return world_->step >= settings_.steps() || (world_->bodies.size() == 0 && world_->leavings.size() > 0);
    }

    const World& world() const { return *world_; }
    const Settings& settings() const { return settings_; }
    const HistoryRow& row() const { return row_; }  ///< of the last step taken; of the start before the first
    const Totals& totals() const { return totals_; }

    FrameContacts contacts() const;                                       ///< of the last step, of those who are there
    const ContactProblem& problem() const { return scheme_->problem(); }  ///< that the last step solved last
    /// What the contacts of `problem()` are: indices of the bodies before some of them left.
    const ContactSet& constraints() const { return scheme_->contacts(); }

    bool crowd() const { return !world_->desired.empty(); }
    /// In a crowd: the sum of p over the contacts of each body in the last step [m/s].
    const std::vector<double>& pressure() const { return pressure_; }
    /// Edge of the cells that a crowd is seen from afar in [m].
    double field_cell() const { return settings_.field_cell > 0 ? settings_.field_cell : 5 * totals_.length_scale; }

    SimulationState state() const;
    void restore(const SimulationState& state);

    /// Changes the world between two steps. Energy and momentum that this brings in, or takes, count as work and
    /// impulse from outside, before the first step as those of the start; contact forces of the last step and what
    /// forces remember stay. Bodies, obstacles and forces that are added come after those that are there.
    void change(const std::function<void(World&)>& edit);

    /// The velocities and spins, to write to between two steps; `velocities_written` must follow.
    std::span<double> velocities() { return world_->bodies.velocity; }
    std::span<double> spins() { return world_->bodies.spin; }
    void velocities_written();

    /// Goes on in fresh memory and hands over the arrays that the bodies lay in: others may still look at them.
    Bodies leave_memory();

    /// Ends later, or sooner, than the settings said [s].
    void set_end(double end) { settings_.end = end; }

  private:
    std::unique_ptr<Scheme> scheme_of_step(double step);
    void make_scheme();
    void take_step();
    void measure_start();
    double potential_now() const;
    void count_as_outside();
    void measure(double seconds);
    FrameContacts list_contacts() const;
    void measure_pressure();
    void let_people_leave();

    std::unique_ptr<World> world_;  ///< at a fixed address: the scheme refers to it
    Settings settings_;
    std::unique_ptr<Scheme> scheme_;
    bool divided_ = false;  ///< the scheme is that of the last part of a step, shorter than a whole one
    StepReport report_;
    HistoryRow row_;
    Totals totals_;
    std::vector<double> before_;              ///< where there are exits: q^n [m]
    std::vector<double> pressure_;            ///< by body, in a crowd
    std::optional<FrameContacts> remaining_;  ///< of a step after which somebody left, or the world was changed
};

/// What to say of a step that was not taken, and what may help.
std::string why_not_solved(const Simulation& simulation);

}  // namespace galet
