#include "galet/solvers/dissection.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace galet {
namespace {

/// Parts with no more nodes are not cut.
constexpr std::ptrdiff_t kLeaf = 12;
constexpr Index kNone = -1;

class Dissection {
  public:
    Dissection(const Graph& graph, int dimension, std::span<const double> position)
        : graph_(graph),
          dimension_(position.empty() ? 0 : dimension),
          position_(position),
          order_(graph.nodes()),
          part_(graph.nodes(), 0),
          key_(graph.nodes()),
          mate_(graph.nodes(), kNone),
          reached_(graph.nodes(), 0),
          from_(graph.nodes(), kNone) {
        for (Index i = 0; i < graph.nodes(); ++i) order_[i] = i;
    }

    std::vector<Index> run() {
        std::vector<std::span<Index>> left_to_cut = {std::span(order_)};
        while (!left_to_cut.empty()) {
            const std::span<Index> nodes = left_to_cut.back();
            left_to_cut.pop_back();
            if (std::ssize(nodes) <= kLeaf) continue;
            const auto [first, second] = cut(nodes);
            left_to_cut.push_back(first);
            left_to_cut.push_back(second);
        }
        return std::move(order_);
    }

  private:
    /// Rearranges nodes into two unconnected parts and their separator, and returns the parts.
    std::pair<std::span<Index>, std::span<Index>> cut(std::span<Index> nodes) {
        if (dimension_ > 0) {
            take_coordinate(nodes);
        } else {
            take_breadth_first_rank(nodes);
        }
        const std::size_t half = nodes.size() / 2;
        std::nth_element(nodes.begin(), nodes.begin() + static_cast<std::ptrdiff_t>(half), nodes.end(),
                         [&](Index a, Index b) { return std::pair(key_[a], a) < std::pair(key_[b], b); });
        const Index left = ++parts_, right = ++parts_;
        for (std::size_t k = 0; k < nodes.size(); ++k) part_[nodes[k]] = k < half ? left : right;
        cover_crossing_edges(nodes.first(half), right);

        const auto in = [&](Index part) { return [this, part](Index i) { return part_[i] == part; }; };
        const auto middle = std::stable_partition(nodes.begin(), nodes.end(), in(left));
        const auto end = std::stable_partition(middle, nodes.end(), in(right));
        return {std::span(nodes.begin(), middle), std::span(middle, end)};
    }

    void take_coordinate(std::span<const Index> nodes) {
        const auto at = [&](Index i, int axis) { return position_[static_cast<std::size_t>(i) * dimension_ + axis]; };
        int longest = 0;
        double length = -1;
        for (int axis = 0; axis < dimension_; ++axis) {
            double low = std::numeric_limits<double>::max(), high = -low;
            for (const Index i : nodes) {
                low = std::min(low, at(i, axis));
                high = std::max(high, at(i, axis));
            }
            if (high - low > length) {
                length = high - low;
                longest = axis;
            }
        }
        for (const Index i : nodes) key_[i] = at(i, longest);
    }

    /// Twice breadth first: the last node reached from anywhere is near an end, a good place to start from.
    void take_breadth_first_rank(std::span<const Index> nodes) {
        const Index last = rank_from(nodes, nodes.front());
        rank_from(nodes, last);
    }

    Index rank_from(std::span<const Index> nodes, Index first) {
        const Index part = part_[first];
        ++stamp_;
        queue_.clear();
        const auto reach = [&](Index i) {
            if (part_[i] != part || reached_[i] == stamp_) return;
            reached_[i] = stamp_;
            key_[i] = static_cast<double>(queue_.size());
            queue_.push_back(i);
        };
        reach(first);
        Index end = first;
        std::size_t head = 0;
        for (std::size_t next = 0;; ++next) {
            for (; head < queue_.size(); ++head) {
                for (const Index j : graph_.neighbours(queue_[head])) reach(j);
            }
            if (next == 0) end = queue_.back();
            while (next < nodes.size() && reached_[nodes[next]] == stamp_) ++next;
            if (next >= nodes.size()) return end;
            reach(nodes[next]);
        }
    }

    /// Takes the fewest nodes that touch all edges between the left nodes and the part `right` out of them.
    void cover_crossing_edges(std::span<const Index> left_nodes, Index right) {
        ++stamp_;
        const Index reached = stamp_;
        border_.clear();
        for (const Index i : left_nodes) {
            const auto near = graph_.neighbours(i);
            if (std::any_of(near.begin(), near.end(), [&](Index j) { return part_[j] == right; })) {
                border_.push_back(i);
            }
        }
        for (const Index i : border_) match_greedily(i, right);
        // A search that finds no way to a free node leaves what it reached marked: no later one can pass there.
        for (const Index i : border_) {
            if (mate_[i] == kNone) augment(i, right, reached);
        }
        // Koenig: left nodes that free left nodes do not reach, right nodes that they do.
        for (const Index i : border_) {
            if (mate_[i] != kNone && reached_[i] != reached) part_[i] = kNone;
        }
        for (const Index i : border_) {
            if (reached_[i] != reached) continue;
            for (const Index j : graph_.neighbours(i)) {
                if (part_[j] == right) part_[j] = kNone;
            }
        }
        for (const Index i : border_) {
            if (mate_[i] != kNone) mate_[mate_[i]] = kNone;
            mate_[i] = kNone;
        }
    }

    void match_greedily(Index i, Index right) {
        for (const Index j : graph_.neighbours(i)) {
            if (part_[j] != right || mate_[j] != kNone) continue;
            mate_[i] = j;
            mate_[j] = i;
            return;
        }
    }

    /// Looks for an alternating path from the free left node `root` to a free right node, breadth first, and flips it.
    void augment(Index root, Index right, Index reached) {
        queue_.assign(1, root);
        trail_.clear();
        reached_[root] = reached;
        for (std::size_t head = 0; head < queue_.size(); ++head) {
            for (const Index j : graph_.neighbours(queue_[head])) {
                if (part_[j] != right || reached_[j] == reached) continue;
                reached_[j] = reached;
                trail_.push_back(j);
                from_[j] = queue_[head];
                if (mate_[j] != kNone) {
                    reached_[mate_[j]] = reached;
                    queue_.push_back(mate_[j]);
                    continue;
                }
                flip(j);
                for (const Index i : queue_) reached_[i] = 0;
                for (const Index i : trail_) reached_[i] = 0;
                return;
            }
        }
    }

    void flip(Index free_right) {
        for (Index j = free_right; j != kNone;) {
            const Index i = from_[j], next = mate_[i];
            mate_[i] = j;
            mate_[j] = i;
            j = next;
        }
    }

    const Graph& graph_;
    int dimension_;
    std::span<const double> position_;
    std::vector<Index> order_;
    std::vector<Index> part_;  ///< by node; kNone in a separator
    std::vector<double> key_;
    std::vector<Index> mate_;            ///< the other end of the matched edge
    std::vector<Index> reached_, from_;  ///< by the search number `stamp_`; the left node a right one was reached from
    std::vector<Index> queue_, trail_, border_;
    Index parts_ = 0, stamp_ = 0;
};

}  // namespace

std::vector<Index> dissection_order(const Graph& graph, int dimension, std::span<const double> position) {
    return Dissection(graph, dimension, position).run();
}

}  // namespace galet
