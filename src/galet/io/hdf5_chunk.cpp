#include "galet/io/hdf5_chunk.hpp"

#include <zlib.h>

#include <cassert>
#include <cstdint>

namespace galet::hdf5 {
namespace {

constexpr std::size_t kChecksumSize = 4;

/// Ones' complement: 0 stays 0, all else comes to 1 ... 65535.
std::uint32_t fold(std::uint64_t sum) { return sum == 0 ? 0 : static_cast<std::uint32_t>((sum - 1) % 65535 + 1); }

/// Of 16-bit words whose high byte comes first; an odd byte at the end is the high one of a last word. Sums of 64 bits
/// hold a chunk of 100 MB.
std::uint32_t fletcher32(std::span<const std::byte> bytes) {
    std::uint64_t sum = 0, sum_of_sums = 0;
    for (std::size_t k = 0; k < bytes.size(); k += 2) {
        const auto high = std::to_integer<std::uint32_t>(bytes[k]);
        const auto low = k + 1 < bytes.size() ? std::to_integer<std::uint32_t>(bytes[k + 1]) : 0U;
        sum += high << 8 | low;
        sum_of_sums += sum;
    }
    return fold(sum_of_sums) << 16 | fold(sum);
}

}  // namespace

PackedChunk::PackedChunk(std::size_t raw) : shuffled_(raw), packed_(compressBound(raw) + kChecksumSize) {}

void PackedChunk::pack(std::span<const std::byte> numbers, std::size_t width) {
    // First all first bytes of the numbers, then all second ones, and so on.
    const std::size_t room = shuffled_.size() / width, count = numbers.size() / width;
    assert(count <= room);
    for (std::size_t b = 0; b < width; ++b) {
        for (std::size_t i = 0; i < count; ++i) shuffled_[b * room + i] = numbers[i * width + b];
        for (std::size_t i = count; i < room; ++i) shuffled_[b * room + i] = std::byte{0};
    }
    uLongf deflated = packed_.size() - kChecksumSize;
    const int answer = compress2(reinterpret_cast<Bytef*>(packed_.data()), &deflated,
                                 reinterpret_cast<const Bytef*>(shuffled_.data()), shuffled_.size(), kDeflateLevel);
    size_ = answer == Z_OK ? deflated : 0;
    if (size_ == 0) return;
    const std::uint32_t checksum = fletcher32(bytes());
    for (std::size_t k = 0; k < kChecksumSize; ++k)
        packed_[size_++] = static_cast<std::byte>(checksum >> (8 * k) & 0xff);
}

}  // namespace galet::hdf5
