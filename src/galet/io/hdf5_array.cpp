#include "galet/io/hdf5_array.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <functional>
#include <new>
#include <numeric>
#include <type_traits>

#include "galet/core/error.hpp"
#include "galet/core/parallel.hpp"
#include "galet/io/hdf5_attribute.hpp"
#include "galet/io/hdf5_chunk.hpp"

namespace galet::hdf5 {
namespace {

/// Chunks of a growing array that are packed at once: some 10 MB.
constexpr std::size_t kBatch = 64;

/// Numbers in a chunk of a fixed array: 128 KiB.
constexpr hsize_t kArrayChunk = 16384;

Handle chunked(const std::vector<hsize_t>& chunk, bool compressed, const Object& parent) {
    Handle list = own(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, parent.file, "make dataset properties");
    check(H5Pset_chunk(list, static_cast<int>(chunk.size()), chunk.data()), parent.file, "set chunks");
    if (compressed) {
        check(H5Pset_shuffle(list), parent.file, "set the shuffle filter");
        // H5Pset_deflate would let HDF5 store a chunk as it is where there is no memory to pack it, in the place of the
        // packed one and before the index says so.
        constexpr unsigned level[] = {kDeflateLevel};
        check(H5Pset_filter(list, H5Z_FILTER_DEFLATE, H5Z_FLAG_MANDATORY, 1, level), parent.file,
              "set the deflate filter");
        check(H5Pset_fletcher32(list), parent.file, "set checksums");
    }
    return list;
}

Handle simple_space(const std::vector<hsize_t>& shape, const std::vector<hsize_t>& most, const Object& parent) {
    return own(H5Screate_simple(static_cast<int>(shape.size()), shape.data(), most.data()), H5Sclose, parent.file,
               "make a data space");
}

Handle create_dataset(const Object& parent, const std::string& name, hid_t type, const Handle& space,
                      const Handle& list) {
    return own(H5Dcreate2(parent.id, name.c_str(), type, space, H5P_DEFAULT, list, H5P_DEFAULT), H5Dclose, parent.file,
               "create " + name);
}

bool is_known(H5Z_filter_t filter) {
    return filter == H5Z_FILTER_SHUFFLE || filter == H5Z_FILTER_DEFLATE || filter == H5Z_FILTER_FLETCHER32;
}

/// The filters of an array, from how it was made.
std::vector<H5Z_filter_t> filters_of(hid_t list) {
    std::vector<H5Z_filter_t> filters;
    for (int k = 0; k < H5Pget_nfilters(list); ++k) {
        unsigned flags = 0;
        std::size_t numbers = 0;
        filters.push_back(
            H5Pget_filter2(list, static_cast<unsigned>(k), &flags, &numbers, nullptr, 0, nullptr, nullptr));
    }
    return filters;
}

/// Numbers of a chunk; 1 where there are none.
double chunk_size(hid_t list) {
    std::array<hsize_t, H5S_MAX_RANK> chunk{};
    const int rank = H5Pget_layout(list) == H5D_CHUNKED ? H5Pget_chunk(list, H5S_MAX_RANK, chunk.data()) : 0;
    return std::accumulate(chunk.begin(), chunk.begin() + std::max(rank, 0), 1.0,
                           [](double product, hsize_t size) { return product * static_cast<double>(size); });
}

/// Refuses what the head of hdf5_array.hpp says.
void require_plain(hid_t dataset, const Object& parent, const std::string& name) {
    const Handle list = own(H5Dget_create_plist(dataset), H5Pclose, parent.file, "find out about " + name);
    const std::vector<H5Z_filter_t> filters = filters_of(list);
    const bool elsewhere = H5Pget_layout(list) == H5D_VIRTUAL || H5Pget_external_count(list) != 0;
    constexpr double kLargestChunk = 1 << 27;  // numbers of 8 bytes
    if (std::all_of(filters.begin(), filters.end(), is_known) && !elsewhere && chunk_size(list) <= kLargestChunk)
        return;
    throw FileError(
        fmt::format("{}: {}: stored in a way that is not read: expected no filters but shuffle, deflate "
                    "and Fletcher 32, chunks of at most 1 GiB and no other files",
                    parent.file.string(), name));
}

Handle open_dataset(const Object& parent, const std::string& name) {
    Handle dataset = own(H5Dopen2(parent.id, name.c_str(), H5P_DEFAULT), H5Dclose, parent.file, "find " + name);
    require_plain(dataset, parent, name);
    return dataset;
}

std::vector<hsize_t> shape_of(hid_t dataset, const Object& parent, const std::string& name) {
    const Handle space = own(H5Dget_space(dataset), H5Sclose, parent.file, "measure " + name);
    std::vector<hsize_t> shape(static_cast<std::size_t>(H5Sget_simple_extent_ndims(space)));
    check(H5Sget_simple_extent_dims(space, shape.data(), nullptr), parent.file, "measure " + name);
    return shape;
}

hssize_t count_of(hid_t dataset, const Object& parent, const std::string& name) {
    const Handle space = own(H5Dget_space(dataset), H5Sclose, parent.file, "measure " + name);
    return H5Sget_simple_extent_npoints(space);
}

/// HDF5 would turn fractions into whole numbers without a word.
void require_numbers(hid_t dataset, bool whole, const Object& parent, const std::string& name) {
    const Handle type = own(H5Dget_type(dataset), H5Tclose, parent.file, "read " + name);
    const H5T_class_t kind = H5Tget_class(type);
    if (kind == H5T_INTEGER || (kind == H5T_FLOAT && !whole)) return;
    throw FileError(
        fmt::format("{}: {}: expected {}", parent.file.string(), name, whole ? "whole numbers" : "numbers"));
}

/// Since HDF5 1.10 descriptions of arrays and lists of chunks can have checksums; ours do. Those of others are read
/// whole in a trial, or not at all: HDF5 believes whatever an older description says.
void require_checksums(hid_t dataset, const Object& parent, const std::string& name) {
    constexpr unsigned kWithChecksum = 2;  // version of an object header
    H5O_info_t info;
    check(H5Oget_info2(dataset, &info, H5O_INFO_HDR), parent.file, "find out about " + name);
    H5D_chunk_index_t index = H5D_CHUNK_IDX_BTREE;
    const bool known = H5Dget_chunk_index_type(dataset, &index) >= 0;
    if (info.hdr.version >= kWithChecksum && known && index != H5D_CHUNK_IDX_BTREE) return;
    throw FileError(fmt::format("{}: {}: described without checksums; expected chunks in the format of HDF5 1.10",
                                parent.file.string(), name));
}

/// Bytes that one may unfold to: deflate makes at most 1032.
constexpr hsize_t kMostUnfolded = 1100;

/// A few bytes may claim to be any number of values, which would be filled in; no memory is asked for on such a claim.
void require_stored(hid_t dataset, hsize_t count, std::size_t size, const Object& parent, const std::string& name) {
    const hsize_t stored = H5Dget_storage_size(dataset);
    if (count / kMostUnfolded <= stored / size) return;
    throw FileError(
        fmt::format("{}: {}: {} numbers cannot lie in {} bytes", parent.file.string(), name, count, stored));
}

}  // namespace

template <class T>
Object write_array(const Object& parent, const std::string& name, std::span<const T> values) {
    const hsize_t count = values.size();
    const hsize_t chunk = std::clamp<hsize_t>(count, 1, kArrayChunk);
    // An unlimited length lets an empty array be chunked, and so be like any other.
    const Handle space = simple_space({count}, {H5S_UNLIMITED}, parent);
    Object dataset{create_dataset(parent, name, file_type<T>(), space, chunked({chunk}, true, parent)), parent.file};
    if (count == 0) return dataset;
    check(H5Dwrite(dataset.id, memory_type<T>(), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), parent.file,
          "write " + name);
    return dataset;
}

template <class T>
std::vector<T> read_array(const Object& parent, const std::string& name) {
    const Handle dataset = open_dataset(parent, name);
    const std::vector<hsize_t> shape = shape_of(dataset, parent, name);
    if (shape.size() != 1) throw FileError(fmt::format("{}: {}: expected a list", parent.file.string(), name));
    require_numbers(dataset, std::is_integral_v<T>, parent, name);
    require_stored(dataset, shape[0], sizeof(T), parent, name);
    std::vector<T> values(shape[0]);
    if (values.empty()) return values;
    check(H5Dread(dataset, memory_type<T>(), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), parent.file,
          "read " + name);
    return values;
}

std::int64_t read_number(const Object& parent, const std::string& name) {
    const Handle dataset = open_dataset(parent, name);
    if (count_of(dataset, parent, name) != 1)
        throw FileError(fmt::format("{}: {}: expected one number", parent.file.string(), name));
    require_numbers(dataset, true, parent, name);
    std::int64_t value = 0;
    check(H5Dread(dataset, memory_type<std::int64_t>(), H5S_ALL, H5S_ALL, H5P_DEFAULT, &value), parent.file,
          "read " + name);
    return value;
}

std::string read_text_if_any(const Object& parent, const std::string& name) {
    if (!exists(parent, name)) return "";
    const Handle dataset = open_dataset(parent, name);
    const Handle type = own(H5Dget_type(dataset), H5Tclose, parent.file, "read " + name);
    constexpr std::size_t kLongest = 65536;
    if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) > 0 || H5Tget_size(type) > kLongest ||
        count_of(dataset, parent, name) != 1)
        return "";
    std::string text(H5Tget_size(type), '\0');
    check(H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()), parent.file, "read " + name);
    text.resize(std::min(text.size(), text.find('\0')));
    return text;
}

