#include "galet/io/hdf5_chunk.hpp"

#include <gtest/gtest.h>
#include <hdf5.h>

#include <cstdint>
#include <functional>
#include <random>

#include "io/samples.hpp"

namespace galet::hdf5 {
namespace {

/// What HDF5's own filters make of one chunk of numbers.
std::vector<std::byte> packed_by_hdf5(const std::vector<std::int64_t>& numbers) {
    const samples::Scratch scratch;
    const hsize_t count = numbers.size();
    const hid_t file = H5Fcreate((scratch / "c.h5").c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t space = H5Screate_simple(1, &count, nullptr);
    const hid_t list = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(list, 1, &count);
    H5Pset_shuffle(list);
    H5Pset_deflate(list, kDeflateLevel);
    H5Pset_fletcher32(list);
    const hid_t dataset = H5Dcreate2(file, "x", H5T_STD_I64LE, space, H5P_DEFAULT, list, H5P_DEFAULT);
    H5Dwrite(dataset, H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data());
    H5Fflush(file, H5F_SCOPE_LOCAL);
    const hsize_t place = 0;
    hsize_t size = 0;
    H5Dget_chunk_storage_size(dataset, &place, &size);
    std::vector<std::byte> stored(size);
    std::uint32_t left_out = 0;
    H5Dread_chunk(dataset, H5P_DEFAULT, &place, &left_out, stored.data());
    EXPECT_EQ(left_out, 0U);
    H5Dclose(dataset);
    H5Pclose(list);
    H5Sclose(space);
    H5Fclose(file);
    return stored;
}

void expect_as_hdf5(std::vector<std::int64_t> numbers, std::size_t given) {
    PackedChunk chunk(numbers.size() * sizeof(std::int64_t));
    chunk.pack(std::as_bytes(std::span(numbers).first(given)), sizeof(std::int64_t));
    std::fill(numbers.begin() + static_cast<std::ptrdiff_t>(given), numbers.end(), 0);
    const std::vector<std::byte> expected = packed_by_hdf5(numbers);
    EXPECT_TRUE(std::equal(chunk.bytes().begin(), chunk.bytes().end(), expected.begin(), expected.end()));
}

std::vector<std::int64_t> filled(std::size_t count, const std::function<std::int64_t()>& draw) {
    std::vector<std::int64_t> numbers(count);
    for (std::int64_t& number : numbers) number = draw();
    return numbers;
}

TEST(PackedChunk, HasTheBytesThatHdf5Writes) {
    std::mt19937_64 random(7);
    for (const std::size_t count : {1, 2, 3, 100, 8192, 30000}) {
        SCOPED_TRACE(count);
        expect_as_hdf5(filled(count, [] { return 0; }), count);
        expect_as_hdf5(filled(count, [] { return -1; }), count);
        expect_as_hdf5(filled(count, [&] { return static_cast<std::int64_t>(random() % 1000); }), count);
        expect_as_hdf5(filled(count, [&] { return static_cast<std::int64_t>(random()); }), count);
    }
}

TEST(PackedChunk, FillsUpWithZeros) {
    std::mt19937_64 random(9);
    expect_as_hdf5(filled(1000, [&] { return static_cast<std::int64_t>(random() % 70000); }), 333);
    expect_as_hdf5(filled(1000, [&] { return static_cast<std::int64_t>(random() % 70000); }), 1);
}

}  // namespace
}  // namespace galet::hdf5
