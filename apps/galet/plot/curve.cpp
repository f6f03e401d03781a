#include "plot/curve.hpp"

#include <cmath>
#include <limits>

namespace galet::plot {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// The first of two that is smallest; NaN is nothing.
void keep_lower(CurvePoint& kept, const CurvePoint& other) {
    if (std::isnan(kept.y) || other.y < kept.y) kept = other;
}

void keep_higher(CurvePoint& kept, const CurvePoint& other) {
    if (std::isnan(kept.y) || other.y > kept.y) kept = other;
}

}  // namespace

void Curve::join(Bucket& bucket, const Bucket& next) {
    keep_lower(bucket.low, next.low);
    keep_higher(bucket.high, next.high);
    keep_lower(bucket.low_positive, next.low_positive);
}

void Curve::join_neighbours() {
    for (std::size_t k = 0; k < buckets_.size() / 2; ++k) {
        buckets_[k] = buckets_[2 * k];
        join(buckets_[k], buckets_[2 * k + 1]);
    }
    buckets_.resize(buckets_.size() / 2);
    in_last_ = bucket_rows_ = 2 * bucket_rows_;
}

void Curve::add(double x, double y) {
    if (!std::isfinite(y)) y = kNone;
    const CurvePoint point{x, y};
    const Bucket row{point, point, point, {x, y > 0 ? y : kNone}};
    if (buckets_.empty() || in_last_ == bucket_rows_) {
        if (buckets_.size() == kBuckets) join_neighbours();
        buckets_.push_back(row);
        in_last_ = 1;
    } else {
        join(buckets_.back(), row);
        ++in_last_;
    }
    last_ = point;
    ++rows_;
    finite_ += !std::isnan(y);
    not_positive_ += y <= 0;
}

double Curve::smallest() const {
    CurvePoint low{0, kNone};
    for (const Bucket& bucket : buckets_) keep_lower(low, bucket.low);
    return low.y;
}

double Curve::largest() const {
    CurvePoint high{0, kNone};
    for (const Bucket& bucket : buckets_) keep_higher(high, bucket.high);
    return high.y;
}

double Curve::smallest_positive() const {
    CurvePoint low{0, kNone};
    for (const Bucket& bucket : buckets_) keep_lower(low, bucket.low_positive);
    return low.y;
}

std::vector<CurvePoint> Curve::points(bool logarithmic) const {
    std::vector<CurvePoint> points;
    const auto add_point = [&](const CurvePoint& point) {
        if (points.empty() || point.x > points.back().x) points.push_back(point);
    };
    if (!buckets_.empty() && bucket_rows_ > 1) add_point(buckets_.front().first);
    for (const Bucket& bucket : buckets_) {
        const CurvePoint& low = logarithmic ? bucket.low_positive : bucket.low;
        if (std::isnan(low.y)) {
            add_point(bucket.first);
            continue;
        }
        add_point(low.x < bucket.high.x ? low : bucket.high);
        add_point(low.x < bucket.high.x ? bucket.high : low);
    }
    if (!buckets_.empty()) add_point(last_);
    return points;
}

std::vector<CurvePoint> Curve::samples() const {
    std::vector<CurvePoint> samples;
    for (const Bucket& bucket : buckets_) samples.push_back(bucket.first);
    if (!buckets_.empty() && in_last_ > 1) samples.push_back(last_);
    return samples;
}

}  // namespace galet::plot
