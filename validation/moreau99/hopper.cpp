// Discharge of a hopper through an aperture (examples `hopper`, in a plane, and `hopper-3d`, a square hole): grains
// with friction 0.3 run out through apertures of several widths D.
//
// The rate W is that of the steady part: the grains between kFirst and kLast of all that pass the bottom, over the time
// they take, as the mean of two fillings. Compared is Beverloo's form (Beverloo61), for a slot in a plane and for a
// hole:
//
//   W = C (D - k d)^(3/2),     W = C (D - k d)^(5/2),
//
// d the mean diameter; C and k are fitted, by least squares of W^(2/3) or W^(2/5), which is linear in D. Other than
// with a liquid the height of the grains above plays no part, and nothing comes out of apertures below some diameters.
//
// Steps are solved to a residual of 1e-3 of the law of friction: rates are counts of some 200 grains and differ by up
// to a fifth from one filling to the next.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "figures/chart.hpp"
#include "figures/picture.hpp"
#include "validation/follow.hpp"
#include "validation/moreau99/moreau99.hpp"
#include "validation/promises.hpp"

namespace galet::validation {
namespace {

constexpr double kBottom = -0.02;              ///< height of the lower side of the bottom [m]
constexpr double kFirst = 0.15, kLast = 0.65;  ///< parts of the grains: the steady part
constexpr double kShown = 0.3;                 ///< part that is out in the pictures
constexpr double kBelow = -0.2;                ///< grains further down are not drawn [m]
constexpr double kDiameter = 0.02;             ///< d, mean of both examples [m]
constexpr int kFillings = 2;
constexpr double kAllowed = 0.15;  ///< of a rate, between count and fit

/// One of the two hoppers.
struct Setup {
    std::string name, example;
    int dimension = 2;
    double power = 1.5;             ///< of Beverloo's form
    std::vector<double> apertures;  ///< D, rising [m]
    double end = 0;                 ///< [s]
};

/// What is drawn of one moment: no grains far below; in space no side walls, and the grains behind the middle alone.
struct Moment {
    std::vector<double> position, radius, speed;
    Obstacles obstacles;
    double time = 0;  ///< [s]
};

struct Discharge {
    figures::Series out;  ///< grains below the bottom over time
    double rate = 0;      ///< W [1/s]
    Moment moment;
};

/// W = C (D - k d)^power.
struct Fit {
    double power = 0, constant = 0, offset = 0;  ///< C, k d [m]
    double square = 0;                           ///< R^2
    double worst = 0;                            ///< largest difference of a rate, of the rate

