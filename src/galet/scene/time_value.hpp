// Numbers and vectors of a scene that may change with time: each number given as such or as an expression of t.
#pragma once

#include <array>
#include <memory>

#include "galet/core/formula.hpp"
#include "galet/scene/toml_value.hpp"

namespace galet {

class TimeValue {
  public:
    TimeValue() = default;
    /// A number, or an expression of t whose value is checked whenever it is taken; at t = 0 at once.
    TimeValue(const TomlValue& value, const Admissible& admissible);

    bool moves() const { return formula_ != nullptr; }
    double at(double t) const;
    double integral(double t) const;  ///< over [0, t]

  private:
    double number_ = 0;
    std::shared_ptr<Formula> formula_;  ///< null: the number
    Admissible admissible_ = kAnyNumber;
    Place place_;
};

/// As many as `dimension` says; in one dimension also a single value in place of a list.
std::vector<TimeValue> time_values_of(const TomlValue& value, int dimension);

class TimeVector {
  public:
    TimeVector() = default;
    TimeVector(const TomlValue& value, int dimension);

    bool moves() const;
    Point at(double t) const;
    Point integral(double t) const;

  private:
    std::array<TimeValue, 3> component_;
};

}  // namespace galet
