// Sparse matrices of FCLIB files: a group with the sizes `m`, `n`, the kind `nz` and the lists `p`, `i`, `x`.
//
//   nz >= 0   so many triplets: x[k] at row i[k], column p[k]; those at one place are added
//   nz = -1   compressed columns: those of column c are p[c] .. p[c + 1], at rows i[k]
//   nz = -2   compressed rows: those of row r are p[r] .. p[r + 1], at columns i[k]
#pragma once

#include <Eigen/SparseCore>

#include "galet/io/hdf5_handle.hpp"

namespace galet::fclib {

/// What stands in place of the number of triplets where entries are compressed by columns, or by rows.
inline constexpr std::int64_t kColumns = -1, kRows = -2;

/// Reads matrix `name` of a group, which must be of the given size. Everything is checked before it is used.
Eigen::SparseMatrix<double> read_matrix(const hdf5::Object& group, const std::string& name, std::size_t rows,
                                        std::size_t columns);

}  // namespace galet::fclib
