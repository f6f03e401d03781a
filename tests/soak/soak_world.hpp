// A small random world as a plain value that writes itself as a scene: what is run, shrunk and printed.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "galet/geometry/wall.hpp"

namespace galet::soak {

struct SoakBody {
    Point position{}, velocity{};
    Point spin{};  ///< laws with friction; in 2D its first component
    double radius = 0, mass = 1;
};

/// An entry of [[obstacles]] or [[forces]]: its shape or type, and its other keys with values as TOML.
struct SoakEntry {
    std::string kind;
    std::vector<std::pair<std::string, std::string>> keys;

    bool has(const std::string& key) const;
};

struct SoakWorld {
    std::string family;
    std::uint64_t seed = 1, number = 0;  ///< which world it is

    int dimension = 2;
    std::string scheme = "maury";
    double theta = 0.5;
    double step = 0.1;  ///< [s]
    int steps = 1;

    std::string law = "inelastic";
    double restitution = 0, friction = 0, viscosity = 0, stiffness = 0;
    double glue_limit = 0;  ///< 0: none
    double range = 0;       ///< 0: none
    double margin = 1e-6;

    std::string method = "auto", local;  ///< `local` of nlgs
    double tolerance = 1e-3, violation = 1e-7;
    int max_iterations = 100000;
    bool warn = false;       ///< steps over their limits are taken
    bool subdivide = false;  ///< steps over their limits are taken in parts

    std::vector<SoakBody> bodies;
    double growth = 0;  ///< of all radii, which are equal where it is not 0 [m/s]
    std::vector<SoakEntry> obstacles, forces;
    std::vector<std::pair<std::string, std::string>> desired;  ///< scheme first-order
};

bool has_friction(const SoakWorld& world);
bool something_moves(const SoakWorld& world);  ///< obstacles or radii

/// Numbers that read back to the same double, as TOML.
std::string toml_number(double value);
std::string toml_vector(const Point& value, int size);

/// The whole world as a scene.
std::string scene_text(const SoakWorld& world);

}  // namespace galet::soak
