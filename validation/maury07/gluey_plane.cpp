// A gluey ball and a gluey disc (Maury07): stuck until the integral of the pull has undone that of the push.
//
// The ball (kGluedBall) meets the wall at t = 1 s with 1 N s; the glue is -2 N s at t = 2 s and used up at 3 s, where a
// dry ball would leave at 2 s; q(4) = 1 m. A limit of the glue lets it go earlier. The disc (example `gluey-plane`)
// slides down a plane of 45 degrees; its weight turns round at 5 s, and with a limit of -2 N s it leaves at
// 5 + 2 / cos 45 = 7.828427 s.
#include <fmt/format.h>

#include <cmath>

#include "figures/chart.hpp"
#include "validation/follow.hpp"
#include "validation/maury07/maury07.hpp"
#include "validation/promises.hpp"

namespace galet::validation {

const char* const kGluedBall = R"(
[simulation]
dimension = 1
step = 0.01
end = 4.0
[contact]
law = "gluey"
margin = 1e-9
[solver]
violation = 1e-12
tolerance = 1e-6
[[bodies]]
position = [0.6]
radius = 0.1
mass = 1.0
[[obstacles]]
shape = "half-space"
point = [0.0]
normal = [1.0]
[[forces]]
type = "table"
times = [0.0, 2.0]
values = [[-1.0], [2.0]]
)";

namespace {

/// What a run shows over time.
struct Watched {
    figures::Series gap, glue;
    double left = 0;  ///< when it was off the wall again [s]
    double glue_at_2 = 0;
    double last_gap = 0;
};

/// `distance` of the bodies to the wall; `after`: when the pull begins [s].
Watched watch(Scene scene, const std::string& name, double after, const Request& request, Verdict& verdict) {
    Watched watched;
    watched.gap.name = watched.glue.name = name;
    Simulation simulation(std::move(scene.world), scene.settings);
    follow(simulation, request, [&](const Simulation& now) {
        const double t = now.world().time, gap = now.row().min_distance;
        const FrameContacts contacts = now.contacts();
        const double glue = contacts.glue.empty() ? 0.0 : contacts.glue[0];
        watched.gap.x.push_back(t);
        watched.gap.y.push_back(gap);
        watched.glue.x.push_back(t);
        watched.glue.y.push_back(glue);
        if (std::abs(t - 2) < 0.5 * now.settings().step) watched.glue_at_2 = glue;
        if (t > after && watched.left == 0 && gap > 1e-6) watched.left = t;
        watched.last_gap = gap;
    });
    check_promises(simulation, name + ": ", verdict);
    return watched;
}

void check_ball(const Request& request, Verdict& verdict, figures::Panel& gaps, figures::Panel& glues) {
    const double h = 0.005;
    const auto ball = [&](const std::string& limit, const std::string& name) {
        std::vector<Override> overrides = {step_override(h)};
        if (!limit.empty()) overrides.push_back({"contact.glue_limit", limit});
        return watch(parse_scene(kGluedBall, "ball", ".", overrides), name, 2, request, verdict);
    };
    const Watched whole = ball("", "no limit");
    verdict.near("ball: glue at t = 2 s", whole.glue_at_2, -2, 2 * h, "N s");
    verdict.near("ball: leaves at", whole.left, 3, 2 * h, "s");
    verdict.near("ball: q(4)", whole.last_gap, 1, 4 * h, "m");
    gaps.series.push_back(whole.gap);
    glues.series.push_back(whole.glue);
    for (const auto& [limit, leaves] : {std::pair("-1.5", 2.75), std::pair("-1.0", 2.5), std::pair("-0.5", 2.25)}) {
        const Watched limited = ball(limit, fmt::format("limit {} N s", limit));
        verdict.near(fmt::format("ball with a limit of {} N s: leaves at", limit), limited.left, leaves, 2 * h, "s");
        gaps.series.push_back(limited.gap);
        glues.series.push_back(limited.glue);
    }
}

}  // namespace

void gluey_plane(const Request& request, Verdict& verdict) {
    figures::Panel gaps{
        "A gluey ball", {"time [s]", false, 0, 4}, {"distance to the wall [m]", false, {}, {}}, {}, {}, {}, {}};
    figures::Panel glues{"its glue", {"time [s]", false, 0, 4}, {"gamma [N s]", false, {}, {}}, {}, {}, {}, {}};
    glues.legend = figures::Legend::none;
    check_ball(request, verdict, gaps, glues);

    figures::Panel plane{"A disc whose weight turns round",
                         {"time [s]", false, 4, 10},
                         {"distance to the plane [m]", false, {}, {}},
                         {},
                         {},
                         {},
                         {}};
    const double leaves = 5 + 2 * std::sqrt(2.0);
    for (const double h : {0.01, 0.1}) {
        const Watched disc =
            watch(load_scene("gluey-plane", {step_override(h)}), fmt::format("disc, h = {} s", h), 5, request, verdict);
        verdict.near(fmt::format("disc: leaves at, h = {} s", h), disc.left, leaves, 1.0000001 * h, "s");
        plane.series.push_back(disc.gap);
    }
    plane.lines.push_back({figures::ReferenceLine::Across::x, leaves, "5 + 2 / cos 45"});

    figures::Chart chart;
    chart.title = "Gluey contacts hold until the pull has undone the push (Maury07)";
    chart.columns = 3;
    chart.width = 2400;
    chart.height = 900;
    chart.panels = {gaps, glues, plane};
    figures::write_chart(chart, request.folder / "figure.png");
}

}  // namespace galet::validation
