// Panels of curves: several quantities of one result on the same axes, or one quantity of several results.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "figures/chart.hpp"
#include "plot/quantity.hpp"

namespace galet::plot {

enum class ScaleChoice { by_quantity, all_logarithmic, all_linear };

/// What a panel shows. Quantities of one panel share unit and axis.
struct PanelPlan {
    std::string title;
    std::vector<std::string> quantities = {};  ///< names of quantities, or of single columns ("momentum_x")
    bool in_plane = false;                     ///< the path of a quantity of two parts instead
    bool of_masses = false;                    ///< means little where people have no mass
};

/// One panel for one result; for several results one panel a column. None where no result has such a column.
std::vector<figures::Panel> panels_of(const PanelPlan& plan, std::span<const ResultRecord> results, ScaleChoice scale);

}  // namespace galet::plot
