// A line at the end of a file by which its reader knows it for what was written: the length of what stands before it,
// and its CRC-32 (that of zlib). Every change of up to 32 bits in a row is noticed, any other but once in 2^32 times.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

namespace galet {

/// The line for these bytes, which ends with a line feed; always of the same length.
std::string seal_of(std::span<const std::byte> bytes);

/// A FileError where the file is missing, has no such line at its end, or is not what the line says. `what` says in
/// messages what it should be: "checkpoint".
void require_sealed(const std::filesystem::path& path, const std::string& what);

}  // namespace galet
