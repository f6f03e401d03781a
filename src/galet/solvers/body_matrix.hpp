// A square sparse matrix with one block of unknowns a body: a block for every body and two for every pair that touches,
// as sums over contacts fill it. Stored row by row, both triangles.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "galet/problem/contact_problem.hpp"
#include "galet/solvers/dissection.hpp"

namespace galet {

class BodyMatrix {
  public:
    /// Lays out blocks of width x width for the contacts of a problem.
    void assign(const ContactProblem& problem, int width);

    Graph pattern() const { return {start_, column_}; }
    std::span<const double> value() const { return value_; }
    Index size() const { return static_cast<Index>(start_.size()) - 1; }

    /// An order of the unknowns by nested dissection of the bodies.
    std::span<const Index> order() const { return order_; }

    void add_to_diagonal(double x) {
        for (const std::int64_t k : diagonal_) value_[k] += x;
    }
    void set_zero() { std::fill(value_.begin(), value_.end(), 0.0); }

    enum Side { first, second };  ///< the two bodies of a contact

    /// Adds to the block of contact c in the rows of one of its bodies and the columns of the same or the other one;
    /// the first body has none where it is fixed.
    template <class Block>
    void add(Index c, Side row, Side column, const Block& block) {
        const Places& places = places_[c];
        const std::int64_t at = places.block[row][column], stride = stride_of(places.body[row]);
        for (int a = 0; a < width_; ++a) {
            for (int b = 0; b < width_; ++b) value_[at + a * stride + b] += block(a, b);
        }
    }

  private:
    struct Places {
        Index body[2];
        std::int64_t block[2][2];  ///< where it begins, by the sides of row and column
    };
    std::int64_t stride_of(Index body) const {
        const std::size_t row = static_cast<std::size_t>(body) * width_;
        return start_[row + 1] - start_[row];
    }

    int width_ = 1;
    std::vector<std::int64_t> start_, diagonal_;
    std::vector<Index> column_, order_;
    std::vector<double> value_;
    std::vector<Places> places_;
};

}  // namespace galet
