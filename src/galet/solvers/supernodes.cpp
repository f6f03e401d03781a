#include "galet/solvers/supernodes.hpp"

#include <algorithm>

namespace galet {
namespace {

constexpr Index kNone = -1;

std::vector<Index> inverse_of(std::span<const Index> order) {
    std::vector<Index> place(order.size());
    for (std::size_t k = 0; k < order.size(); ++k) place[order[k]] = static_cast<Index>(k);
    return place;
}

/// Calls f(k) for the columns k < j with an entry in row j of the permuted matrix.
template <class F>
void for_each_before(const Graph& graph, const Supernodes& s, Index j, F&& f) {
    for (const Index neighbour : graph.neighbours(s.order[j])) {
        if (s.place[neighbour] < j) f(s.place[neighbour]);
    }
}

/// parent[j]: the row of the first entry below the diagonal in column j of L.
std::vector<Index> elimination_tree(const Graph& graph, const Supernodes& s) {
    const Index n = graph.nodes();
    std::vector<Index> parent(n, kNone), top(n, kNone);
    for (Index j = 0; j < n; ++j) {
        for_each_before(graph, s, j, [&](Index k) {
            while (k != kNone && k != j) {  // towards the root; shortcuts keep the way short
                const Index next = top[k];
                top[k] = j;
                if (next == kNone) parent[k] = j;
                k = next;
            }
        });
    }
    return parent;
}

/// An order in which every subtree is one stretch and children come before parents.
std::vector<Index> postorder(std::span<const Index> parent) {
    const Index n = static_cast<Index>(parent.size());
    std::vector<Index> child(n + 1, kNone), sibling(n, kNone), order, way;
    for (Index j = n; j-- > 0;) {  // backwards: lists of children come out ascending
        const Index p = parent[j] == kNone ? n : parent[j];
        sibling[j] = child[p];
        child[p] = j;
    }
    order.reserve(n);
    way.push_back(n);
    while (!way.empty()) {
        const Index j = way.back();
        if (child[j] != kNone) {
            way.push_back(child[j]);
            child[j] = sibling[child[j]];
        } else {
            if (j != n) order.push_back(j);
            way.pop_back();
        }
    }
    return order;
}

/// Puts the columns in postorder and returns their parents in it.
std::vector<Index> arrange(const Graph& graph, Supernodes& s) {
    const std::vector<Index> parent = elimination_tree(graph, s), post = postorder(parent), now = inverse_of(post);
    std::vector<Index> order(s.order.size()), arranged(s.order.size());
    for (std::size_t k = 0; k < post.size(); ++k) {
        order[k] = s.order[post[k]];
        arranged[k] = parent[post[k]] == kNone ? kNone : now[parent[post[k]]];
    }
    s.order = std::move(order);
    s.place = inverse_of(s.order);
    return arranged;
}

/// Entries of each column of L, the diagonal included: row j of L are the ways from the entries of row j of the matrix
/// up to j.
std::vector<Index> column_counts(const Graph& graph, const Supernodes& s, std::span<const Index> parent) {
    const Index n = graph.nodes();
    std::vector<Index> count(n, 1), seen(n, kNone);
    for (Index j = 0; j < n; ++j) {
        seen[j] = j;
        for_each_before(graph, s, j, [&](Index k) {
            for (; seen[k] != j; k = parent[k]) {
                seen[k] = j;
                ++count[k];
            }
        });
    }
    return count;
}

/// Whether two neighbouring supernodes on one branch are worth joining: few columns, or few zeros among the entries.
bool worth_joining(Index columns, double zeros, double entries) {
    const double part = zeros / entries;
    return columns <= 4 || (columns <= 16 && part < 0.5) || (columns <= 48 && part < 0.15) || part < 0.05;
}

struct Piece {
    Index first, columns, rows;
    double zeros;
    double entries() const { return static_cast<double>(columns) * (rows - 0.5 * (columns - 1)); }
};

/// Joins columns to supernodes from left to right; a stretch on top of the pile takes the one below it when that is its
/// last child.
std::vector<Piece> join_columns(std::span<const Index> parent, std::span<const Index> count) {
    std::vector<Piece> pile;
    for (Index j = 0; j < static_cast<Index>(parent.size()); ++j) {
        if (!pile.empty() && parent[j - 1] == j && count[j - 1] == count[j] + 1 && pile.back().zeros == 0) {
            ++pile.back().columns;  // exactly the same rows
            continue;
        }
        pile.push_back({j, 1, count[j], 0});
    }
    std::vector<Piece> joined;
    for (Piece piece : pile) {
        while (!joined.empty()) {
            const Piece& below = joined.back();
            if (parent[piece.first - 1] == kNone || parent[piece.first - 1] >= piece.first + piece.columns) break;
            Piece both = {below.first, below.columns + piece.columns, below.columns + piece.rows, 0};
            both.zeros = below.zeros + piece.zeros + both.entries() - below.entries() - piece.entries();
            if (!worth_joining(both.columns, both.zeros, both.entries())) break;
            joined.pop_back();
            piece = both;
        }
        joined.push_back(piece);
    }
    return joined;
}

void place_panels(std::span<const Piece> pieces, std::span<const Index> parent, Supernodes& s) {
    s.of_column.resize(parent.size());
    std::int64_t rows = 0;
    for (const Piece& piece : pieces) {
        std::fill_n(s.of_column.begin() + piece.first, piece.columns, static_cast<Index>(s.node.size()));
        s.node.push_back({piece.first, piece.columns, kNone, piece.rows, rows});
        rows += s.node.back().below();
        s.panel_size += static_cast<std::int64_t>(piece.rows) * piece.columns;
    }
    for (Supernode& node : s.node) {
        const Index up = parent[node.first + node.columns - 1];
        node.parent = up == kNone ? kNone : s.of_column[up];
    }
    s.row.resize(rows);
    s.in_parent.resize(rows);
}

/// Rows of a supernode: those of its columns in the matrix and those of its children, its own columns left out.
void list_rows(const Graph& graph, Supernodes& s) {
    std::vector<Index> seen(s.order.size(), kNone);
    std::vector<std::vector<Index>> found(s.node.size());
    for (Index k = 0; k < static_cast<Index>(s.node.size()); ++k) {
        Supernode& node = s.node[k];
        const Index end = node.first + node.columns;
        std::vector<Index>& rows = found[k];
        const auto add = [&](Index i) {
            if (i < end || seen[i] == k) return;
            seen[i] = k;
            rows.push_back(i);
        };
        const std::vector<Index> from_children = std::move(rows);
        rows.clear();
        for (const Index i : from_children) add(i);
        for (Index j = node.first; j < end; ++j) {
            for (const Index neighbour : graph.neighbours(s.order[j])) add(s.place[neighbour]);
        }
        std::sort(rows.begin(), rows.end());
        node.rows = node.columns + static_cast<Index>(rows.size());
        std::copy(rows.begin(), rows.end(), s.row.begin() + node.row_start);
        if (node.parent != kNone) found[node.parent].insert(found[node.parent].end(), rows.begin(), rows.end());
        rows = {};
    }
}

void relate_to_parents(Supernodes& s) {
    for (const Supernode& node : s.node) {
        for (std::int64_t k = node.row_start; k < node.row_start + node.below(); ++k) {
            s.in_parent[k] = s.row_in(s.node[node.parent], s.row[k]);
        }
    }
}

}  // namespace

double Supernode::flops() const {
    const double k = columns, r = below();
    return k * k * k / 3 + k * k * r + k * r * r;
}

Index Supernodes::row_in(const Supernode& s, Index i) const {
    if (i < s.first + s.columns) return i - s.first;
    const auto first = row.begin() + s.row_start;
    return s.columns + static_cast<Index>(std::lower_bound(first, first + s.below(), i) - first);
}

Supernodes find_supernodes(const Graph& graph, std::span<const Index> order) {
    Supernodes s;
    s.order.assign(order.begin(), order.end());
    s.place = inverse_of(s.order);
    const std::vector<Index> parent = arrange(graph, s);
    place_panels(join_columns(parent, column_counts(graph, s, parent)), parent, s);
    list_rows(graph, s);
    relate_to_parents(s);
    return s;
}

}  // namespace galet
