// A value of a scene with the key that leads to it, and its conversion to numbers, texts and vectors. A value that
// cannot be converted is an InputError at its own file and line.
#pragma once

#include <toml++/toml.h>

#include <array>
#include <string>
#include <vector>

#include "galet/core/error.hpp"
#include "galet/geometry/wall.hpp"

namespace galet {

/// What a number must be, in words ("a number > 0") and as a test. Every number must also be finite.
struct Admissible {
    const char* words;
    bool (*holds)(double);
};

inline constexpr Admissible kAnyNumber{"a finite number", [](double) { return true; }};
inline constexpr Admissible kPositive{"a finite number > 0", [](double x) { return x > 0; }};
inline constexpr Admissible kNotNegative{"a finite number >= 0", [](double x) { return x >= 0; }};
inline constexpr Admissible kPart{"a number in [0, 1]", [](double x) { return x >= 0 && x <= 1; }};
inline constexpr Admissible kTheta{"a number in [0.5, 1]", [](double x) { return x >= 0.5 && x <= 1; }};

struct TomlValue {
    const toml::node* node;
    std::string key;  ///< dotted, entries counted from 0: bodies.0.radius

    Place place() const;
    [[noreturn]] void fail(const std::string& problem) const;
    /// "expected <words>, found <the value>"
    [[noreturn]] void expected(const std::string& words) const;
    bool is_number() const { return node->is_number(); }
};

/// Where a node was written: a line of the scene, or an override.
Place place_of(const toml::node& node, const std::string& key);

double number_of(const TomlValue& value, const Admissible& admissible);
std::int64_t integer_of(const TomlValue& value, std::int64_t low, std::int64_t high);
std::string text_of(const TomlValue& value);
std::vector<TomlValue> elements_of(const TomlValue& value, const std::string& words);
std::vector<double> numbers_of(const TomlValue& value, const Admissible& admissible);

/// A list of `dimension` numbers; in one dimension a plain number as well.
Point vector_of(const TomlValue& value, int dimension, const Admissible& admissible = kAnyNumber);

/// A list of vectors, or one vector as a list of its own. In one dimension [1.0, 2.0] is two vectors.
std::vector<Point> vectors_of(const TomlValue& value, int dimension);

}  // namespace galet
