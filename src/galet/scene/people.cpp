// Who of the bodies of a scene has which goal, and how fast each wants to walk.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "galet/core/random.hpp"
#include "galet/scene/desired_reader.hpp"

namespace galet {
namespace {

/// Streams of random numbers for speeds: far from those of placements, which are the numbers of the entries.
constexpr std::uint64_t kSpeedStream = std::uint64_t{1} << 40;

std::vector<double> draw_speeds(const SpeedRecipe& recipe, std::size_t count, std::uint64_t seed,
                                std::uint64_t stream) {
    if (recipe.kind == SpeedRecipe::Kind::listed) {
        if (recipe.values.size() == 1) return std::vector<double>(count, recipe.values[0]);
        if (recipe.values.size() == count) return recipe.values;
        throw InputError(recipe.place, fmt::format("expected one speed, or one for each of the {} people, found {}",
                                                   count, recipe.values.size()));
    }
    std::vector<double> speeds(count);
    RandomStream random(seed, stream);
    std::uint64_t number = 0;
    for (double& speed : speeds) {
        if (recipe.kind == SpeedRecipe::Kind::uniform) {
            speed = random.uniform(recipe.values[0], recipe.values[1]);
            continue;
        }
        double normal = 0;
        do normal = normal_draws(seed, stream, number++)[0];
        while (std::abs(normal) > 2);
        speed = recipe.values[0] + normal * recipe.values[1];
    }
    return speeds;
}

/// The bodies of a goal, in order: [desired] is for all entries without their own, taken together.
std::vector<Index> members_of(const DesiredRecipe& recipe, const Bodies& bodies, Index goal) {
    std::vector<Index> members;
    for (std::size_t e = 0; e < bodies.groups.size(); ++e) {
        if (recipe.of_entry[e] != goal) continue;
        for (Index i = bodies.groups[e].first; i < bodies.groups[e].last; ++i) members.push_back(i);
    }
    return members;
}

}  // namespace

People make_people(const DesiredRecipe& recipe, const Bodies& bodies, std::uint64_t seed) {
    People people;
    const auto n = static_cast<std::size_t>(bodies.size());
    const auto d = static_cast<std::size_t>(bodies.dimension);
    people.goal.assign(n, 0);
    people.speed.assign(n, 1.0);
    people.onward.assign(n * d, 0.0);
    for (std::size_t g = 0; g < recipe.goals.size(); ++g) {
        const GoalRecipe& goal = recipe.goals[g];
        const std::vector<Index> members = members_of(recipe, bodies, static_cast<Index>(g));
        const std::vector<double> speed = draw_speeds(goal.speed, members.size(), seed, kSpeedStream + g);
        const bool given = goal.kind == GoalRecipe::Kind::given;
        if (given && goal.velocity.size() != 1 && goal.velocity.size() != members.size()) {
            throw InputError(goal.place, fmt::format("expected one vector, or one for each of the {} people, found {}",
                                                     members.size(), goal.velocity.size()));
        }
        if (given) people.given.resize(n * d, 0.0);
        for (std::size_t k = 0; k < members.size(); ++k) {
            const auto i = static_cast<std::size_t>(members[k]);
            people.goal[i] = static_cast<Index>(g);
            people.speed[i] = speed[k];
            if (!given) continue;
            const Point& v = goal.velocity[goal.velocity.size() == 1 ? 0 : k];
            std::copy(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(d),
                      people.given.begin() + static_cast<std::ptrdiff_t>(i * d));
        }
    }
    return people;
}

}  // namespace galet
