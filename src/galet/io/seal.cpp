#include "galet/io/seal.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <fstream>
#include <vector>

#include "galet/core/error.hpp"
#include "galet/io/output_file.hpp"

namespace galet {
namespace {

/// Length and checksum of bytes that come in pieces.
struct Sum {
    std::uint64_t bytes = 0;
    std::uint32_t crc = 0;

    void add(std::span<const std::byte> piece) {
        crc = static_cast<std::uint32_t>(
            ::crc32_z(crc, reinterpret_cast<const unsigned char*>(piece.data()), piece.size()));
        bytes += piece.size();
    }

    std::string line() const { return fmt::format("galet sealed {:016x} bytes crc32 {:08x}\n", bytes, crc); }
};

}  // namespace

std::string seal_of(std::span<const std::byte> bytes) {
    Sum sum;
    sum.add(bytes);
    return sum.line();
}

void require_sealed(const std::filesystem::path& path, const std::string& what) {
    if (!std::filesystem::exists(path)) throw FileError(fmt::format("{}: there is no {}", path.string(), what));
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    if (!file) throw_file_error(path, "open for reading", errno);
    std::string line = Sum().line();
    const std::streamoff size = file.tellg(), sealed = size - static_cast<std::streamoff>(line.size());
    const auto damaged = [&](const char* how) {
        throw FileError(fmt::format("{}: could not read the {}: {}", path.string(), what, how));
    };
    if (sealed < 0) damaged("it is cut short");
    Sum sum;
    std::vector<char> piece(std::size_t{1} << 20);
    file.seekg(0);
    for (std::streamoff left = sealed; left > 0;) {
        const std::streamoff part = std::min(left, static_cast<std::streamoff>(piece.size()));
        if (!file.read(piece.data(), part)) throw_file_error(path, "read", EIO);
        sum.add(std::as_bytes(std::span(piece).first(static_cast<std::size_t>(part))));
        left -= part;
    }
    if (!file.read(line.data(), static_cast<std::streamsize>(line.size()))) throw_file_error(path, "read", EIO);
    if (!line.starts_with("galet sealed ")) damaged("it is cut short, or not of this version of galet (no checksum)");
    if (line != sum.line()) damaged("it is damaged (its checksum does not fit)");
}

}  // namespace galet