template Object write_array(const Object&, const std::string&, std::span<const double>);
template Object write_array(const Object&, const std::string&, std::span<const std::int64_t>);
template Object write_array(const Object&, const std::string&, std::span<const std::int32_t>);
template std::vector<double> read_array(const Object&, const std::string&);
template std::vector<std::int64_t> read_array(const Object&, const std::string&);
template std::vector<std::int32_t> read_array(const Object&, const std::string&);

template <class T>
GrowingArray<T>::GrowingArray(Object dataset, std::string name) : dataset_(std::move(dataset)), name_(std::move(name)) {
    measure();
}

template <class T>
GrowingArray<T> GrowingArray<T>::create(const Object& parent, const std::string& name, const Shape& shape) {
    std::vector<hsize_t> now = {0}, most = {H5S_UNLIMITED};
    now.insert(now.end(), shape.row.begin(), shape.row.end());
    most.insert(most.end(), shape.row.begin(), shape.row.end());
    const Handle space = simple_space(now, most, parent);
    const Handle list = chunked(shape.chunk, shape.compressed, parent);
    if (shape.fill) check(H5Pset_fill_value(list, memory_type<T>(), &*shape.fill), parent.file, "set the fill value");
    GrowingArray array(Object{create_dataset(parent, name, file_type<T>(), space, list), parent.file}, name);
    // Chunks that are packed here have the bytes of a number in the order of this machine.
    if (shape.compressed && std::endian::native == std::endian::little) array.chunk_ = shape.chunk;
    return array;
}

