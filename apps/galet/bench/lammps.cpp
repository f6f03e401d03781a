#include "bench/lammps.hpp"

#include <fmt/format.h>
#include <fmt/os.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <numeric>

#include "galet/detection/contact_search.hpp"

namespace galet::app {
namespace {

constexpr double kDensity = 2500, kSeconds = 1;
constexpr int kSamples = 50;

double children_seconds() {
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    return static_cast<double>(usage.ru_utime.tv_sec) + 1e-6 * static_cast<double>(usage.ru_utime.tv_usec);
}

void write_bodies(const Bodies& bodies, double side, const std::filesystem::path& path) {
    double top = 0;
    for (Index i = 0; i < bodies.size(); ++i) top = std::max(top, bodies.position[3 * i + 2]);
    auto out = fmt::output_file(path.string());
    out.print("settling spheres\n\n{} atoms\n1 atom types\n\n", bodies.size());
    out.print("0 {0} xlo xhi\n0 {0} ylo yhi\n-0.01 {1} zlo zhi\n\nAtoms # sphere\n\n", side, top + 0.05);
    for (Index i = 0; i < bodies.size(); ++i) {
        out.print("{} 1 {} {} {} {} {}\n", i + 1, 2 * bodies.radius[i], kDensity, bodies.position[3 * i],
                  bodies.position[3 * i + 1], bodies.position[3 * i + 2]);
    }
    out.print("\nVelocities\n\n");
    for (Index i = 0; i < bodies.size(); ++i) {
        out.print("{} {} {} {} 0 0 0\n", i + 1, bodies.velocity[3 * i], bodies.velocity[3 * i + 1],
                  bodies.velocity[3 * i + 2]);
    }
}

void write_input(double side, const LammpsSettings& settings, const std::filesystem::path& path) {
    constexpr double kRestitution = 0.1, kPoisson = 0.25;
    const std::string law = fmt::format("hertz/material {} {} {} tangential linear_nohistory 0.0 0.0 damping tsuji",
                                        settings.young, kRestitution, kPoisson);
    const auto steps = static_cast<std::int64_t>(kSeconds / settings.step + 0.5);
    auto out = fmt::output_file(path.string());
    out.print("units si\natom_style sphere\nboundary f f f\nnewton off\ncomm_modify vel yes\nread_data bodies.txt\n");
    out.print("pair_style granular\npair_coeff * * {}\n", law);
    out.print("neighbor 0.001 bin\nneigh_modify delay 0 every 10 check yes\n");
    out.print("fix 1 all nve/sphere\nfix 2 all gravity 9.81 vector 0 0 -1\n");
    out.print("fix 3 all wall/gran granular {} xplane 0 {}\n", law, side);
    out.print("fix 4 all wall/gran granular {} yplane 0 {}\n", law, side);
    out.print("fix 5 all wall/gran granular {} zplane 0 NULL\n", law);
    out.print("timestep {}\nthermo {}\n", settings.step, steps);
    out.print("dump 1 all custom {} dump.txt id x y z\nrun {}\n", std::max<std::int64_t>(1, steps / kSamples), steps);
}

/// The deepest overlap over all samples [m].
double deepest_overlap(Bodies bodies, const std::filesystem::path& path) {
    const Obstacles none;
    std::ifstream in(path);
    std::string line;
    double deepest = 0;
    while (std::getline(in, line)) {
        if (!line.starts_with("ITEM: ATOMS")) continue;
        for (Index k = 0; k < bodies.size(); ++k) {
            Index id = 0;
            double x = 0, y = 0, z = 0;
            in >> id >> x >> y >> z;
            if (id < 1 || id > bodies.size()) return deepest;
            bodies.position[3 * (id - 1)] = x;
            bodies.position[3 * (id - 1) + 1] = y;
            bodies.position[3 * (id - 1) + 2] = z;
        }
        deepest = std::max(deepest, -ContactSearch(bodies, none).smallest_distance());
    }
    return deepest;
}

}  // namespace

bool has_lammps() { return std::system("command -v lmp > /dev/null 2>&1") == 0; }

std::optional<LammpsResult> settle_with_lammps(const Bodies& bodies, double side, const LammpsSettings& settings,
                                               const std::filesystem::path& folder) {
    std::filesystem::create_directories(folder);
    write_bodies(bodies, side, folder / "bodies.txt");
    write_input(side, settings, folder / "in.txt");
    std::filesystem::remove(folder / "dump.txt");
    const std::string command =
        fmt::format("cd '{}' && OMP_NUM_THREADS=1 lmp -in in.txt > log.txt 2>&1", folder.string());
    const double start = children_seconds();
    if (std::system(command.c_str()) != 0) return std::nullopt;
    LammpsResult result;
    result.cpu_seconds = children_seconds() - start;
    const double mean = std::accumulate(bodies.radius.begin(), bodies.radius.end(), 0.0) / bodies.size();
    result.overlap = deepest_overlap(bodies, folder / "dump.txt") / mean;
    return result;
}

}  // namespace galet::app
