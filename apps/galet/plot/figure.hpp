// The figures of `galet plot`: which there are, which suit a result, and their charts.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "plot/panel.hpp"

namespace galet::plot {

struct FigurePlan {
    std::string name;   ///< of the file, and of --what
    std::string title;  ///< after that of the scene
    std::vector<PanelPlan> panels;
};

/// Those drawn unless told: all that these results have the columns for, "overview" last; of people none of energies.
std::vector<FigurePlan> main_figures(std::span<const ResultRecord> results);

/// A figure by its name or the name of a quantity or column; an InputError with the nearest name where there is none.
FigurePlan figure_named(const std::string& name, std::span<const ResultRecord> results);

figures::Chart chart_of(const FigurePlan& plan, std::span<const ResultRecord> results, ScaleChoice scale);

}  // namespace galet::plot