template <class T>
GrowingArray<T> GrowingArray<T>::open(const Object& parent, const std::string& name) {
    return {Object{open_dataset(parent, name), parent.file}, name};
}

template <class T>
void GrowingArray<T>::measure() {
    const std::vector<hsize_t> shape = shape_of(dataset_.id, dataset_, name_);
    if (shape.empty()) throw FileError(fmt::format("{}: {}: expected rows", dataset_.file.string(), name_));
    rows_ = shape[0];
    row_.assign(shape.begin() + 1, shape.end());
}

template <class T>
void GrowingArray<T>::refresh() {
    check(H5Drefresh(dataset_.id), dataset_.file, "look again at " + name_);
    measure();
}

template <class T>
void GrowingArray<T>::inspect() const {
    require_checksums(dataset_.id, dataset_, name_);
    require_numbers(dataset_.id, std::is_integral_v<T>, dataset_, name_);
    const Handle space = own(H5Dget_space(dataset_.id), H5Sclose, dataset_.file, "measure " + name_);
    hsize_t chunks = 0;
    H5Dget_num_chunks(dataset_.id, space, &chunks);
    // A writer may have made room for rows that it is about to write.
    constexpr hsize_t kPending = 2;
    const double row = std::accumulate(row_.begin(), row_.end(), 1.0, std::multiplies<>());
    const double rows = static_cast<double>(std::max(rows_, kPending) - kPending);
    const double whole_file = static_cast<double>(std::filesystem::file_size(dataset_.file));
    const double stored = static_cast<double>(H5Dget_storage_size(dataset_.id));
    if (rows * row * sizeof(T) > kMostUnfolded * stored || row * sizeof(T) > kMostUnfolded * whole_file)
        throw FileError(fmt::format("{}: {}: {} rows of {} numbers cannot lie in {} bytes", dataset_.file.string(),
                                    name_, rows_, row, stored));
    try_rows();
}

/// Rows that cannot be read are for who reads them to report; here HDF5 must survive them.
template <class T>
void GrowingArray<T>::try_rows() const {
    if (rows_ == 0) return;
    for (const hsize_t row : {hsize_t{0}, rows_ - 1}) {
        try {
            read(row, 1);
        } catch (const FileError&) {
        }
    }
}

template <class T>
hsize_t GrowingArray<T>::row_size() const {
    return std::accumulate(row_.begin(), row_.end(), hsize_t{1}, std::multiplies<>());
}

