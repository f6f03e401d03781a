// Grains as a continuum (Maury07): blocks on a line beside the congested pressureless gas
//
//   rho_t + (rho u)_x = 0,   (rho u)_t + (rho u^2)_x + p_x = 0,   rho <= 1,   p >= 0,   p (1 - rho) = 0.
//
// Blocks of total length 1/2 fill [-1, 0] and [0, 1] by half (rho = 1/2) and run into each other with speed 1. Where
// they meet they stay: rho = 1 on [-l, l] with l = t, since what comes in, rho (1 + l'), has to become l'; and momentum
// lost at the fronts is p = rho (1 + l') = 1. Lubricated, gamma_t + (gamma u)_x = -p gives gamma = -(t - |x|) there.
//
// A single shock of blocks that all touch is u + p_x = U, u_x >= 0: a unilateral Darcy problem, p the solution of an
// obstacle problem. For U = 1/2 - x on [0, 1]: u = 0 and p = x (1 - x) / 2. The operator B B* is the discrete
// Laplacian.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "figures/chart.hpp"
#include "galet/problem/delassus.hpp"
#include "validation/follow.hpp"
#include "validation/maury07/maury07.hpp"
#include "validation/promises.hpp"

namespace galet::validation {
namespace {

constexpr int kSide = 200;              ///< blocks on each side
constexpr double kBlock = 0.5 / kSide;  ///< length, and mass, of one
constexpr double kLooked = 0.4;         ///< [s], before the last block arrives

std::string list(const std::vector<double>& values) {
    std::string text;
    for (const double value : values) text += fmt::format("{}{:#.17g}", text.empty() ? "[" : ", ", value);
    return text + "]";
}

std::string scene_of(const std::vector<double>& position, const std::vector<double>& velocity, double h, double end,
                     const std::string& law) {
    return fmt::format(R"(
[simulation]
dimension = 1
step = {:#}
end = {:#}
[contact]
law = "{}"
margin = 1e-8
[solver]
violation = 1e-9
tolerance = 1e-6
[[bodies]]
position = {}
velocity = {}
radius = {:#.17g}
mass = {:#.17g}
)",
                       h, end, law, list(position), list(velocity), kBlock / 2, kBlock);
}

/// Two streams that meet at 0.
Scene streams(const std::string& law) {
    std::vector<double> position, velocity;
    for (int i = -kSide; i < kSide; ++i) {
        position.push_back((2 * i + 1) * kBlock);
        velocity.push_back(i < 0 ? 1 : -1);
    }
    return parse_scene(scene_of(position, velocity, 0.001, kLooked, law), "streams", ".");
}

struct Congested {
    std::vector<double> place;  ///< of the blocks at the end [m]
    double front = 0;           ///< half of what is filled at the end [m]
    double pressure = 0;        ///< mean of the middle contact's force from t = 0.1 s on [N]
    figures::Series glue;       ///< by place, at the end
};

Congested run_streams(const std::string& law, const Request& request, Verdict& verdict) {
    Congested seen;
    Scene scene = streams(law);
    Simulation simulation(std::move(scene.world), scene.settings);
    constexpr double kFrom = 0.1;
    follow(simulation, request, [&](const Simulation& now) {
        const FrameContacts contacts = now.contacts();
        for (std::size_t c = 0; c < contacts.first.size(); ++c) {
            // What the pair in the middle got in this step; glue is a memory of it, not a push.
            if (contacts.first[c] == kSide - 1 && now.world().time > kFrom)
                seen.pressure += contacts.impulse[c] / (kLooked - kFrom);
        }
    });
    seen.place = simulation.world().bodies.position;
    for (std::size_t i = 0; i + 1 < seen.place.size(); ++i) {
        if (seen.place[i + 1] - seen.place[i] < 1.01 * kBlock) seen.front += 0.5 * kBlock;
    }
    const FrameContacts contacts = simulation.contacts();
    for (std::size_t c = 0; c < contacts.first.size(); ++c) {
        seen.glue.x.push_back(seen.place[static_cast<std::size_t>(contacts.first[c])] + kBlock / 2);
        seen.glue.y.push_back(contacts.glue[c]);
    }
    check_promises(simulation, law == "gluey" ? "lubricated: " : "dry: ", verdict);
    return seen;
}

/// The first step of blocks that all touch: pressure and operator.
figures::Panel darcy(const Request& request, Verdict& verdict) {
    constexpr int kBlocks = 2 * kSide;
    std::vector<double> position, velocity;
    for (int i = 0; i < kBlocks; ++i) {
        position.push_back((i + 0.5) * kBlock);
        velocity.push_back(0.5 - (i + 0.5) / kBlocks);
    }
    Scene scene = parse_scene(scene_of(position, velocity, 1e-3, 1e-3, "inelastic"), "shock", ".",
                              {{"contact.margin", "0.0"}, {"solver.tolerance", "1e-4"}});
    Simulation simulation(std::move(scene.world), scene.settings);
    follow(simulation, request, [](const Simulation&) {});
    const FrameContacts contacts = simulation.contacts();
    figures::Series measured{"multipliers", {}, {}, figures::Mark::points, false, {}};
    figures::Series exact{"x (1 - x) / 2", {}, {}, figures::Mark::line, false, {}};
    double worst = 0;
    for (std::size_t c = 0; c < contacts.first.size(); ++c) {
        const double x = static_cast<double>(contacts.first[c] + 1) / kBlocks, p = contacts.impulse[c];
        worst = std::max(worst, std::abs(p - x * (1 - x) / 2));
        if (contacts.first[c] % 10 == 0) {
            measured.x.push_back(x);
            measured.y.push_back(p);
        }
    }
    for (int i = 0; i <= kBlocks; ++i) {
        const double x = static_cast<double>(i) / kBlocks;
        exact.x.push_back(x);
        exact.y.push_back(x * (1 - x) / 2);
    }
    verdict.at_most("shock: largest distance of the impulses to x (1 - x) / 2", worst, 1e-6, "N s");

    // B B* in units of 1/m, contacts numbered along the line: 2 on the diagonal, -1 beside it, nothing else.
    const ContactProblem& problem = simulation.problem();
    const DelassusProblem w = delassus_of(problem);
    const auto place = [&](Index c) { return std::min(problem.first[c], problem.second[c]); };
    double difference = 0;
    for (Index c = 0; c < w.contacts(); ++c) {
        for (std::int64_t k = w.start[c]; k < w.start[c + 1]; ++k) {
            const Index d = w.column[k];
            const double laplacian = c == d ? 2 : std::abs(place(c) - place(d)) == 1 ? -1 : 0;
            difference = std::max(difference, std::abs(w.value[k] * kBlock - laplacian));
        }
    }
    verdict.near("shock: contacts", w.contacts(), kBlocks - 1, 0);
    verdict.at_most("shock: largest difference of B B* to the discrete Laplacian", difference, 1e-12);
    return {"One shock: unilateral Darcy",
            {"x [m]", false, 0, 1},
            {"impulse [N s]", false, 0, {}},
            {exact, measured},
            {},
            {},
            {}};
}

}  // namespace

void macroscopic(const Request& request, Verdict& verdict) {
    const Congested dry = run_streams("inelastic", request, verdict);
    verdict.near("dry: half of the congested zone at t = 0.4 s, closed form t", dry.front, kLooked, 4 * kBlock, "m");
    verdict.near("dry: mean pressure in the middle, closed form 1", dry.pressure, 1, 0.02, "N");
    const Congested wet = run_streams("gluey", request, verdict);
    verdict.near("lubricated: half of the congested zone at t = 0.4 s", wet.front, kLooked, 4 * kBlock, "m");
    double worst = 0;
    figures::Series gamma{"-(t - |x|)", {-kLooked, 0, kLooked}, {0, -kLooked, 0}, figures::Mark::line, false, {}};
    for (std::size_t c = 0; c < wet.glue.x.size(); ++c) {
        const double exact = -std::max(0.0, kLooked - std::abs(wet.glue.x[c]));
        worst = std::max(worst, std::abs(wet.glue.y[c] - exact));
    }
    verdict.at_most("lubricated: largest distance of gamma to -(t - |x|) at t = 0.4 s", worst, 6 * kBlock, "N s");

    figures::Series density{"blocks", {}, {}, figures::Mark::line, false, {}};
    for (std::size_t i = 5; i + 5 < dry.place.size(); i += 2) {
        density.x.push_back(dry.place[i]);
        density.y.push_back(10 * kBlock / (dry.place[i + 5] - dry.place[i - 5]));
    }
    const figures::Series gas{
        "gas", {-0.6, -kLooked, -kLooked, kLooked, kLooked, 0.6}, {0.5, 0.5, 1, 1, 0.5, 0.5}, figures::Mark::line, true,
        {}};
    figures::Series glue = wet.glue;
    glue.name = "blocks";
    glue.mark = figures::Mark::points;
    figures::Chart chart;
    chart.title = "Blocks on a line beside the congested pressureless gas (Maury07)";
    chart.columns = 3;
    chart.width = 2400;
    chart.height = 900;
    chart.panels = {{"Two streams at t = 0.4 s",
                     {"x [m]", false, -0.6, 0.6},
                     {"density", false, 0, 1.1},
                     {density, gas},
                     {},
                     {},
                     {}},
                    {"Lubricated: gamma at t = 0.4 s",
                     {"x [m]", false, -0.6, 0.6},
                     {"gamma [N s]", false, {}, {}},
                     {gamma, glue},
                     {},
                     {},
                     {}},
                    darcy(request, verdict)};
    figures::write_chart(chart, request.folder / "figure.png");
}

}  // namespace galet::validation
