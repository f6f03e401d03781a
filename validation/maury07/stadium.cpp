// 10,000 people leave a stadium: a floor plan of some 500 walls, made here, with barriers around a pitch and 20 gates.
//
// What must hold whatever they do: nobody overlaps anybody or a wall, every step is certified, nobody is lost, and who
// is still there is in the stadium and off the pitch, because walls have no gaps but the gates. The time of a step is
// noted: real time is 0.05 s.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "figures/picture.hpp"
#include "validation/follow.hpp"
#include "validation/maury07/crowd_figures.hpp"
#include "validation/maury07/maury07.hpp"
#include "validation/promises.hpp"

namespace galet::validation {
namespace {

constexpr double kLong = 130, kWide = 100, kPitchLong = 70, kPitchWide = 44;  ///< [m]
constexpr double kGate = 3, kBarrier = 4, kGap = 1.6, kRow = 2;               ///< [m]

constexpr double kCell = 2.5;  ///< edge of the cells of maps [m]

using Corners = std::array<Vec<2>, 4>;

Corners rectangle(double length, double width) {
    return {Vec<2>(-length / 2, -width / 2), Vec<2>(length / 2, -width / 2), Vec<2>(length / 2, width / 2),
            Vec<2>(-length / 2, width / 2)};
}

/// The text of a scene, as it grows.
struct Plan {
    std::string lines, exits, names;
    int gates = 0;

    static std::string line(const Vec<2>& a, const Vec<2>& b) {
        return fmt::format("[[{:#}, {:#}], [{:#}, {:#}]]", a[0], a[1], b[0], b[1]);
    }
    void add_wall(const Vec<2>& a, const Vec<2>& b) { lines += (lines.empty() ? "" : ", ") + line(a, b); }
    void add_gate(const Vec<2>& a, const Vec<2>& b) {
        exits += fmt::format("[[exits]]\nname = \"gate-{}\"\nsegment = {}\n", gates, line(a, b));
        names += fmt::format("{}\"gate-{}\"", gates == 0 ? "" : ", ", gates);
        ++gates;
    }

    void add_wall_with_gates(const Vec<2>& a, const Vec<2>& b, int count) {
        const Vec<2> along = (b - a).normalized();
        Vec<2> from = a;
        for (int k = 0; k < count; ++k) {
            const Vec<2> middle = a + (b - a) * ((k + 0.5) / count), half = along * (kGate / 2);
            add_wall(from, middle - half);
            add_gate(middle - half, middle + half);
            from = middle + half;
        }
        add_wall(from, b);
    }

