#include "galet/io/fclib_matrix.hpp"

#include <limits>

#include "galet/core/types.hpp"
#include "galet/io/hdf5_array.hpp"
#include "galet/io/input_check.hpp"

namespace galet::fclib {
namespace {

struct Entries {
    std::vector<Index> p, i;
    std::vector<double> x;
};

/// Where entries k of compressed line l lie: p[l] <= k < p[l + 1].
void require_starts(const InputCheck& check, const std::string& key, const Entries& entries, std::size_t lines) {
    const std::vector<Index>& p = entries.p;
    check.require_length(key, p.size(), lines + 1);
    check.require(p.front() == 0, key, fmt::format("starts with {}; expected 0", p.front()));
    for (std::size_t l = 0; l < lines; ++l)
        check.require(p[l] <= p[l + 1], key, fmt::format("falls from {} to {}", p[l], p[l + 1]));
    const std::size_t used = static_cast<std::size_t>(p.back());
    check.require(
        used <= entries.i.size() && used <= entries.x.size(), key,
        fmt::format("ends with {}, beyond the {} places and {} values", used, entries.i.size(), entries.x.size()));
}

void require_triplets(const InputCheck& check, const std::string& key, const Entries& entries, std::size_t count) {
    check.require(count <= entries.p.size() && count <= entries.i.size() && count <= entries.x.size(), key,
                  fmt::format("{} triplets; the lists p, i, x hold {}, {} and {}", count, entries.p.size(),
                              entries.i.size(), entries.x.size()));
}

void require_places(const InputCheck& check, const std::string& key, const std::vector<Index>& places,
                    std::size_t count) {
    check.require_each(
        key, places, [count](Index k) { return k >= 0 && static_cast<std::size_t>(k) < count; },
        fmt::format("0 to {}", static_cast<std::int64_t>(count) - 1));
}

using Triplets = std::vector<Eigen::Triplet<double, int>>;

Triplets from_compressed(const Entries& entries, bool by_rows) {
    Triplets triplets;
    for (std::size_t l = 0; l + 1 < entries.p.size(); ++l)
        for (Index k = entries.p[l]; k < entries.p[l + 1]; ++k) {
            const int line = static_cast<int>(l), place = entries.i[k];
            triplets.emplace_back(by_rows ? line : place, by_rows ? place : line, entries.x[k]);
        }
    return triplets;
}

Triplets from_triplets(const Entries& entries) {
    Triplets triplets;
    for (std::size_t k = 0; k < entries.x.size(); ++k) triplets.emplace_back(entries.i[k], entries.p[k], entries.x[k]);
    return triplets;
}

/// What lies behind the entries in use was only reserved, and says nothing.
void cut(Entries& entries, std::size_t used, bool triplets) {
    if (triplets) entries.p.resize(used);
    entries.i.resize(used);
    entries.x.resize(used);
}

}  // namespace

Eigen::SparseMatrix<double> read_matrix(const hdf5::Object& group, const std::string& name, std::size_t rows,
                                        std::size_t columns) {
    const InputCheck check(group.file.string());
    const hdf5::Object matrix = hdf5::open_group(group, name);
    const std::int64_t m = hdf5::read_number(matrix, "m"), n = hdf5::read_number(matrix, "n"),
                       kind = hdf5::read_number(matrix, "nz");
    check.require(m == static_cast<std::int64_t>(rows) && n == static_cast<std::int64_t>(columns), name,
                  fmt::format("is {} by {}; expected {} by {}, as the vectors are", m, n, rows, columns));
    check.require(kind >= kRows && kind <= std::numeric_limits<Index>::max(), name + "/nz",
                  fmt::format("{}; expected a number of triplets, -1 or -2", kind));
    Entries entries{hdf5::read_array<Index>(matrix, "p"), hdf5::read_array<Index>(matrix, "i"),
                    hdf5::read_array<double>(matrix, "x")};
    const bool triplets = kind >= 0, by_rows = kind == kRows;
    if (triplets) {
        require_triplets(check, name + "/nz", entries, static_cast<std::size_t>(kind));
    } else {
        require_starts(check, name + "/p", entries, by_rows ? rows : columns);
    }
    cut(entries, static_cast<std::size_t>(triplets ? kind : entries.p.back()), triplets);
    require_places(check, name + "/i", entries.i, by_rows ? columns : rows);
    if (triplets) require_places(check, name + "/p", entries.p, columns);
    check.require_finite(name + "/x", entries.x);
    const Triplets all = triplets ? from_triplets(entries) : from_compressed(entries, by_rows);
    Eigen::SparseMatrix<double> result(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns));
    result.setFromTriplets(all.begin(), all.end());
    return result;
}

}  // namespace galet::fclib
