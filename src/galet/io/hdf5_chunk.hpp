// Packs a chunk the way HDF5's filters shuffle, deflate and Fletcher 32 do, one after the other, so that many chunks
// can be packed at once: HDF5 itself packs one at a time. What is packed here any reader of HDF5 unpacks.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace galet::hdf5 {

/// The level of deflate: fast, and on numbers whose bytes are shuffled nearly as small as the higher ones.
inline constexpr int kDeflateLevel = 1;

class PackedChunk {
  public:
    /// For chunks of so many bytes.
    explicit PackedChunk(std::size_t raw);

    /// Packs numbers of `width` bytes; where they are fewer than a chunk holds, zeros follow.
    void pack(std::span<const std::byte> numbers, std::size_t width);

    /// Empty where zlib had no memory.
    std::span<const std::byte> bytes() const { return std::span(packed_).first(size_); }

  private:
    std::vector<std::byte> shuffled_, packed_;
    std::size_t size_ = 0;
};

}  // namespace galet::hdf5
