#include "galet/scene/sweeping_scene.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "galet/scene/document.hpp"
#include "galet/scene/scene_text.hpp"
#include "galet/scene/settings_reader.hpp"
#include "galet/scene/sweeping_set_reader.hpp"
#include "galet/simulation/catalogue.hpp"
#include "galet/sweeping/nearest_smooth.hpp"

namespace galet {
namespace {

using sweeping::Method;
using sweeping::Vector;

constexpr int kMostDimensions = 100;

Method method_of(const std::string& name) {
    if (name == "theta") return Method::theta;
    if (name == "penalty") return Method::penalty;
    return name == "event-driven" ? Method::event_driven : Method::catching_up;
}

void read_method(TableReader& table, SweepingScene& scene) {
    scene.method = table.choice("method", names_of(sweeping_methods()), "catching-up");
    scene.settings.method = method_of(scene.method);
    if (scene.settings.method == Method::theta) {
        scene.settings.theta = table.number("theta", kTheta, scene.settings.theta);
    } else {
        table.refuse({"theta"}, "method \"theta\"");
    }
    if (scene.settings.method == Method::penalty) {
        scene.settings.lambda = table.number("lambda", kPositive);
    } else {
        table.refuse({"lambda"}, "method \"penalty\"");
    }
}

std::vector<double> read_breaks(TableReader& table) {
    const auto list = table.find("breaks");
    if (!list) {
        table.record("breaks", "[]");
        return {};
    }
    const std::vector<double> breaks = numbers_of(*list, kPositive);
    if (std::adjacent_find(breaks.begin(), breaks.end(), std::greater_equal<>()) != breaks.end()) {
        list->expected("times that grow");
    }
    return breaks;
}

Vector read_start(TableReader& table, int dimension) {
    const std::string words = fmt::format("a list of {} numbers", dimension);
    const TomlValue value = table.need("start", words);
    if (dimension == 1 && value.is_number()) return Vector::Constant(1, number_of(value, kAnyNumber));
    const std::vector<double> numbers = numbers_of(value, kAnyNumber);
    if (static_cast<int>(numbers.size()) != dimension) value.expected(words);
    return Eigen::Map<const Vector>(numbers.data(), dimension);
}

/// What expressions are at the start: finite, and curved as convex functions are.
void check_inequalities(const TableReader& set, const sweeping::Inequalities& now, const Vector& start) {
    for (std::size_t k = 0; k < now.functions.size(); ++k) {
        const std::string at = fmt::format("at t = 0 and the start ({})", fmt::join(start, ", "));
        const double value = now.functions[k].value(start);
        const std::string which = fmt::format("expression {} (from 0)", k);
        if (!std::isfinite(value)) {
            set.fail("inequalities", fmt::format("{} is {} {}; a finite value is needed", which, value, at));
        }
        if (!sweeping::curves_up(now.functions[k], start, now.length)) {
            set.fail("inequalities",
                     fmt::format("{} is not convex {}; a set is where convex expressions are <= 0", which, at));
        }
    }
}

void check_start(const TableReader& table, const TableReader& set, const SweepingScene& scene) {
    const sweeping::ConvexSet now = scene.set.at(0);
    if (const auto* inequalities = std::get_if<sweeping::Inequalities>(&now)) {
        check_inequalities(set, *inequalities, scene.start);
    }
    if (scene.settings.method == Method::event_driven && !sweeping::faces_of(now)) {
        table.fail("method", "\"event-driven\" needs a set with faces: shapes \"half-space\", \"box\", \"polyhedron\"");
    }
    const sweeping::Nearest nearest = sweeping::nearest(now, scene.start);
    if (nearest.outcome == sweeping::Outcome::empty) throw InputError(set.place(), "the set is empty at t = 0");
    if (nearest.outcome == sweeping::Outcome::not_found) {
        throw InputError(set.place(),
                         "the point of the set nearest to the start was not found: is it smooth, convex "
                         "and with an interior?");
    }
    const double distance = (nearest.point - scene.start).norm();
    if (distance <= kStartTolerance * std::max(1.0, scene.start.cwiseAbs().maxCoeff())) return;
    table.fail("start", fmt::format("expected a point of the set at t = 0, found one that is {:.3g} away from it; the "
                                    "nearest is [{}]",
                                    distance, fmt::join(nearest.point, ", ")));
}

SweepingScene build(const Document& document, const std::string& name) {
    TableReader root = document.root();
    root.allow({"title", "sweeping"});
    SweepingScene scene;
    scene.name = name;
    scene.title = root.text("title", "");
    scene.resolved = root.recorded().lines();
    TableReader table = root.table("sweeping");
    table.allow({"dimension", "start", "method", "theta", "lambda", "step", "end", "breaks", "set"});
    const std::string words = fmt::format("an integer from 1 to {}", kMostDimensions);
    const int dimension = static_cast<int>(integer_of(table.need("dimension", words), 1, kMostDimensions));
    scene.start = read_start(table, dimension);
    read_method(table, scene);
    read_steps(table, scene.settings.step, scene.end);
    const std::vector<double> breaks = read_breaks(table);
    TableReader set = table.table("set");
    scene.set = read_moving_set(set, dimension, breaks);
    table.record("set", set.recorded().inline_table());
    scene.resolved += fmt::format("\n[sweeping]\n{}", table.recorded().lines());
    check_start(table, set, scene);
    return scene;
}

}  // namespace

SweepingScene load_sweeping_scene(const std::string& name_or_path, const std::vector<Override>& overrides) {
    const SceneText source = find_scene(name_or_path);
    return build(Document(source.text, source.file, overrides), source.name);
}

SweepingScene parse_sweeping_scene(const std::string& text, const std::string& file_label,
                                   const std::vector<Override>& overrides) {
    return build(Document(text, file_label, overrides), std::filesystem::path(file_label).stem().string());
}

AnyScene load_any_scene(const std::string& name_or_path, const std::vector<Override>& overrides) {
    const SceneText source = find_scene(name_or_path);
    if (Document(source.text, source.file, overrides).root().has("sweeping")) {
        return load_sweeping_scene(name_or_path, overrides);
    }
    return load_scene(name_or_path, overrides);
}

}  // namespace galet
