// What `galet plot` shows of a result: every column of its history (of bodies or of a sweeping process) and of flow.csv
// as a curve, and the limits of its scene.
#pragma once

#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "plot/curve.hpp"

namespace galet::plot {

/// Rows outside of these times are left out [s].
struct TimeSpan {
    double from = -std::numeric_limits<double>::infinity(), to = std::numeric_limits<double>::infinity();
};

/// A column: "kinetic_energy"; or a part of a quantity that has several: x of "momentum", an exit of "people_left".
struct Trace {
    std::string quantity, part;
    Curve curve;

    std::string column() const { return part.empty() ? quantity : quantity + "_" + part; }
};

/// What the scene asks of every step, where it is known.
struct Limits {
    std::optional<double> error_bound;
    std::optional<double> violation, margin;  ///< [m]
};

struct ResultRecord {
    std::string name;   ///< of the folder
    std::string title;  ///< of the scene; the name where it has none
    bool sweeping = false;
    bool first_order = false;  ///< people, who have no mass: energies mean little
    std::vector<Trace> traces;
    Limits limits;

    std::vector<const Trace*> of(const std::string& quantity) const;
    const Trace* column(const std::string& name) const;  ///< null where there is none
};

/// Reads the files line by line; a run may still be writing them. Throws FileError where there is no result, a file
/// cannot be read or holds no step yet, and InputError where no step is in the time span.
ResultRecord read_result(const std::filesystem::path& folder, const TimeSpan& span);

/// As shown in legends: the last parts of the paths, or the paths where these are not enough to tell them apart.
std::vector<std::string> short_names(const std::vector<std::string>& folders);

}  // namespace galet::plot
