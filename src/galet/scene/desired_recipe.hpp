// What the people of a scene want, read and checked from the scene alone: goals are made from it with the walls, and
// who has which once the bodies are known. A resumed run takes people from its checkpoint and goals from here.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "galet/core/error.hpp"
#include "galet/crowd/door.hpp"
#include "galet/crowd/user_goal.hpp"
#include "galet/crowd/walking_grid.hpp"

namespace galet {

/// Desired speeds [m/s]: one for all, one a person, or drawn.
struct SpeedRecipe {
    enum class Kind { listed, uniform, normal };
    Kind kind = Kind::listed;
    std::vector<double> values = {1.0};  ///< listed: one, or one a person; uniform: least and most; normal: mean and
                                         ///< standard deviation, draws further than two of them are drawn again
    Place place;
};

struct GoalRecipe {
    enum class Kind { given, formula, toward, exit, user };
    Kind kind = Kind::given;
    Place place;                          ///< of the key that says where to
    std::vector<Point> velocity;          ///< given: one for all, or one a person [m/s]
    std::vector<std::string> components;  ///< formula
    Point point{};                        ///< toward [m]
    std::vector<Door> doors;              ///< exit
    SpeedRecipe speed;                    ///< toward, exit
    std::string name;                     ///< user
    UserVelocity user;                    ///< user; empty where the scene is read without its program
};

struct DesiredRecipe {
    std::vector<GoalRecipe> goals;
    std::vector<Index> of_entry;         ///< by entry of [[bodies]]: its goal
    std::optional<WalkingSettings> way;  ///< where a goal is an exit

    bool empty() const { return goals.empty(); }
    bool plans_ways() const;
};

}  // namespace galet
