#include "validation/bd17/theta_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "galet/core/types.hpp"
#include "validation/promises.hpp"

namespace galet::validation {
namespace {

constexpr double kGravity = 9.81;  ///< of all scenes here [m/s^2]

Simulation simulation_of(const ThetaPlan& plan, const std::string& name, double friction) {
    const std::string law = fmt::format(R"(contact = {{ law = "coulomb", friction = {:#} }})", friction);
    Scene scene = parse_scene((friction > 0 ? law : "") + plan.scene, name, ".",
                              {{"simulation.scheme", "theta"}, {"simulation.end", fmt::format("{:#}", plan.end)}});
    return Simulation(std::move(scene.world), scene.settings);
}

/// The largest |U_j - U_i| of the contacts.
double fastest_of(const ContactProblem& problem) {
    return with_dimension(problem.dimension, [&](auto dim) {
        double fastest = 0;
        for (Index c = 0; c < problem.contacts(); ++c) {
            Vec<dim()> relative = load<dim()>(problem.free_velocity, problem.second[c]);
            if (problem.first[c] != kFixed) relative -= load<dim()>(problem.free_velocity, problem.first[c]);
            fastest = std::max(fastest, relative.norm());
        }
        return fastest;
    });
}

/// What momentum has changed by and the impulses from outside do not explain [kg m/s].
double momentum_left(const Simulation& simulation) {
    const Totals& totals = simulation.totals();
    double square = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        const double left = simulation.row().momentum[k] - totals.start_momentum[k] - totals.external_impulse[k];
        square += left * left;
    }
    return std::sqrt(square);
}

}  // namespace

ThetaRun::ThetaRun(const ThetaPlan& plan, double friction)
    : name_(friction > 0 ? fmt::format("theta, friction {}", friction) : "theta"),
      simulation_(simulation_of(plan, name_, friction)),
      every_(plan.every),
      last_(plan.last),
      comparison_(name_ + ": ", friction > 0, friction > 0 ? Published{} : plan.published) {}

void ThetaRun::run(const Request& request) {
    follow(simulation_, request, [this](const Simulation& now) { look(now); });
}

void ThetaRun::look(const Simulation& now) {
    const HistoryRow& row = now.row();
    const double energy = row.kinetic_energy + row.potential_energy;
    history_.time.push_back(row.time);
    history_.kinetic.push_back(row.kinetic_energy);
    history_.momentum.push_back(row.momentum[0]);
    if (row.step > 0) {
        largest_rise_ = std::max(largest_rise_, energy - energy_);
        fastest_ = std::max(fastest_, fastest_of(now.problem()));
    }
    energy_ = energy;
    if (row.step == 0 || row.step > last_ || row.step % every_ != 0 || now.problem().contacts() == 0) return;
    comparison_.add(now.problem());
    compared_.push_back(row.time);
}

double ThetaRun::mass() const {
    const std::vector<double>& mass = simulation_.world().bodies.mass;
    return std::accumulate(mass.begin(), mass.end(), 0.0);
}

void ThetaRun::judge(Verdict& verdict) const {
    check_certified(simulation_, name_ + ": ", verdict);
    judge_energy(verdict);
    judge_overlap(verdict);
    comparison_.judge(verdict);
}

void ThetaRun::judge_energy(Verdict& verdict) const {
    const HistoryRow& row = simulation_.row();
    const double speed = kGravity * simulation_.settings().step;
    verdict.at_most(name_ + ": momentum that forces and walls do not explain, of what gravity gave",
                    momentum_left(simulation_) / (mass() * kGravity * row.time), 1e-10);
    verdict.at_most(name_ + ": error of the work of gravity, of what is dissipated",
                    std::abs(row.scheme_energy) / row.dissipated, 1e-10);
    verdict.at_most(name_ + ": largest rise of the energy in a step, of M (g h)^2 / 8",
                    largest_rise_ / (mass() * speed * speed / 8), 1);
    verdict.at_most(name_ + ": energy at the end less that at the start",
                    (row.kinetic_energy + row.potential_energy) - simulation_.totals().start_potential, 0, "J");
}

void ThetaRun::judge_overlap(Verdict& verdict) const {
    const Totals& totals = simulation_.totals();
    const double left_open = static_cast<double>(totals.steps) * totals.worst_violation;
    verdict.at_most(name_ + ": largest overlap; bound: h times the largest speed of two sides of a contact",
                    -totals.smallest_distance, simulation_.settings().step * fastest_ + left_open, "m");
}

figures::Panel ThetaRun::work_panel() const {
    figures::Panel panel{"Work by local solver (" + name_ + ")",
                         {"time [s]", false, 0, {}},
                         {"sweeps to the same residual", true, {}, {}},
                         {},
                         {},
                         {},
                         figures::Legend::bottom_right};
    for (const Comparison::Entry& entry : comparison_.entries()) {
        const bool same = entry.name == "ebp" || entry.name == "eal";  // as pdas
        panel.series.push_back(
            {entry.name, compared_, entry.sweeps, same ? figures::Mark::points : figures::Mark::line, false, {}});
    }
    return panel;
}

ThetaPair::ThetaPair(const ThetaPlan& plan, const Request& request, Verdict& verdict)
    : smooth(plan, 0), rough(plan, kFriction) {
    for (ThetaRun* run : {&smooth, &rough}) {
        run->run(request);
        run->judge(verdict);
    }
}

figures::Panel history_panel(const std::string& title, const std::string& label,
                             const std::vector<const ThetaRun*>& runs, std::vector<double> ThetaHistory::*values,
                             double unit) {
    figures::Panel panel{title, {"time [s]", false, 0, {}}, {label, false, {}, {}}, {}, {}, {}, {}};
    for (const ThetaRun* run : runs) {
        figures::Series series{run->name(), run->history().time, run->history().*values, figures::Mark::line, false,
                               {}};
        for (double& value : series.y) value /= unit;
        panel.series.push_back(series);
    }
    return panel;
}

}  // namespace galet::validation
