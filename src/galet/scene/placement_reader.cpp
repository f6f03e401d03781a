#include "galet/scene/placement_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "galet/scene/suggestion.hpp"
#include "galet/simulation/catalogue.hpp"

namespace galet {
namespace {

/// More sites on an axis than any scene can use; keeps their product within 64 bits.
constexpr std::int64_t kMostOnAxis = 1000000;

/// More would take minutes to place one by one.
constexpr std::int64_t kMostAtRandom = 10000000;

/// More are not tried where they cannot fit, which fewer are to find out how many do.
constexpr std::size_t kManyTried = 100000;

BallRegion read_ball(TableReader& table, int dimension) {
    table.allow({"center", "radius"});
    return {table.vector("center", dimension), table.number("radius", kPositive)};
}

BoxRegion read_box(TableReader& table, int dimension) {
    table.allow({"min", "max"});
    const auto [min, max] = table.corners(dimension);
    return {min, max};
}

Point read_spacing(TableReader& table, int dimension) {
    const TomlValue value = table.need("spacing", "a number (m), or one for each axis");
    if (!value.is_number()) return vector_of(value, dimension, kPositive);
    const double spacing = number_of(value, kPositive);
    return {spacing, spacing, spacing};
}

std::array<std::int64_t, 3> read_counts(TableReader& table, int dimension) {
    const std::string words = fmt::format("a list of {} integers > 0", dimension);
    const TomlValue value = table.need("counts", words);
    const std::vector<TomlValue> elements = elements_of(value, words);
    if (static_cast<int>(elements.size()) != dimension) value.expected(words);
    std::array<std::int64_t, 3> counts{1, 1, 1};
    for (int k = 0; k < dimension; ++k) counts[k] = integer_of(elements[k], 1, kMostOnAxis);
    return counts;
}

Lattice read_lattice(TableReader& table, int dimension) {
    table.allow({"min", "counts", "spacing", "jitter"});
    return {table.vector("min", dimension), read_counts(table, dimension), read_spacing(table, dimension),
            table.number("jitter", kPart, 0.0)};
}

/// The name of the one placement that is given.
std::string placement_name(TableReader& placement, int dimension) {
    const Names names = names_of(placements());
    placement.allow(names);
    Names given;
    for (const std::string& name : names) {
        if (placement.has(name)) given.push_back(name);
    }
    if (given.size() != 1) {
        throw InputError(placement.place(), fmt::format("expected one of {}, found {}", quoted_list(names),
                                                        given.empty() ? "none" : quoted_list(given)));
    }
    if (given[0] == "ball" && dimension != 3) placement.fail("ball", "a ball is for 3D; use a disc in 2D, a box in 1D");
    if (given[0] == "disc" && dimension != 2) placement.fail("disc", "a disc is for 2D; use a ball in 3D, a box in 1D");
    return given[0];
}

Placement read_named(const std::string& name, TableReader& table, int dimension) {
    if (name == "lattice") return read_lattice(table, dimension);
    if (name == "box") return read_box(table, dimension);
    return read_ball(table, dimension);
}

}  // namespace

Placement read_placement(TableReader& entry, int dimension) {
    TableReader placement = entry.table("placement");
    const std::string name = placement_name(placement, dimension);
    TableReader table = placement.table(name);
    const Placement result = read_named(name, table, dimension);
    entry.record("placement", fmt::format("{{ {} = {} }}", name, table.recorded().inline_table()));
    return result;
}

std::int64_t read_count(TableReader& entry, const Placement& placement, std::int64_t most) {
    const auto* lattice = std::get_if<Lattice>(&placement);
    if (!lattice) return integer_of(entry.need("count", "an integer > 0"), 1, std::min(most, kMostAtRandom));
    const std::int64_t sites = lattice->sites();
    if (sites > most && !entry.has("count")) {
        entry.fail("placement", fmt::format("expected at most {} sites, found {}", most, sites));
    }
    return entry.integer("count", 1, std::min(most, sites), sites);
}

std::vector<double> generate(const TableReader& entry, const Placement& placement, std::span<const double> radius,
                             const Bodies& earlier, const Obstacles& obstacles, RandomStream& random) {
    if (const auto* lattice = std::get_if<Lattice>(&placement)) {
        return place_on_lattice(*lattice, earlier.dimension, radius, random);
    }
    const Region region = std::holds_alternative<BoxRegion>(placement) ? Region(std::get<BoxRegion>(placement))
                                                                       : Region(std::get<BallRegion>(placement));
    if (!std::isfinite(bounding_room(region, earlier.dimension))) {
        entry.fail("placement", "expected a region whose size is a finite number");
    }
    const double fraction = solid_fraction(region, earlier.dimension, radius);
    if (fraction > 1 && radius.size() > kManyTried) {
        entry.fail("placement",
                   fmt::format("too dense: the {} bodies fill {:.3g} times the region; use a larger region, "
                               "fewer bodies, or a lattice",
                               radius.size(), fraction));
    }
    RandomPlacement result = place_at_random(region, radius, earlier, obstacles, random);
    if (result.placed == radius.size()) return std::move(result.position);
    entry.fail(
        "placement",
        fmt::format("too dense for random placement: only {} of {} bodies fit, at a solid fraction of {:.3f}; use "
                    "a larger region, fewer bodies, or a lattice",
                    result.placed, radius.size(), result.solid_fraction));
}

}  // namespace galet