    double operator()(double aperture) const { return constant * std::pow(std::max(aperture - offset, 0.0), power); }
};

std::vector<Override> with_aperture(const Setup& setup, double aperture, int seed) {
    const double half = aperture / 2;
    std::vector<Override> overrides = {{"simulation.end", fmt::format("{:#}", setup.end)},
                                       {"simulation.seed", fmt::format("{}", seed)}};
    if (setup.dimension == 2) {
        overrides.push_back({"obstacles.0.max", fmt::format("[{:#}, 0.0]", -half)});
        overrides.push_back({"obstacles.1.min", fmt::format("[{:#}, {:#}]", half, kBottom)});
    } else {
        overrides.push_back({"obstacles.0.max", fmt::format("[{:#}, 0.1, 0.0]", -half)});
        overrides.push_back({"obstacles.1.min", fmt::format("[{:#}, -0.1, {:#}]", half, kBottom)});
        overrides.push_back({"obstacles.2.max", fmt::format("[0.1, {:#}, 0.0]", -half)});
        overrides.push_back({"obstacles.3.min", fmt::format("[-0.1, {:#}, {:#}]", half, kBottom)});
    }
    return overrides;
}

Moment moment_of(const World& world) {
    Moment moment;
    for (const ObstacleShape& shape : world.obstacles.shapes) {
        if (world.bodies.dimension == 3 && !std::holds_alternative<Block>(shape)) continue;
        add_obstacle(moment.obstacles, shape, world.bodies.dimension);
    }
    moment.time = world.time;
    const std::vector<double> speed = speeds(world.bodies);
    const auto dimension = static_cast<std::size_t>(world.bodies.dimension);
    for (std::size_t i = 0; i < speed.size(); ++i) {
        const double* q = &world.bodies.position[dimension * i];
        if (q[dimension - 1] < kBelow || (dimension == 3 && q[1] < 0)) continue;
        moment.position.insert(moment.position.end(), q, q + dimension);
        moment.radius.push_back(world.bodies.radius[i]);
        moment.speed.push_back(speed[i]);
    }
    return moment;
}

/// When so many grains are out, between the nodes; not a number where they never are.
double time_of(const figures::Series& out, double grains) {
    for (std::size_t n = 1; n < out.x.size(); ++n) {
        if (out.y[n] < grains) continue;
        return out.x[n - 1] + (out.x[n] - out.x[n - 1]) * (grains - out.y[n - 1]) / (out.y[n] - out.y[n - 1]);
    }
    return std::nan("");
}

Discharge discharge(const Setup& setup, double aperture, int seed, const Request& request, Verdict& verdict) {
    Discharge seen;
    seen.out.name = fmt::format("D = {:.3g} m", aperture);
    Scene scene = load_scene(setup.example, with_aperture(setup, aperture, seed));
    Simulation simulation(std::move(scene.world), scene.settings);
    const double all = simulation.world().bodies.size();
    follow(simulation, request, [&](const Simulation& now) {
        const Bodies& bodies = now.world().bodies;
        const auto dimension = static_cast<std::size_t>(setup.dimension);
        double out = 0;
        for (std::size_t k = dimension - 1; k < bodies.position.size(); k += dimension) {
            if (bodies.position[k] < kBottom) ++out;
        }
        seen.out.x.push_back(now.world().time);
        seen.out.y.push_back(out);
        if (out >= kShown * all && seen.moment.radius.empty()) seen.moment = moment_of(now.world());
    });
    if (seen.moment.radius.empty()) seen.moment = moment_of(simulation.world());
    seen.rate = (kLast - kFirst) * all / (time_of(seen.out, kLast * all) - time_of(seen.out, kFirst * all));
    check_promises(simulation, fmt::format("{}, D = {:.3g} m, filling {}: ", setup.name, aperture, seed), verdict);
    return seen;
}

Fit fitted(const Setup& setup, const std::vector<double>& rates) {
    const auto count = static_cast<double>(rates.size());
    double x = 0, y = 0, xx = 0, xy = 0, mean = 0;
    for (std::size_t k = 0; k < rates.size(); ++k) {
        const double root = std::pow(rates[k], 1 / setup.power);
        x += setup.apertures[k] / count;
        y += root / count;
        xx += setup.apertures[k] * setup.apertures[k] / count;
        xy += setup.apertures[k] * root / count;
        mean += rates[k] / count;
    }
    const double slope = (xy - x * y) / (xx - x * x);
    Fit fit;
    fit.power = setup.power;
    fit.constant = std::pow(slope, setup.power);
    fit.offset = x - y / slope;
    double left = 0, total = 0;
    for (std::size_t k = 0; k < rates.size(); ++k) {
        const double difference = rates[k] - fit(setup.apertures[k]);
        left += difference * difference;
        total += (rates[k] - mean) * (rates[k] - mean);
        fit.worst = std::max(fit.worst, std::abs(difference) / rates[k]);
    }
    fit.square = 1 - left / total;
    return fit;
}

std::vector<figures::Panel> panels_of(const Setup& setup, const std::vector<Discharge>& runs,
                                      const std::vector<double>& rates, const Fit& fit) {
    figures::Panel counts{setup.name + ": grains that are out, first filling",
                          {"time [s]", false, 0, {}},
                          {"grains", false, 0, {}},
                          {},
                          {},
                          {},
                          figures::Legend::bottom_right};
    for (const Discharge& run : runs) counts.series.push_back(run.out);
    const figures::Series counted{"counted", setup.apertures, rates, figures::Mark::points, false, {}};
    figures::Series curve{
        fmt::format("C (D - {:.3g} m)^{}", fit.offset, setup.power), {}, {}, figures::Mark::line, false, {}};
    constexpr int kNodes = 100;
    for (int n = 0; n <= kNodes; ++n) {
        curve.x.push_back(1.05 * setup.apertures.back() * n / kNodes);
        curve.y.push_back(fit(curve.x.back()));
    }
    return {counts,
            {setup.name + ": rate, mean of two fillings",
             {"aperture D [m]", false, 0, {}},
             {"grains per second", false, 0, {}},
             {curve, counted},
             {},
             {{0.05, 0.7, fmt::format("R² = {:.4f}", fit.square)}},
             figures::Legend::top_left}};
}

void draw_flow(const Setup& setup, const std::vector<Discharge>& runs, const std::filesystem::path& png) {
    std::vector<figures::Snapshot> states;
    for (std::size_t k = 0; k < runs.size(); ++k) {
        const Moment& moment = runs[k].moment;
        states.push_back({setup.dimension, moment.position, moment.radius, moment.speed, &moment.obstacles, nullptr,
                          fmt::format("D = {:.3g} m, t = {:.2f} s", setup.apertures[k], moment.time)});
    }
    figures::PictureStyle style;
    const std::string cut = setup.dimension == 3 ? ", cut through the middle" : "";
    style.title = fmt::format("{:.0f} of 100 {} are out{}", 100 * kShown, setup.name, cut);
    style.quantity = "speed [m/s]";
    figures::write_contact_sheet(states, static_cast<int>(states.size()), style, png);
}

std::vector<figures::Panel> empty_hopper(const Setup& setup, const Request& request, Verdict& verdict) {
    std::vector<Discharge> runs;
    std::vector<double> rates;
    for (const double aperture : setup.apertures) {
        const std::string which = fmt::format("{}, D = {:.3g} m: ", setup.name, aperture);
        double sum = 0;
        for (int seed = 1; seed <= kFillings; ++seed) {
            Discharge run = discharge(setup, aperture, seed, request, verdict);
            verdict.note(fmt::format("{}{:.1f} grains per second, filling {}", which, run.rate, seed));
            sum += run.rate;
            if (seed == 1) runs.push_back(std::move(run));
        }
        rates.push_back(sum / kFillings);
        if (rates.size() > 1) {
            verdict.at_least(which + "rate beside that of the aperture before", rates.back() / rates.end()[-2], 1.1);
        }
    }
    const Fit fit = fitted(setup, rates);
    verdict.at_most(setup.name + ": largest difference between a rate and Beverloo's form, of the rate", fit.worst,
                    kAllowed);
    verdict.at_least(setup.name + ": R^2 of the fit", fit.square, 0.97);
    verdict.note(fmt::format("{}: k = {:.2f}, C = {:.4g} grains/s/m^{}", setup.name, fit.offset / kDiameter,
                             fit.constant, setup.power));
    draw_flow(setup, runs, request.folder / (setup.example + ".png"));
    return panels_of(setup, runs, rates, fit);
}

}  // namespace

void hopper(const Request& request, Verdict& verdict) {
    figures::Chart chart;
    chart.title = "Discharge of a hopper beside Beverloo's form";
    chart.columns = 2;
    chart.width = 2000;
    for (const Setup& setup : {Setup{"discs", "hopper", 2, 1.5, {0.09, 0.11, 0.135, 0.16}, 3.5},
                               Setup{"spheres", "hopper-3d", 3, 2.5, {0.07, 0.08, 0.09, 0.1}, 2.0}}) {
        for (const figures::Panel& panel : empty_hopper(setup, request, verdict)) chart.panels.push_back(panel);
    }
    figures::write_chart(chart, request.folder / "figure.png");
}

}  // namespace galet::validation
