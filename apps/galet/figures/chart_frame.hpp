// The part of the plane that a panel of a chart shows, chosen from its data.
#pragma once

#include "figures/chart.hpp"
#include "figures/view.hpp"

namespace galet::figures {

struct ChartFrame {
    Range x, y;  ///< low < high; positive on logarithmic axes
};

/// Around all values that can be shown and all reference lines, with a little room; limits given by the axes prevail.
ChartFrame frame_of(const Panel& panel);

/// Where `v` is on an axis: 0 at its low end, 1 at its high end.
double fraction_of(const Axis& axis, const Range& range, double v);

/// The corner of the frame where the least is drawn; outside where there is something in all of them.
Legend legend_place(const Panel& panel, const ChartFrame& frame);

}  // namespace galet::figures
