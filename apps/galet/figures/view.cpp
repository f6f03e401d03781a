#include "figures/view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace galet::figures {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr View kNothing{{kInfinite, kInfinite, kInfinite}, {-kInfinite, -kInfinite, -kInfinite}};

// Of the bodies' extent: obstacles that end this near to them are shown whole, of others a little.
constexpr double kReach = 2, kBeyond = 0.2;
constexpr double kGround = 0.05;  ///< of a half-space this much is shown, of the bodies' extent
constexpr double kPadding = 0.02;

void include(View& box, int dimension, const double* center, double radius) {
    for (int k = 0; k < dimension; ++k) {
        if (!std::isfinite(center[k])) return;
        box.min[k] = std::min(box.min[k], center[k] - radius);
        box.max[k] = std::max(box.max[k], center[k] + radius);
    }
}

double extent(const View& box, int dimension) {
    double largest = 0;
    for (int k = 0; k < dimension; ++k) largest = std::max(largest, box.max[k] - box.min[k]);
    return largest;
}

bool empty(const View& box) { return !(box.min[0] <= box.max[0]); }

/// Puts obstacles into a box that started as the one around the bodies.
struct IncludeObstacle {
    View& box;
    int dimension;
    View bodies;

    void operator()(const Box& shape) { corners(shape.min, shape.max); }
    void operator()(const Block& shape) { corners(shape.min, shape.max); }
    void operator()(const UserWall&) {}
    void operator()(const FloorPlan& shape) {
        for (const Segment& line : shape.lines) (*this)(line);
    }
    void operator()(const Segment& shape) { corners(shape.from, shape.to); }
    void operator()(const Ball& shape) { include(box, dimension, shape.center.data(), shape.radius); }
    void operator()(const HalfSpace& shape) {
        if (empty(bodies)) return include(box, dimension, shape.point.data(), 0.5);
        Point foot{};
        double height = 0;
        for (int k = 0; k < dimension; ++k) {
            foot[k] = (bodies.min[k] + bodies.max[k]) / 2;
            height += (foot[k] - shape.point[k]) * shape.normal[k];
        }
        height += kGround * extent(bodies, dimension);
        for (int k = 0; k < dimension; ++k) foot[k] -= height * shape.normal[k];
        include(box, dimension, foot.data(), 0);
    }

    void corners(const Point& a, const Point& b) {
        include(box, dimension, a.data(), 0);
        include(box, dimension, b.data(), 0);
    }
};

void limit(View& box, const View& bodies, int dimension) {
    const double reach = kReach * extent(bodies, dimension);
    if (empty(bodies) || reach == 0) return;
    const double shown = kBeyond / kReach * reach;
    for (int k = 0; k < dimension; ++k) {
        if (box.min[k] < bodies.min[k] - reach) box.min[k] = bodies.min[k] - shown;
        if (box.max[k] > bodies.max[k] + reach) box.max[k] = bodies.max[k] + shown;
    }
}

View tight_view(const Snapshot& state) {
    View bodies = kNothing;
    const int dim = state.dimension;
    for (std::size_t i = 0; i < state.size(); ++i) include(bodies, dim, &state.position[i * dim], state.radius[i]);
    View box = bodies;
    if (state.obstacles)
        for (const ObstacleShape& shape : state.obstacles->shapes) std::visit(IncludeObstacle{box, dim, bodies}, shape);
    limit(box, bodies, dim);
    return box;
}

}  // namespace

View joined(const View& a, const View& b) {
    View box = a;
    for (int k = 0; k < 3; ++k) {
        box.min[k] = std::min(a.min[k], b.min[k]);
        box.max[k] = std::max(a.max[k], b.max[k]);
    }
    return box;
}

void Survey::add(const Snapshot& state) {
    box_ = joined(dimension_ > 0 ? box_ : kNothing, tight_view(state));
    dimension_ = state.dimension;
    for (const double v : state.value) {
        if (!std::isfinite(v)) continue;
        range_ = range_ ? Range{std::min(range_->low, v), std::max(range_->high, v)} : Range{v, v};
    }
    if (state.contacts)
        for (const double p : state.contacts->impulse) largest_impulse_ = std::max(largest_impulse_, std::abs(p));
    for (const double r : state.radius) sum_ += r;
    count_ += static_cast<double>(state.size());
}

View Survey::view() const {
    if (dimension_ == 0 || empty(box_)) return {{0, 0, 0}, {1, 1, 1}};
    View box = box_;
    const double size = extent(box, dimension_);
    for (int k = 0; k < dimension_; ++k) {
        const double padding = size > 0 ? kPadding * size : 0.5;
        box.min[k] -= padding;
        box.max[k] += padding;
    }
    for (int k = dimension_; k < 3; ++k) box.min[k] = box.max[k] = 0;
    return box;
}

Range Survey::range() const { return range_.value_or(Range{0, 1}); }

namespace {

Survey survey_of(std::span<const Snapshot> states) {
    Survey survey;
    for (const Snapshot& state : states) survey.add(state);
    return survey;
}

}  // namespace

View view_of(std::span<const Snapshot> states) { return survey_of(states).view(); }

Range range_of(std::span<const Snapshot> states) { return survey_of(states).range(); }

std::string time_caption(double time, std::int64_t step) {
    // Two decimals, more where the time needs them: 0.30, 0.125, 1e-05.
    const std::string plain = fmt::format("{:.2f}", time), exact = fmt::format("{:.6g}", time);
    return fmt::format("t = {} s, step {}", std::abs(time - std::stod(plain)) < 1e-9 ? plain : exact, step);
}

}  // namespace galet::figures
