// Balls that hit a chain of touching balls, with the global law u+ = u- - (1 + e) P u- (Maury06, Moreau99): k of N
// equal balls arrive with speed 1 and all N leave the shock with u+ = k/N - e (u- - k/N). e = 1 conserves energy. It is
// not Newton's cradle, in which k balls would leave with speed 1.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "figures/chart.hpp"
#include "validation/follow.hpp"
#include "validation/moreau99/moreau99.hpp"
#include "validation/promises.hpp"

namespace galet::validation {
namespace {

constexpr int kBalls = 5;

figures::Panel chain(int arriving, double e, const Request& request, Verdict& verdict) {
    std::string position = "[", velocity = "[";
    for (int i = 0; i < kBalls; ++i) {
        position += fmt::format("{}{:.1f}", i == 0 ? "" : ", ", i < arriving ? i - 0.5 : static_cast<double>(i));
        velocity += fmt::format("{}{:.1f}", i == 0 ? "" : ", ", i < arriving ? 1.0 : 0.0);
    }
    const Path path = path_of(load_scene("restitution-chain", {{"bodies.0.position", position + "]"},
                                                               {"bodies.0.velocity", velocity + "]"},
                                                               {"contact.restitution", fmt::format("{:#}", e)}}),
                              request);
    const double mean = static_cast<double>(arriving) / kBalls;
    double worst = 0, energy = 0;
    for (int i = 0; i < kBalls; ++i) {
        const double before = i < arriving ? 1 : 0, u = path.velocity.back()[static_cast<std::size_t>(i)];
        worst = std::max(worst, std::abs(u - (mean - e * (before - mean))));
        energy += 0.5 * u * u;
    }
    const std::string which = fmt::format("{} of {} balls, e = {}: ", arriving, kBalls, e);
    verdict.at_most(which + "largest distance of a velocity to k/N - e (u - k/N)", worst, 1e-9, "m/s");
    const double expected = 0.5 * arriving * (mean + e * e * (1 - mean));
    verdict.near(which + "kinetic energy after the shock", energy, expected, 1e-9, "J");
    figures::Panel panel;
    panel.title = fmt::format("{} of {} arrive, e = {}", arriving, kBalls, e);
    panel.x = {"time [s]", false, 0, 1};
    panel.y = {"position [m]", false, {}, {}};
    panel.legend = figures::Legend::none;
    for (int i = 0; i < kBalls; ++i) {
        panel.series.push_back({"", path.time, path.coordinate(static_cast<std::size_t>(i)), figures::Mark::line, false,
                                figures::series_colour(i < arriving ? 1 : 0)});
    }
    return panel;
}

}  // namespace

void restitution_chain(const Request& request, Verdict& verdict) {
    figures::Chart chart;
    chart.title = "One law for all contacts of a shock: everything that touches takes part";
    chart.columns = 3;
    chart.width = 2400;
    for (const int arriving : {1, 2}) {
        for (const double e : {0.0, 0.5, 1.0}) chart.panels.push_back(chain(arriving, e, request, verdict));
    }
    figures::write_chart(chart, request.folder / "figure.png");
}

}  // namespace galet::validation
