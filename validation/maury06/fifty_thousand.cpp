// Fifty thousand spheres (Maury06 6.3).
//
// The paper reports satisfactory tests with up to 50,000 spheres and gives no figure for them. Here as many spheres of
// radii 4 to 6 mm are poured into a box; what must hold in every step is compared: no overlap, the certificate
// within the scene's limits, the energy balance to rounding; and the memory it takes.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cmath>

#include "figures/chart.hpp"
#include "figures/picture.hpp"
#include "validation/follow.hpp"
#include "validation/maury06/maury06.hpp"

namespace galet::validation {
namespace {

constexpr double kBalance = 1e-12;   ///< of the potential energy at the start; sums over 50,000 bodies are rounded
constexpr double kMostMemory = 2e9;  ///< [byte]

/// The most memory this process has held so far [byte].
double peak_memory() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

void check_totals(const Simulation& simulation, Verdict& verdict) {
    const Totals& totals = simulation.totals();
    const Settings& settings = simulation.settings();
    verdict.at_least("smallest distance of all rows", totals.smallest_distance, 0, "m");
    verdict.at_most("worst error bound", totals.worst_error_bound, settings.tolerance);
    verdict.at_most("worst violation", totals.worst_violation, settings.violation * totals.length_scale, "m");
    verdict.at_most("energy that the balance does not explain, of the start",
                    totals.worst_energy_imbalance / totals.start_potential, kBalance);
}

figures::Series series_of(const std::string& name, const std::vector<HistoryRow>& rows, double HistoryRow::*field) {
    figures::Series series{name, {}, {}, figures::Mark::line, false, {}};
    for (const HistoryRow& row : rows) {
        series.x.push_back(row.time);
        series.y.push_back(row.*field);
    }
    return series;
}

void draw_history(const std::vector<HistoryRow>& rows, double bodies, const std::filesystem::path& png) {
    figures::Series pushing{"", {}, {}, figures::Mark::line, false, {}};
    for (const HistoryRow& row : rows) {
        pushing.x.push_back(row.time);
        pushing.y.push_back(static_cast<double>(row.active) / bodies);
    }
    figures::Chart chart;
    chart.title = "50,000 spheres are poured into a box";
    chart.columns = 2;
    chart.panels = {{"",
                     {"time [s]", false, {}, {}},
                     {"energy [J]", false, {}, 1.4 * rows.front().potential_energy},
                     {series_of("potential", rows, &HistoryRow::potential_energy),
                      series_of("kinetic", rows, &HistoryRow::kinetic_energy),
                      series_of("dissipated", rows, &HistoryRow::dissipated)},
                     {},
                     {},
                     figures::Legend::top_right},
                    {"",
                     {"time [s]", false, {}, {}},
                     {"pushing contacts a sphere", false, 0, {}},
                     {pushing},
                     {},
                     {},
                     figures::Legend::none}};
    figures::write_chart(chart, png);
}

void draw_last(const Simulation& simulation, const std::filesystem::path& png) {
    const World& world = simulation.world();
    const std::vector<double> speed = speeds(world.bodies);
    figures::PictureStyle style;
    style.title = "50,000 spheres poured into a box (Maury06 6.3)";
    style.quantity = "speed [m/s]";
    style.width = 1400;
    figures::write_picture({3, world.bodies.position, world.bodies.radius, speed, nullptr, nullptr,
                            figures::time_caption(world.time, world.step)},
                           style, png);
}

}  // namespace

void fifty_thousand(const Request& request, Verdict& verdict) {
    Scene scene = load_scene("fifty-thousand");
    Simulation simulation(std::move(scene.world), scene.settings);
    std::vector<HistoryRow> rows;
    follow(simulation, request, [&rows](const Simulation& now) { rows.push_back(now.row()); });
    verdict.near("bodies", simulation.world().bodies.size(), 50000, 0);
    check_totals(simulation, verdict);
    verdict.at_most("peak memory of the program", peak_memory() / 1e9, kMostMemory / 1e9, "GB");
    draw_last(simulation, request.folder / "figure.png");
    draw_history(rows, simulation.world().bodies.size(), request.folder / "history.png");
}

}  // namespace galet::validation
