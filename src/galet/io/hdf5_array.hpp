// Arrays in HDF5 files: fixed ones, written and read as a whole, and growing ones, row after row.
//
// All are chunked, shuffled, deflated (hdf5_chunk.hpp) and carry a checksum (Fletcher 32), except where said otherwise.
// Files of others may be plain. Arrays with other filters (HDF5 would load code for them), in chunks of more than 1 GiB
// or whose numbers lie in other files are refused.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "galet/io/hdf5_handle.hpp"

namespace galet::hdf5 {

/// A one-dimensional array as a whole; answers the dataset.
template <class T>
Object write_array(const Object& parent, const std::string& name, std::span<const T> values);

/// A FileError where the array is not a list of numbers (of whole ones, for integers), or claims to hold more than its
/// bytes in the file can unfold to.
template <class T>
std::vector<T> read_array(const Object& parent, const std::string& name);

/// A whole number that is stored as a list of one or as a scalar.
std::int64_t read_number(const Object& parent, const std::string& name);

/// A text stored with a fixed length; empty where there is no such dataset or it is something else.
std::string read_text_if_any(const Object& parent, const std::string& name);

/// Rows of a fixed shape, added at the end. `T` is double or std::int64_t.
template <class T>
class GrowingArray {
  public:
    struct Shape {
        std::vector<hsize_t> row;    ///< shape of one row; empty: a number
        std::vector<hsize_t> chunk;  ///< rows, then shape, of a chunk
        bool compressed = true;      ///< false for a few bytes a row: chunks are then rewritten in place
        std::optional<T> fill = {};  ///< stands for "nothing here" (the fill value of HDF5)
    };

    static GrowingArray create(const Object& parent, const std::string& name, const Shape& shape);
    static GrowingArray open(const Object& parent, const std::string& name);

    void append(std::span<const T> values);
    void read(hsize_t first, hsize_t count, std::span<T> values) const;
    std::vector<T> read(hsize_t first, hsize_t count) const;

    hsize_t rows() const { return rows_; }
    hsize_t row_size() const;  ///< numbers in a row
    const std::vector<hsize_t>& row_shape() const { return row_; }
    const Object& dataset() const { return dataset_; }

    /// Looks again at a file that another process is writing.
    void refresh();

    /// For the trial of a file: visits the place of every chunk, reads the first and the last row, and refuses rows
    /// that cannot lie in their bytes and arrays that are described without checksums.
    void inspect() const;

  private:
    GrowingArray(Object dataset, std::string name);
    void measure();
    void try_rows() const;
    Handle select(hsize_t first, hsize_t count) const;
    void write_rows(hsize_t first, std::span<const T> values);
    void write_chunks(hsize_t first, std::span<const T> values);

    Object dataset_;
    std::string name_;
    std::vector<hsize_t> row_;
    std::vector<hsize_t> chunk_;  ///< where chunks are packed here and not by HDF5; else empty
    hsize_t rows_ = 0;
};

}  // namespace galet::hdf5
