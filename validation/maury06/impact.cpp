// Impact of a cluster on the ground (Maury06 6.3, fig. 8-11).
//
// 2000 spheres of radii 0.8 to 1.2 times 1.5 cm, held in a plane, fall at 1 m/s on a half-space with h = 0.1 s: some
// three diameters a step. The paper shows pictures; what must hold for any step is compared here, row by row: no
// overlap, kinetic energy that never grows (Maury06 prop. 2 and 3), and momentum (prop. 4), of which the ground may
// change the vertical part only, by the impulses of its contacts.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "figures/chart.hpp"
#include "figures/picture.hpp"
#include "validation/follow.hpp"
#include "validation/maury06/maury06.hpp"

namespace galet::validation {
namespace {

constexpr double kRounding = 1e-12;  ///< of the sum of m |u|

/// What the picture of a step needs.
struct Frame {
    std::int64_t step;
    double time;
    std::vector<double> position, speed;
};

/// What is kept of the run, the start first.
struct Record {
    std::vector<HistoryRow> rows;
    std::vector<std::array<double, 2>> ground_impulse;  ///< summed from the start [N s]
    std::vector<Frame> frames;                          ///< steps 0, 3, 6, 9
};

/// What the ground gave to the bodies in the last step, from its contacts [N s].
std::array<double, 2> ground_impulse(const FrameContacts& contacts) {
    std::array<double, 2> sum{};
    for (std::size_t c = 0; c < contacts.first.size(); ++c) {
        if (contacts.second[c] >= 0) continue;
        // The normal points from the body into the ground.
        for (std::size_t k = 0; k < 2; ++k) sum[k] -= contacts.impulse[c] * contacts.normal[2 * c + k];
    }
    return sum;
}

void keep(const Simulation& now, Record& record) {
    const HistoryRow& row = now.row();
    std::array<double, 2> sum = row.step > 0 ? ground_impulse(now.contacts()) : std::array<double, 2>{};
    if (row.step > 0) {
        for (std::size_t k = 0; k < 2; ++k) sum[k] += record.ground_impulse.back()[k];
    }
    record.rows.push_back(row);
    record.ground_impulse.push_back(sum);
    if (row.step % 3 == 0 && row.step <= 9) {
        record.frames.push_back({row.step, row.time, now.world().bodies.position, speeds(now.world().bodies)});
    }
}

double start_momentum_size(const Bodies& bodies) {
    const std::vector<double> speed = speeds(bodies);
    double sum = 0;
    for (std::size_t i = 0; i < speed.size(); ++i) sum += bodies.mass[i] * speed[i];
    return sum;
}

void check_rows(const Record& record, double size, Verdict& verdict) {
    const HistoryRow& start = record.rows.front();
    double smallest = start.min_distance, growth = -start.kinetic_energy, sideways = 0, unbalanced = 0;
    for (std::size_t n = 1; n < record.rows.size(); ++n) {
        const HistoryRow& row = record.rows[n];
        smallest = std::min(smallest, row.min_distance);
        growth = std::max(growth, row.kinetic_energy - record.rows[n - 1].kinetic_energy);
        sideways = std::max(sideways, std::abs(row.momentum[0] - start.momentum[0]));
        for (std::size_t k = 0; k < 2; ++k) {
            const double given = record.ground_impulse[n][k];
            unbalanced = std::max(unbalanced, std::abs(row.momentum[k] - start.momentum[k] - given));
        }
    }
    verdict.at_least("smallest distance of all rows", smallest, 0, "m");
    verdict.at_most("largest growth of kinetic energy in a step, of the start", growth / start.kinetic_energy, 0);
    verdict.at_most("change of horizontal momentum, of the sum of m|u|", sideways / size, kRounding);
    verdict.at_most("momentum not explained by the ground's impulses, of the sum of m|u|", unbalanced / size,
                    kRounding);
    verdict.at_most("kinetic energy at the end, of the start", record.rows.back().kinetic_energy / start.kinetic_energy,
                    0.9);
}

void check_totals(const Simulation& simulation, Verdict& verdict) {
    const Totals& totals = simulation.totals();
    verdict.at_most("worst error bound", totals.worst_error_bound, simulation.settings().tolerance);
    verdict.at_most("worst violation", totals.worst_violation, simulation.settings().violation * totals.length_scale,
                    "m");
    verdict.at_most("energy that the balance does not explain, of the start",
                    totals.worst_energy_imbalance / totals.start_kinetic, kRounding);
}

void draw_frames(const Simulation& simulation, const Record& record, const std::filesystem::path& png) {
    std::vector<figures::Snapshot> states;
    for (const Frame& frame : record.frames) {
        states.push_back({2, frame.position, simulation.world().bodies.radius, frame.speed,
                          &simulation.world().obstacles, nullptr, figures::time_caption(frame.time, frame.step)});
    }
    figures::PictureStyle style;
    style.title = "Impact of 2000 spheres on the ground (Maury06, fig. 8-11)";
    style.quantity = "speed [m/s]";
    figures::write_contact_sheet(states, 2, style, png);
}

void draw_history(const Record& record, double margin, const std::filesystem::path& png) {
    figures::Series energy{"", {}, {}, figures::Mark::line_points, false, figures::series_colour(0)};
    figures::Series distance{"", {}, {}, figures::Mark::line_points, false, figures::series_colour(1)};
    for (const HistoryRow& row : record.rows) {
        energy.x.push_back(row.time);
        energy.y.push_back(row.kinetic_energy / record.rows.front().kinetic_energy);
        distance.x.push_back(row.time);
        distance.y.push_back(row.min_distance);
    }
    figures::Chart chart;
    chart.title = "Impact of 2000 spheres: energy falls, nothing overlaps";
    chart.columns = 2;
    chart.panels = {{"",
                     {"time [s]", false, {}, {}},
                     {"kinetic energy / start", false, 0, {}},
                     {energy},
                     {},
                     {},
                     figures::Legend::none},
                    {"",
                     {"time [s]", false, {}, {}},
                     {"smallest distance [m]", true, {}, {}},
                     {distance},
                     {{figures::ReferenceLine::Across::y, margin, "margin of the scene"}},
                     {},
                     figures::Legend::none}};
    figures::write_chart(chart, png);
}

}  // namespace

void impact(const Request& request, Verdict& verdict) {
    Scene scene = load_scene("impact");
    Simulation simulation(std::move(scene.world), scene.settings);
    const double size = start_momentum_size(simulation.world().bodies);
    Record record;
    follow(simulation, request, [&record](const Simulation& now) { keep(now, record); });
    check_rows(record, size, verdict);
    check_totals(simulation, verdict);
    draw_frames(simulation, record, request.folder / "figure.png");
    draw_history(record, simulation.settings().margin * simulation.totals().length_scale,
                 request.folder / "history.png");
}

}  // namespace galet::validation
