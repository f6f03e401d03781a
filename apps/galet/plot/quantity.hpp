// What the columns of a result mean: the words for them, their units, and the axes that suit them.
#pragma once

#include <optional>
#include <string>

#include "plot/result_record.hpp"

namespace galet::plot {

enum class AxisScale {
    linear,
    logarithmic,  ///< where values (those that are positive) and limit span a decade
    automatic     ///< where all values are positive and span two decades
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
