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

    /// Adds to the blocks of contact c, row of the first body or of the second and column of either. The first one has
    /// none where it is fixed.
    template <class Block>
    void add_second_second(Index c, const Block& block) {
        add(places_[c].second_second, stride_second(c), block);
    }
    template <class Block>
    void add_first_first(Index c, const Block& block) {
        add(places_[c].first_first, stride_first(c), block);
    }
    template <class Block>
    void add_first_second(Index c, const Block& block) {
        add(places_[c].first_second, stride_first(c), block);
    }
    template <class Block>
    void add_second_first(Index c, const Block& block) {
        add(places_[c].second_first, stride_second(c), block);
    }

  private:
    /// Where the blocks of a contact begin.
    struct Places {
        Index first = kFixed, second = 0;
        std::int64_t second_second = 0, first_first = 0, first_second = 0, second_first = 0;
    };
    std::int64_t stride_of(Index body) const {
        const std::size_t row = static_cast<std::size_t>(body) * width_;
        return start_[row + 1] - start_[row];
    }
    std::int64_t stride_first(Index c) const { return stride_of(places_[c].first); }
    std::int64_t stride_second(Index c) const { return stride_of(places_[c].second); }

    template <class Block>
    void add(std::int64_t at, std::int64_t stride, const Block& block) {
        for (int a = 0; a < width_; ++a) {
            for (int b = 0; b < width_; ++b) value_[at + a * stride + b] += block(a, b);
        }
    }

    int width_ = 1;
    std::vector<std::int64_t> start_, diagonal_;
    std::vector<Index> column_, order_;
    std::vector<double> value_;
    std::vector<Places> places_;
};

}  // namespace galet
