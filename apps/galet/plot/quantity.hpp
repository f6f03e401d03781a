// What the columns of a result mean: the words for them, their units, and the axes that suit them.
#pragma once

#include <optional>
#include <string>

#include "plot/result_record.hpp"

namespace galet::plot {

enum class AxisScale {
    linear,
    logarithmic,  ///< where anything is positive
    automatic     ///< logarithmic where all values are positive and span more than two decades
};

struct Quantity {
    std::string name;   ///< of its column
    std::string words;  ///< in legends and titles
    std::string label;  ///< of its axis, with unit
    AxisScale scale = AxisScale::linear;
    std::optional<double> Limits::*limit = nullptr;  ///< of the scene
    std::string limit_words = {};
};

/// Of a column that is not in the list: its name, no unit known.
Quantity quantity_named(const std::string& name);

}  // namespace galet::plot
