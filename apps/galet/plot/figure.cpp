#include "plot/figure.hpp"

#include <algorithm>

#include "galet/core/error.hpp"
#include "galet/scene/suggestion.hpp"

namespace galet::plot {
namespace {

const PanelPlan kEnergies{
    "Energies", {"kinetic_energy", "potential_energy", "work_external", "dissipated", "scheme_energy"}, false, true};
const PanelPlan kBalance{"Imbalance of energy", {"energy_balance"}, false, true};
const PanelPlan kErrorBound{"Error bound", {"error_bound"}};
const PanelPlan kGap{"Duality gap", {"gap"}};
const PanelPlan kViolation{"Violation", {"violation"}};
const PanelPlan kDistance{"Smallest distance", {"min_distance"}};
const PanelPlan kContacts{"Contacts", {"contacts", "active"}};
const PanelPlan kIterations{"Iterations", {"iterations"}};
const PanelPlan kSeconds{"Wall clock", {"seconds"}};
const PanelPlan kMomentum{"Momentum", {"momentum"}, false, true};
const PanelPlan kAngularMomentum{"Angular momentum", {"angular_momentum"}, false, true};
const PanelPlan kResidual{"Residual", {"residual", "residual_unmoved"}};
const PanelPlan kConePrimal{"Impulses outside of their cones", {"cone_primal"}};
const PanelPlan kConeDual{"Velocities outside of the dual cones", {"cone_dual"}};
const PanelPlan kSlip{"Change of slip", {"slip_gap"}};
const PanelPlan kLeft{"People who left", {"people_left"}};
const PanelPlan kRate{"Flow", {"people_rate"}};
const PanelPlan kPoint{"Point", {"u"}};
const PanelPlan kPath{"Path", {"u"}, true};
const PanelPlan kMoved{"Way of a step", {"moved", "jump"}};
const PanelPlan kSetDistance{"Distance to the set", {"distance"}};
const PanelPlan kWork{"Work of a step", {"projections", "events"}};

const std::vector<FigurePlan>& bodies_figures() {
    static const std::vector<FigurePlan> list = {
        {"evacuation", "evacuation", {kLeft, kRate}},
        {"energy", "energy", {kEnergies, kBalance}},
        {"certificate", "certificate", {kErrorBound, kGap, kViolation}},
        {"distance", "smallest distance", {kDistance}},
        {"contacts", "contacts", {kContacts}},
        {"iterations", "iterations", {kIterations}},
        {"seconds", "wall clock", {kSeconds}},
        {"momentum", "momentum", {kMomentum}},
        {"friction", "friction", {kResidual, kConePrimal, kConeDual, kSlip}},
        {"angular-momentum", "angular momentum", {kAngularMomentum}},
        {"overview",
         "overview",
         {kLeft, kRate, kEnergies, kBalance, kErrorBound, kViolation, kDistance, kContacts, kIterations, kSeconds}}};
    return list;
}

const std::vector<FigurePlan>& sweeping_figures() {
    static const std::vector<FigurePlan> list = {
        {"point", "point", {kPoint}},         {"path", "path", {kPath}},
        {"moved", "way of a step", {kMoved}}, {"distance", "distance to the set", {kSetDistance}},
        {"work", "work of a step", {kWork}},  {"overview", "overview", {kPoint, kPath, kMoved, kSetDistance, kWork}}};
    return list;
}

std::vector<FigurePlan> selected(std::span<const ResultRecord> results, bool only_main) {
    const bool massless =
        std::any_of(results.begin(), results.end(), [](const ResultRecord& result) { return result.first_order; });
    const auto left_out = [&](const PanelPlan& panel) {
        return (only_main && massless && panel.of_masses) ||
               panels_of(panel, results, ScaleChoice::by_quantity).empty();
    };
    std::vector<FigurePlan> plans;
    for (FigurePlan plan : results[0].sweeping ? sweeping_figures() : bodies_figures()) {
        std::erase_if(plan.panels, left_out);
        if (!plan.panels.empty()) plans.push_back(plan);
    }
    return plans;
}

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
}

}  // namespace

std::vector<FigurePlan> main_figures(std::span<const ResultRecord> results) { return selected(results, true); }

FigurePlan figure_named(const std::string& name, std::span<const ResultRecord> results) {
    std::vector<std::string> names;
    const auto note = [&](const std::string& known) {
        if (std::count(names.begin(), names.end(), known) == 0) names.push_back(known);
    };
    for (const bool only_main : {true, false})
        for (const FigurePlan& plan : selected(results, only_main)) {
            if (plan.name == name) return plan;
            note(plan.name);
        }
    for (const ResultRecord& result : results) {
        for (const Trace& trace : result.traces) {
            if (trace.quantity == name || trace.column() == name)
                return {name, quantity_named(trace.quantity).words, {{"", {name}}}};
            note(trace.quantity);
            note(trace.column());
        }
    }
    const auto near = nearest_name(name, names);
    throw InputError("--what " + name + ": no such figure or column" +
                     (near ? "; did you mean \"" + *near + "\"?" : "; there are " + joined(names)));
}

figures::Chart chart_of(const FigurePlan& plan, std::span<const ResultRecord> results, ScaleChoice scale) {
    figures::Chart chart;
    for (const PanelPlan& panel : plan.panels)
        for (figures::Panel& drawn : panels_of(panel, results, scale)) chart.panels.push_back(std::move(drawn));
    std::vector<std::string> names;
    for (const ResultRecord& result : results) names.push_back(result.name);
    chart.title = (results.size() == 1 ? results[0].title : joined(names)) + ": " + plan.title;
    if (chart.panels.size() == 1) chart.panels[0].title.clear();
    chart.columns = chart.panels.size() > 8 ? 3 : chart.panels.size() > 3 ? 2 : 1;
    chart.aligned = true;
    // Panels above each other are flatter.
    if (chart.columns == 1 && chart.panels.size() > 1) chart.height = 60 + 640 * static_cast<int>(chart.panels.size());
    chart.width = chart.columns == 1 ? 1600 : 1100 * chart.columns;
    return chart;
}

}  // namespace galet::plot