template <class T>
Handle GrowingArray<T>::select(hsize_t first, hsize_t count) const {
    Handle space = own(H5Dget_space(dataset_.id), H5Sclose, dataset_.file, "measure " + name_);
    std::vector<hsize_t> start(row_.size() + 1, 0), size = {count};
    start[0] = first;
    size.insert(size.end(), row_.begin(), row_.end());
    check(H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), nullptr, size.data(), nullptr), dataset_.file,
          "find rows of " + name_);
    return space;
}

template <class T>
void GrowingArray<T>::append(std::span<const T> values) {
    const hsize_t count = values.size() / row_size();
    assert(count * row_size() == values.size());
    if (count == 0) return;
    std::vector<hsize_t> shape = {rows_ + count};
    shape.insert(shape.end(), row_.begin(), row_.end());
    check(H5Dset_extent(dataset_.id, shape.data()), dataset_.file, "extend " + name_);
    if (chunk_.empty()) {
        write_rows(rows_, values);
    } else {
        // Chunks that begin or end outside of what is added are HDF5's to fill.
        const hsize_t begin = std::min((rows_ + chunk_[0] - 1) / chunk_[0] * chunk_[0], rows_ + count);
        const hsize_t end = std::max((rows_ + count) / chunk_[0] * chunk_[0], begin);
        const auto rows = [&](hsize_t first, hsize_t last) {
            return values.subspan((first - rows_) * row_size(), (last - first) * row_size());
        };
        write_rows(rows_, rows(rows_, begin));
        write_chunks(begin, rows(begin, end));
        write_rows(end, rows(end, rows_ + count));
    }
    rows_ += count;
}

template <class T>
void GrowingArray<T>::write_rows(hsize_t first, std::span<const T> values) {
    if (values.empty()) return;
    const hsize_t size = values.size();
    const Handle memory = own(H5Screate_simple(1, &size, nullptr), H5Sclose, dataset_.file, "make a data space");
    check(H5Dwrite(dataset_.id, memory_type<T>(), memory, select(first, size / row_size()), H5P_DEFAULT, values.data()),
          dataset_.file, "write " + name_);
}

/// Whole chunks, packed in parallel. A row may have several of them along its first axis, the last one in part.
template <class T>
void GrowingArray<T>::write_chunks(hsize_t first, std::span<const T> values) {
    const hsize_t room = std::accumulate(chunk_.begin(), chunk_.end(), hsize_t{1}, std::multiplies<>());
    const hsize_t layer = chunk_[0] * row_size();  // numbers of rows that share their chunks
    const hsize_t in_layer = (layer + room - 1) / room, chunks = values.size() / layer * in_layer;
    std::vector<PackedChunk> packed(std::min<hsize_t>(chunks, kBatch), PackedChunk(room * sizeof(T)));
    for (hsize_t batch = 0; batch < chunks; batch += kBatch) {
        const auto size = static_cast<Index>(std::min<hsize_t>(kBatch, chunks - batch));
        parallel_blocks(size, 1, [&](std::size_t k, Index, Index) {
            const hsize_t begin = (batch + k) % in_layer * room;
            const auto numbers = values.subspan((batch + k) / in_layer * layer + begin, std::min(room, layer - begin));
            packed[k].pack(std::as_bytes(numbers), sizeof(T));
        });
        for (hsize_t k = batch; k < batch + size; ++k) {
            std::vector<hsize_t> place(chunk_.size(), 0);
            place[0] = first + k / in_layer * chunk_[0];
            if (in_layer > 1) place[1] = k % in_layer * chunk_[1];
            const PackedChunk& chunk = packed[k - batch];
            if (chunk.bytes().empty()) throw std::bad_alloc();
            check(H5Dwrite_chunk(dataset_.id, H5P_DEFAULT, 0, place.data(), chunk.bytes().size(), chunk.bytes().data()),
                  dataset_.file, "write " + name_);
        }
    }
}

template <class T>
void GrowingArray<T>::read(hsize_t first, hsize_t count, std::span<T> values) const {
    assert(values.size() == count * row_size());
    if (values.empty()) return;
    const hsize_t size = values.size();
    const Handle memory = own(H5Screate_simple(1, &size, nullptr), H5Sclose, dataset_.file, "make a data space");
    check(H5Dread(dataset_.id, memory_type<T>(), memory, select(first, count), H5P_DEFAULT, values.data()),
          dataset_.file, "read " + name_);
}

template <class T>
std::vector<T> GrowingArray<T>::read(hsize_t first, hsize_t count) const {
    std::vector<T> values(count * row_size());
    read(first, count, values);
    return values;
}

template class GrowingArray<double>;
template class GrowingArray<std::int64_t>;

}  // namespace galet::hdf5
