#include "galet/io/hdf5_superblock.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace galet::hdf5 {
namespace {

// A superblock with addresses of eight bytes: signature, version, two sizes, marks, four addresses, checksum.
constexpr unsigned char kSignature[] = {0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};
constexpr std::size_t kVersionAt = 8;
constexpr std::size_t kAddressSizeAt = 9;
constexpr std::size_t kMarksAt = 11;
constexpr std::size_t kChecksumAt = 44;
using Superblock = std::array<unsigned char, 48>;

struct Words {
    std::uint32_t a, b, c;
};

void mix(Words& w) {
    w.a -= w.c, w.a ^= std::rotl(w.c, 4), w.c += w.b;
    w.b -= w.a, w.b ^= std::rotl(w.a, 6), w.a += w.c;
    w.c -= w.b, w.c ^= std::rotl(w.b, 8), w.b += w.a;
    w.a -= w.c, w.a ^= std::rotl(w.c, 16), w.c += w.b;
    w.b -= w.a, w.b ^= std::rotl(w.a, 19), w.a += w.c;
    w.c -= w.b, w.c ^= std::rotl(w.b, 4), w.b += w.a;
}

void finish(Words& w) {
    w.c ^= w.b, w.c -= std::rotl(w.b, 14);
    w.a ^= w.c, w.a -= std::rotl(w.c, 11);
    w.b ^= w.a, w.b -= std::rotl(w.a, 25);
    w.c ^= w.b, w.c -= std::rotl(w.b, 16);
    w.a ^= w.c, w.a -= std::rotl(w.c, 4);
    w.b ^= w.a, w.b -= std::rotl(w.a, 14);
    w.c ^= w.b, w.c -= std::rotl(w.b, 24);
}

/// The checksum of HDF5's metadata: Bob Jenkins' lookup3 (burtleburtle.net/bob/c/lookup3.c, public domain) of the first
/// 44 bytes, which are eleven little-endian words: three blocks of three, and two more.
std::uint32_t checksum(const Superblock& block) {
    const auto word = [&block](std::size_t i) {
        return static_cast<std::uint32_t>(block[4 * i]) | static_cast<std::uint32_t>(block[4 * i + 1]) << 8 |
               static_cast<std::uint32_t>(block[4 * i + 2]) << 16 | static_cast<std::uint32_t>(block[4 * i + 3]) << 24;
    };
    constexpr std::uint32_t kStart = 0xdeadbeef + kChecksumAt;
    Words w{kStart, kStart, kStart};
    for (std::size_t i = 0; i < 9; i += 3) {
        w.a += word(i), w.b += word(i + 1), w.c += word(i + 2);
        mix(w);
    }
    w.a += word(9), w.b += word(10);
    finish(w);
    return w.c;
}

void store_checksum(Superblock& block, std::uint32_t sum) {
    for (std::size_t i = 0; i < 4; ++i) block[kChecksumAt + i] = static_cast<unsigned char>(sum >> (8 * i));
}

}  // namespace

void clear_open_marks(std::span<std::byte> start) {
    Superblock block;
    if (start.size() < block.size()) return;
    std::memcpy(block.data(), start.data(), block.size());
    const bool known = std::memcmp(block.data(), kSignature, sizeof kSignature) == 0 &&
                       (block[kVersionAt] == 2 || block[kVersionAt] == 3) && block[kAddressSizeAt] == 8;
    if (!known) return;
    block[kMarksAt] = 0;
    store_checksum(block, checksum(block));
    std::memcpy(start.data(), block.data(), block.size());
}

}  // namespace galet::hdf5
