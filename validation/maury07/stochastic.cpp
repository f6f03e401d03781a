// Reflected Langevin (Maury07): q'' = sigma white noise for q > 0, inelastic at q = 0, from rest at 0; 20,000 paths
// with h = 1/400 s (example `stochastic`: q is the height of a disc above the floor, the other coordinate is free).
//
// Compared are the mean of q^2 at t = 1 s with 0.2754 +- 0.0014, found independently for the same step, and the
// variance of the free coordinate with h^3 sigma^2 n (n + 1) (2 n + 1) / 6, which tends to sigma^2 t^3 / 3. Mean,
// spread and time at contact are written to statistics.csv.
#include <fmt/format.h>

#include <cmath>

#include "figures/chart.hpp"
#include "galet/io/output_file.hpp"
#include "validation/follow.hpp"
#include "validation/maury07/maury07.hpp"
#include "validation/promises.hpp"

namespace galet::validation {
namespace {

/// Mean and standard error of a sample.
struct Mean {
    double value = 0, error = 0;
};

template <class Term>
Mean mean_of(Index count, Term&& term) {
    double sum = 0, squares = 0;
    for (Index i = 0; i < count; ++i) {
        const double x = term(static_cast<std::size_t>(i));
        sum += x;
        squares += x * x;
    }
    const double value = sum / count;
    return {value, std::sqrt((squares / count - value * value) / (count - 1))};
}

}  // namespace

void stochastic(const Request& request, Verdict& verdict) {
    Scene scene = load_scene("stochastic");
    Simulation simulation(std::move(scene.world), scene.settings);
    const std::vector<double> start = simulation.world().bodies.position;
    std::vector<double> at_contact(simulation.world().bodies.radius.size(), 0.0);  // [s]
    figures::Series square{"mean of q^2", {}, {}, figures::Mark::line, false, {}};
    figures::Series touching{"part of the paths at contact", {}, {}, figures::Mark::line, false, {}};
    std::string table = "time,mean_q,mean_q_error,mean_q2,mean_q2_error,part_at_contact\n";
    Mean last;
    follow(simulation, request, [&](const Simulation& now) {
        const Bodies& bodies = now.world().bodies;
        const auto q = [&](std::size_t i) { return bodies.position[2 * i + 1]; };
        double contact = 0;
        for (std::size_t i = 0; i < at_contact.size(); ++i) {
            const bool touches = q(i) < 1e-8;
            contact += touches ? 1 : 0;
            if (touches && now.world().step > 0) at_contact[i] += now.settings().step;
        }
        const Mean mean = mean_of(bodies.size(), q);
        last = mean_of(bodies.size(), [&](std::size_t i) { return q(i) * q(i); });
        contact /= bodies.size();
        square.x.push_back(now.world().time);
        square.y.push_back(last.value);
        touching.x.push_back(now.world().time);
        touching.y.push_back(contact);
        table += fmt::format("{},{},{},{},{},{}\n", now.world().time, mean.value, mean.error, last.value, last.error,
                             contact);
    });
    const Bodies& bodies = simulation.world().bodies;
    constexpr double kKnown = 0.2754, kKnownError = 0.0014;
    verdict.near("mean of q^2 at t = 1 s, within four standard errors", last.value, kKnown,
                 4 * std::hypot(last.error, kKnownError), "m2");
    const double h = simulation.settings().step, n = static_cast<double>(simulation.world().step);
    const Mean free = mean_of(bodies.size(), [&](std::size_t i) {
        const double moved = bodies.position[2 * i] - start[2 * i];
        return moved * moved;
    });
    verdict.near("free coordinate: variance, within four standard errors", free.value,
                 h * h * h * n * (n + 1) * (2 * n + 1) / 6, 4 * free.error, "m2");
    const Mean contact = mean_of(bodies.size(), [&](std::size_t i) { return at_contact[i]; });
    verdict.note(fmt::format("time at contact of a path until t = 1 s: mean {:.4f} s, standard error {:.4f} s",
                             contact.value, contact.error));
    check_promises(simulation, "", verdict);
    write_atomically(request.folder / "statistics.csv", table);

    figures::Chart chart;
    chart.title = "Reflected Langevin: 20,000 paths above a floor (Maury07)";
    chart.columns = 2;
    chart.panels = {{"",
                     {"time [s]", false, 0, 1},
                     {"mean of q^2 [m^2]", false, 0, {}},
                     {square},
                     {{figures::ReferenceLine::Across::y, kKnown, "0.2754 m^2"}},
                     {},
                     figures::Legend::none},
                    {"",
                     {"time [s]", false, 0, 1},
                     {"part of the paths at contact", false, 0, 1},
                     {touching},
                     {},
                     {},
                     figures::Legend::none}};
    figures::write_chart(chart, request.folder / "figure.png");
}

}  // namespace galet::validation
