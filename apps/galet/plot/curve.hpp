// A quantity over time, thinned while it is read so that a history of any length is a small picture.
//
// Rows are gathered in buckets of equally many. When there are too many buckets neighbours are joined, so that a bucket
// holds twice as many rows from then on. Of a bucket its smallest and largest value are drawn, at their own times:
// peaks stay where and as high as they were. As long as there are few rows a bucket is one row, and nothing is lost.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace galet::plot {

struct CurvePoint {
    double x = 0, y = 0;
};

class Curve {
  public:
    static constexpr std::size_t kBuckets = 1024;  ///< at most; a picture has about as many columns of pixels

    /// `y` that is not finite leaves a gap.
    void add(double x, double y);

    std::int64_t rows() const { return rows_; }
    std::int64_t bucket_rows() const { return bucket_rows_; }    ///< 1: nothing is left out
    std::int64_t finite() const { return finite_; }              ///< rows with a finite value
    std::int64_t not_positive() const { return not_positive_; }  ///< of these, those a logarithmic axis cannot show
    double first_x() const { return buckets_.front().first.x; }  ///< of a curve with a row
    double last_x() const { return last_.x; }
    double smallest() const, largest() const, smallest_positive() const;  ///< NaN where there is none

    /// What to draw, in the order of x. For a logarithmic axis the smallest value of a bucket is its smallest positive
    /// one; a bucket without one keeps its first value, which leaves a gap there.
    std::vector<CurvePoint> points(bool logarithmic) const;

    /// The first row of every bucket and the last row: curves of one file have them in the same rows.
    std::vector<CurvePoint> samples() const;

  private:
    struct Bucket {
        CurvePoint first, low, high, low_positive;  ///< y is NaN where there is none
    };
    static void join(Bucket& bucket, const Bucket& next);
    void join_neighbours();

    std::vector<Bucket> buckets_;
    CurvePoint last_;
    std::int64_t rows_ = 0, bucket_rows_ = 1, in_last_ = 0, finite_ = 0, not_positive_ = 0;
};

}  // namespace galet::plot