    /// Pieces of barrier along a line, with gaps between them.
    void add_barriers(const Vec<2>& a, const Vec<2>& b, double start) {
        const double length = (b - a).norm();
        const Vec<2> along = (b - a) / length;
        for (double s = start; s + kBarrier < length - 1; s += kBarrier + kGap) {
            add_wall(a + s * along, a + (s + kBarrier) * along);
        }
    }
};

Plan stadium_plan() {
    Plan plan;
    const Corners outside = rectangle(kLong, kWide), pitch = rectangle(kPitchLong, kPitchWide);
    for (std::size_t k = 0; k < 4; ++k) {
        plan.add_wall(pitch[k], pitch[(k + 1) % 4]);
        plan.add_wall_with_gates(outside[k], outside[(k + 1) % 4], k % 2 == 0 ? 6 : 4);
    }
    int row = 0;
    for (double off = kBarrier; off < (kWide - kPitchWide) / 2 - 6; off += kRow, ++row) {
        const Corners ring = rectangle(kPitchLong + 2 * off, kPitchWide + 2 * off);
        for (std::size_t k = 0; k < 4; ++k) plan.add_barriers(ring[k], ring[(k + 1) % 4], 1 + 2 * (row % 2));
    }
    return plan;
}

/// Who sits in one of the four stands.
std::string stand(int count, const Vec<2>& low, const Vec<2>& high) {
    return fmt::format(
        "[[bodies]]\ncount = {}\nradius = {{ uniform = [0.18, 0.25] }}\n"
        "placement = {{ box = {{ min = [{:#}, {:#}], max = [{:#}, {:#}] }} }}\n",
        count, low[0], low[1], high[0], high[1]);
}

std::string scene_text() {
    const Plan plan = stadium_plan();
    constexpr double x = kLong / 2 - 1, y = kWide / 2 - 1, px = kPitchLong / 2 + 1, py = kPitchWide / 2 + 1;
    return "title = \"10,000 people leave a stadium\"\n[simulation]\ndimension = 2\nscheme = \"first-order\"\nstep = "
           "0.05\n"
           "end = 10.0\n[contact]\nmargin = 1e-2\n[solver]\ntolerance = 1e-2\nviolation = 1e-3\n[desired]\nexit = [" +
           plan.names + "]\nspeed = { normal = [1.3, 0.2] }\n" + plan.exits +
           "[[obstacles]]\nshape = \"floor-plan\"\nlines = [" + plan.lines + "]\n" + stand(3600, {-x, py}, {x, y}) +
           stand(3600, {-x, -y}, {x, -py}) + stand(1400, {-x, -py}, {-px, py}) + stand(1400, {px, -py}, {x, py});
}

/// Bodies where nobody can have come to through a gate.
std::int64_t misplaced(const Bodies& bodies) {
    std::int64_t count = 0;
    for (Index i = 0; i < bodies.size(); ++i) {
        const Vec<2> q = load<2>(bodies.position, i).cwiseAbs();
        const bool outside = q[0] > kLong / 2 || q[1] > kWide / 2;
        const bool on_pitch = q[0] < kPitchLong / 2 && q[1] < kPitchWide / 2;
        count += outside || on_pitch ? 1 : 0;
    }
    return count;
}

}  // namespace

void stadium(const Request& request, Verdict& verdict) {
    Scene scene = parse_scene(scene_text(), "stadium", ".");
    const Obstacles obstacles = scene.world.obstacles;
    const auto people = static_cast<double>(scene.world.bodies.size());
    Simulation simulation(std::move(scene.world), scene.settings);
    Paths paths(40);
    std::vector<CrowdMoment> moments;
    double longest = 0;  // seconds of a step
    follow(simulation, request, [&](const Simulation& now) {
        const std::int64_t step = now.world().step;
        if (step > 0) longest = std::max(longest, now.row().seconds);
        if (step % 4 == 0) paths.look(now.world().bodies);
        if (step > 0 && step % 50 == 0)
            moments.push_back(moment_of(now, fmt::format("t = {:.1f} s", now.world().time), kCell, obstacles));
    });
    const World& world = simulation.world();
    check_promises(simulation, "", verdict);
    verdict.near("people there and people who left", world.bodies.size() + static_cast<double>(world.leavings.size()),
                 people, 0);
    verdict.near("people outside the walls, or on the pitch", static_cast<double>(misplaced(world.bodies)), 0, 0);
    const Totals& totals = simulation.totals();
    verdict.note(fmt::format("{} walls, {} gates: {} of {} people have left after {:.1f} s", obstacles.walls.size(),
                             world.exits.size(), world.leavings.size(), people, world.time));
    verdict.note(fmt::format(
        "{:.3f} s of wall clock a step of 0.05 s, the longest {:.3f} s, {:.0f} iterations, at most {} contacts",
        totals.seconds / static_cast<double>(totals.steps), longest,
        static_cast<double>(totals.iterations) / static_cast<double>(totals.steps), totals.most_contacts));
    write_crowd_maps(moments, 2, "10,000 people leave a stadium, cells of 2.5 m", request.folder);
    paths.write(fmt::format("Paths of every fortieth person from the start (dots) to t = {:.0f} s", world.time),
                {{-67, -52, 0}, {67, 52, 0}}, obstacles, request.folder / "paths.png");
    figures::Chart flow;
    flow.title = "People a second through the 20 gates, over the last second";
    flow.panels = {
        {"",
         {"time [s]", false, 0, {}},
         {"people a second", false, 0, {}},
         {flow_of(world.leavings, static_cast<Index>(world.exits.size()), simulation.settings().step, world.step, 1.0)},
         {},
         {},
         figures::Legend::none}};
    figures::write_chart(flow, request.folder / "flow.png");
    figures::PictureStyle style;
    style.width = 2400;
    style.title = "10,000 people leave a stadium";
    style.quantity = "pressure [m/s]";
    figures::write_picture({2, world.bodies.position, world.bodies.radius, simulation.pressure(), &obstacles, nullptr,
                            figures::time_caption(world.time, world.step)},
                           style, request.folder / "figure.png");
}

}  // namespace galet::validation
