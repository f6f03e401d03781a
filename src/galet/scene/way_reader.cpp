#include "galet/scene/way_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "galet/crowd/way.hpp"
#include "galet/detection/wall_search.hpp"

namespace galet {
namespace {

/// Room around everything, of the clearance.
constexpr double kRoom = 4;

/// More nodes than this are a mistake: some hundred bytes each.
constexpr double kNodesAtMost = 1e8;

using Corner = std::array<double, 2>;

struct Extent {
    Corner low{1e300, 1e300}, high{-1e300, -1e300};

    void include(double x, double y, double room = 0) {
        low = {std::min(low[0], x - room), std::min(low[1], y - room)};
        high = {std::max(high[0], x + room), std::max(high[1], y + room)};
    }
};

/// The corners of walls that have some: of balls, blocks and segments.
struct IncludeWall {
    Extent& extent;

    void operator()(const Segment& s) const {
        extent.include(s.from[0], s.from[1]);
        extent.include(s.to[0], s.to[1]);
    }
    void operator()(const Block& b) const {
        extent.include(b.min[0], b.min[1]);
        extent.include(b.max[0], b.max[1]);
    }
    void operator()(const Ball& b) const { extent.include(b.center[0], b.center[1], b.radius); }
    void operator()(const HalfSpace& h) const { extent.include(h.point[0], h.point[1]); }
    void operator()(const UserWall&) const {}
};

/// Those that stand still: nobody knows where others will be.
std::vector<Wall> still_walls(const PlacedObstacles& placed) {
    std::vector<Wall> still;
    for (std::size_t w = 0; w < placed.obstacles.walls.size(); ++w) {
        if (!placed.origins[static_cast<std::size_t>(placed.obstacles.owner[w])].moves) {
            still.push_back(placed.obstacles.walls[w]);
        }
    }
    return still;
}

Extent extent_of(const PlacedObstacles& obstacles, const std::vector<Exit>& exits, const DesiredRecipe& recipe,
                 const Bodies& bodies) {
    Extent extent;
    for (const Wall& wall : still_walls(obstacles)) std::visit(IncludeWall{extent}, wall);
    const auto include = [&](const Door& door) {
        extent.include(door.from[0], door.from[1]);
        extent.include(door.to[0], door.to[1]);
    };
    for (const Exit& exit : exits) include(exit.door);
    for (const GoalRecipe& goal : recipe.goals) std::for_each(goal.doors.begin(), goal.doors.end(), include);
    for (Index i = 0; i < bodies.size(); ++i) {
        const Vec<2> q = load<2>(bodies.position, i);
        extent.include(q[0], q[1], bodies.radius[i]);
    }
    return extent;
}

/// The smallest radius of those who look for a way.
double smallest_walker(const DesiredRecipe& recipe, const Bodies& bodies) {
    double smallest = 1e300;
    for (std::size_t e = 0; e < bodies.groups.size(); ++e) {
        if (recipe.goals[static_cast<std::size_t>(recipe.of_entry[e])].kind != GoalRecipe::Kind::exit) continue;
        for (Index i = bodies.groups[e].first; i < bodies.groups[e].last; ++i) {
            smallest = std::min(smallest, bodies.radius[i]);
        }
    }
    return smallest;
}

std::string corner_text(const Corner& corner) {
    return fmt::format("[{}, {}]", toml_text(corner[0]), toml_text(corner[1]));
}

/// A corner of the grid; `otherwise` needs the bodies.
template <class Otherwise>
Corner read_corner(TableReader& table, const std::string& key, Otherwise otherwise) {
    if (table.has(key)) {
        const Point point = table.vector(key, 2);
        return {point[0], point[1]};
    }
    const Corner corner = otherwise();
    table.record(key, corner_text(corner));
    return corner;
}

}  // namespace

void read_way(const Document& document, const PlacedObstacles& obstacles, const std::vector<Exit>& exits,
              const Bodies* bodies, DesiredRecipe& recipe, std::string& resolved) {
    if (!recipe.plans_ways()) return document.root().refuse({"way"}, "goals given as `exit`");
    TableReader table = document.section("way");
    table.allow({"clearance", "min", "max", "spacing"});
    if (!bodies && !(table.has("clearance") && table.has("min") && table.has("max") && table.has("spacing"))) {
        table.fail("clearance", "a result to go on with has all keys of [way]; expected them here");
    }
    WalkingSettings way;
    const double smallest = bodies ? smallest_walker(recipe, *bodies) : 0.0;
    way.clearance = table.number("clearance", kPositive, smallest);
    if (bodies && way.clearance > smallest) {
        table.fail("clearance", fmt::format("expected at most the smallest radius of those who look for a way, {} m, "
                                            "found {}",
                                            smallest, way.clearance));
    }
    const double room = kRoom * way.clearance;
    const Extent extent = bodies ? extent_of(obstacles, exits, recipe, *bodies) : Extent{};
    way.low = read_corner(table, "min", [&] { return Corner{extent.low[0] - room, extent.low[1] - room}; });
    way.high = read_corner(table, "max", [&] { return Corner{extent.high[0] + room, extent.high[1] + room}; });
    if (!(way.low[0] < way.high[0] && way.low[1] < way.high[1])) {
        table.fail("max", "expected more than min in every component");
    }
    way.spacing = table.number("spacing", kPositive, default_spacing(way.low, way.high, way.clearance));
    if (way.spacing > kWidestSpacing * way.clearance * (1 + 1e-12)) {
        table.fail("spacing", fmt::format("expected at most {} of the clearance, {:.6g} m, found {}", kWidestSpacing,
                                          kWidestSpacing * way.clearance, way.spacing));
    }
    const double nodes =
        ((way.high[0] - way.low[0]) / way.spacing + 2) * ((way.high[1] - way.low[1]) / way.spacing + 2);
    if (!(nodes <= kNodesAtMost)) {
        table.fail("spacing",
                   fmt::format("expected a spacing that makes at most {:.0e} nodes, found {} m: {:.1e} nodes",
                               kNodesAtMost, way.spacing, nodes));
    }
    recipe.way = way;
    resolved += "\n[way]\n" + table.recorded().lines();
}

Goals make_goals(const DesiredRecipe& recipe, const PlacedObstacles& obstacles) {
    std::shared_ptr<const WalkingGrid> grid;
    if (recipe.way) grid = std::make_shared<const WalkingGrid>(*recipe.way, still_walls(obstacles));
    Goals goals;
    for (const GoalRecipe& goal : recipe.goals) {
        switch (goal.kind) {
            case GoalRecipe::Kind::given:
                goals.push_back(make_given());
                break;
            case GoalRecipe::Kind::formula:
                goals.push_back(make_formula_goal(goal.components));
                break;
            case GoalRecipe::Kind::toward:
                goals.push_back(make_toward(goal.point));
                break;
            case GoalRecipe::Kind::user:
                goals.push_back(make_user_goal(goal.name, goal.user));
                break;
            case GoalRecipe::Kind::exit:
                try {
                    goals.push_back(std::make_unique<Way>(grid, goal.doors));
                } catch (const InputError& error) {
                    throw InputError(goal.place, error.what());
                }
        }
    }
    return goals;
}

namespace {

/// Whether a person of radius r fits somewhere on the line.
bool somebody_fits(const Door& door, double r, const Obstacles& obstacles, const WallSearch& search) {
    constexpr double kPieces = 8, kMost = 1e6;  // a radius; in all, so that no exit takes longer than it is worth
    const int pieces = static_cast<int>(std::clamp(std::ceil(kPieces * (door.to - door.from).norm() / r), 1.0, kMost));
    for (int k = 0; k <= pieces; ++k) {
        const Vec<2> q = door.from + (door.to - door.from) * (static_cast<double>(k) / pieces);
        double distance = 1e300;
        search.for_each_near<2>(
            q, r, [&](Index w) { distance = std::min(distance, separate<2>(obstacles.walls[w], q, r).distance); });
        if (distance >= -1e-9 * r) return true;
    }
    return false;
}

void check_exits(const Document& document, const PlacedObstacles& obstacles, const std::vector<Exit>& exits,
                 const Bodies& bodies) {
    if (exits.empty() || bodies.size() == 0) return;
    const double r = *std::min_element(bodies.radius.begin(), bodies.radius.end());
    WallSearch search;
    search.build(2, obstacles.obstacles.walls);
    const std::vector<TableReader> entries = document.entries("exits");
    for (std::size_t e = 0; e < exits.size(); ++e) {
        if (somebody_fits(exits[e].door, r, obstacles.obstacles, search)) continue;
        entries[e].fail("segment", fmt::format("nobody fits through exit \"{}\": no point of it is {} m, the smallest "
                                               "radius, away from the obstacles; it is inside a wall, or too narrow",
                                               exits[e].name, r));
    }
}

}  // namespace

void check_ways(const Document& document, const DesiredRecipe& recipe, const PlacedObstacles& obstacles,
                const std::vector<Exit>& exits, const Goals& goals, const People& people, const Bodies& bodies) {
    check_exits(document, obstacles, exits, bodies);
    for (Index i = 0; i < bodies.size(); ++i) {
        const auto g = static_cast<std::size_t>(people.goal[i]);
        const auto* const way = dynamic_cast<const Way*>(goals[g].get());
        if (!way) continue;
        const Vec<2> q = load<2>(bodies.position, i);
        if (way->reaches(q)) continue;
        std::size_t entry = 0;
        while (i >= bodies.groups[entry].last) ++entry;
        throw InputError(recipe.goals[g].place,
                         fmt::format("person {} of bodies.{} at ({:.6g}, {:.6g}) cannot reach the exit: the obstacles "
                                     "leave no way that is {:.6g} m wide (twice way.clearance)",
                                     i, entry, q[0], q[1], 2 * recipe.way->clearance));
    }
}

}  // namespace galet
