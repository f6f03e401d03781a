#include "galet/scene/sweeping_set_reader.hpp"

#include <fmt/format.h>

#include <memory>

#include "galet/core/formula.hpp"
#include "galet/scene/suggestion.hpp"
#include "galet/scene/time_value.hpp"
#include "galet/simulation/catalogue.hpp"

namespace galet {
namespace {

using sweeping::ConvexSet;
using sweeping::Vector;

using SetAt = std::function<ConvexSet(double t)>;

/// A vector of expressions of t.
class Components {
  public:
    Components(TableReader& table, const std::string& key, int dimension)
        : place_(table.place(key)),
          values_(time_values_of(table.need(key, fmt::format("a vector of {} numbers or expressions of t", dimension)),
                                 dimension)) {}

    Vector at(double t) const {
        Vector vector(static_cast<Eigen::Index>(values_.size()));
        for (std::size_t k = 0; k < values_.size(); ++k) vector[static_cast<Eigen::Index>(k)] = values_[k].at(t);
        return vector;
    }

    /// At least one component must not be 0.
    Vector direction_at(double t) const {
        Vector direction = at(t);
        if (direction.stableNorm() > 0) return direction;
        throw InputError(place_, fmt::format("expected a vector that is not 0, found 0 at t = {}", t));
    }

  private:
    Place place_;
    std::vector<TimeValue> values_;
};

struct Face {
    Components point, inward;

    Face(TableReader& table, int dimension) : point(table, "point", dimension), inward(table, "normal", dimension) {}
    sweeping::HalfSpace at(double t) const { return sweeping::half_space(point.at(t), inward.direction_at(t)); }
};

SetAt read_half_space(TableReader& table, int dimension) {
    return [face = Face(table, dimension)](double t) { return face.at(t); };
}

SetAt read_ball(TableReader& table, int dimension) {
    const Components center(table, "center", dimension);
    const TimeValue radius(table.need("radius", kNotNegative.words), kNotNegative);
    return [center, radius](double t) { return sweeping::Ball{center.at(t), radius.at(t)}; };
}

SetAt read_box(TableReader& table, int dimension) {
    const Components low(table, "min", dimension), high(table, "max", dimension);
    return [low, high](double t) { return sweeping::Box{low.at(t), high.at(t)}; };
}

SetAt read_polyhedron(TableReader& table, int dimension) {
    table.need("faces", "a list of faces, each with point and normal");
    std::vector<Face> faces;
    for (TableReader& entry : table.entries("faces")) {
        entry.allow({"point", "normal"});
        faces.emplace_back(entry, dimension);
    }
    if (faces.empty()) table.fail("faces", "expected at least one face with point and normal, found none");
    return [faces](double t) {
        std::vector<sweeping::HalfSpace> now;
        for (const Face& face : faces) now.push_back(face.at(t));
        return sweeping::polyhedron(now);
    };
}

/// An expression of t and place, its value finite or not.
std::shared_ptr<Formula> read_formula(const TomlValue& value, int dimension) {
    std::vector<std::string> variables = coordinate_names(dimension);
    variables.insert(variables.begin(), "t");
    try {
        return std::make_shared<Formula>(text_of(value), variables);
    } catch (const InputError& error) {
        value.fail(error.what());
    }
}

sweeping::ConvexFunction function_at(const std::shared_ptr<Formula>& formula, double t) {
    return {[formula, t](const Vector& x) {
                formula->set(0, t);
                for (Eigen::Index k = 0; k < x.size(); ++k) formula->set(static_cast<std::size_t>(k) + 1, x[k]);
                return formula->unchecked();
            },
            {}};
}

/// Of all expressions together. They are differences of values, taken anew in every iteration: more would take minutes.
constexpr int kMostSecondDerivatives = 100000;

SetAt read_inequalities(TableReader& table, int dimension) {
    const std::string words = "a list of expressions, each <= 0 in the set";
    std::vector<std::shared_ptr<Formula>> formulas;
    const TomlValue list = table.need("inequalities", words);
    for (const TomlValue& value : elements_of(list, words)) formulas.push_back(read_formula(value, dimension));
    if (formulas.empty()) list.expected(words);
    const int most = kMostSecondDerivatives / (dimension * dimension);
    if (formulas.size() > static_cast<std::size_t>(most)) {
        list.fail(fmt::format("expected at most {} expressions in {} dimensions, found {}", most, dimension,
                              formulas.size()));
    }
    const double length = table.number("length", kPositive, 1);
    return [=](double t) {
        sweeping::Inequalities set{dimension, {}, length};
        for (const auto& formula : formulas) set.functions.push_back(function_at(formula, t));
        return set;
    };
}

struct Shape {
    std::string name;
    Names keys;
    SetAt (*read)(TableReader&, int);
};

const Shape& shape_named(const std::string& name) {
    static const std::vector<Shape> all = {{"half-space", {"point", "normal"}, read_half_space},
                                           {"ball", {"center", "radius"}, read_ball},
                                           {"box", {"min", "max"}, read_box},
                                           {"polyhedron", {"faces"}, read_polyhedron},
                                           {"inequalities", {"inequalities", "length"}, read_inequalities}};
    return *std::find_if(all.begin(), all.end(), [&](const Shape& shape) { return shape.name == name; });
}

}  // namespace

std::vector<std::string> coordinate_names(int dimension) {
    std::vector<std::string> names = {"x", "y", "z"};
    if (dimension <= 3) return {names.begin(), names.begin() + dimension};
    names.clear();
    for (int k = 1; k <= dimension; ++k) names.push_back(fmt::format("x{}", k));
    return names;
}

sweeping::MovingSet read_moving_set(TableReader& table, int dimension, std::vector<double> breaks) {
    const Shape& shape = shape_named(table.choice("shape", names_of(sweeping_shapes())));
    Names keys = shape.keys;
    keys.insert(keys.end(), {"shape", "motion"});
    table.allow(keys);
    const SetAt set = shape.read(table, dimension);
    if (!table.has("motion")) return {dimension, set, std::move(breaks)};
    const Components motion(table, "motion", dimension);
    return {dimension, [=](double t) { return sweeping::translated(set(t), motion.at(t)); }, std::move(breaks)};
}

}  // namespace galet
