#include "doctor/built_in_problems.hpp"

#include <fmt/format.h>

#include "doctor/embedded.hpp"
#include "galet/simulation/simulation.hpp"

namespace galet::doctor {
namespace {

/// The problem of the last of some steps.
ContactProblem problem_of(Scene scene, int steps) {
    Simulation simulation(std::move(scene.world), scene.settings);
    for (int n = 0; n < steps && simulation.step(); ++n) continue;
    ContactProblem problem = simulation.problem();
    problem.leeway = problem.has_friction() ? 0.0 : 0.5 * kViolation;
    return problem;
}

/// Rows of touching discs in a box that fits.
ContactProblem crystal_2d() {
    const std::string counts = "[5, 4]", count = "20";
    return problem_of(embedded_scene("crystal-2d", {{"bodies.0.count", count},
                                                    {"bodies.1.count", count},
                                                    {"bodies.0.placement.lattice.counts", counts},
                                                    {"bodies.1.placement.lattice.counts", counts},
                                                    {"obstacles.0.max", "[0.055, 100.0]"}}),
                      2);
}

/// Touching spheres, face-centred cubic, two cells wide and high.
ContactProblem crystal_3d() {
    std::vector<Override> overrides = {{"obstacles.0.max", "[0.031213203435596427, 0.031213203435596427, 100.0]"}};
    for (int k = 0; k < 4; ++k) {
        overrides.push_back({fmt::format("bodies.{}.count", k), "8"});
        overrides.push_back({fmt::format("bodies.{}.placement.lattice.counts", k), "[2, 2, 2]"});
    }
    return problem_of(embedded_scene("crystal-3d", overrides), 2);
}

/// Grains that fall into a box; `contact` is what their table [contact] says.
ContactProblem grains(int dimension, int count, const std::string& contact, int steps) {
    const bool flat = dimension == 2;
    const std::string text = fmt::format(
        "[simulation]\ndimension = {}\nstep = 0.005\nend = 1.0\n"
        "[contact]\nmargin = 1e-3\n{}\n[solver]\nviolation = 1e-4\n"
        "[[bodies]]\ncount = {}\nradius = {{ uniform = [0.004, 0.006] }}\ndensity = 2500.0\n"
        "placement = {{ lattice = {{ min = {}, counts = {}, spacing = 0.013, jitter = 0.8 }} }}\n"
        "[[obstacles]]\nshape = \"box\"\nmin = {}\nmax = {}\n"
        "[[forces]]\ntype = \"gravity\"\nacceleration = {}\n",
        dimension, contact, count, flat ? "[0.0, 0.0]" : "[0.0, 0.0, 0.0]", flat ? "[6, 20]" : "[3, 3, 20]",
        flat ? "[0.0, 0.0]" : "[0.0, 0.0, 0.0]", flat ? "[0.079, 1.0]" : "[0.04, 0.04, 1.0]",
        flat ? "[0.0, -9.81]" : "[0.0, 0.0, -9.81]");
    return problem_of(parse_scene(text, "doctor", "."), steps);
}

/// Light discs one on the other, and one on top of them 10,000 times as heavy.
ContactProblem column() {
    return problem_of(parse_scene(R"(
[simulation]
dimension = 2
step = 0.005
end = 1.0
[contact]
margin = 0.0
[solver]
method = "interior-point"
[[bodies]]
position = [[0.0, 0.01], [0.0, 0.03], [0.0, 0.05], [0.0, 0.07], [0.0, 0.09], [0.0, 0.11], [0.0, 0.13], [0.0, 0.15]]
radius = 0.01
mass = [0.001, 0.001, 0.001, 0.001, 0.001, 0.001, 0.001, 10.0]
[[obstacles]]
shape = "half-space"
point = [0.0, 0.0]
normal = [0.0, 1.0]
[[forces]]
type = "gravity"
acceleration = [0.0, -9.81]
)",
                                  "doctor", "."),
                      1);
}

}  // namespace

std::vector<BuiltInProblem> built_in_problems() {
    const std::string rough = "law = \"coulomb\"\nfriction = 0.3", relaxed = "law = \"coulomb-convex\"\nfriction = 0.3";
    return {{"crystal-2d", "40 touching discs", crystal_2d()},
            {"crystal-3d", "32 touching spheres", crystal_3d()},
            {"packing-2d", "60 discs settled in a box", grains(2, 60, "", 40)},
            {"packing-3d", "45 spheres settled in a box", grains(3, 45, "", 40)},
            {"column", "8 discs, the top one 10,000 times as heavy", column()},
            {"gluey", "60 gluey discs", grains(2, 60, "law = \"gluey\"", 40)},
            {"films", "40 spheres with viscous films",
             grains(3, 40, "law = \"viscous\"\nviscosity = 1e-3\nrange = 0.002", 30)},
            {"friction-2d", "40 rough discs", grains(2, 40, rough, 30)},
            {"friction-3d", "30 rough spheres", grains(3, 30, rough, 30)},
            {"convex-3d", "30 rough spheres, friction relaxed", grains(3, 30, relaxed, 30)}};
}

}  // namespace galet::doctor
