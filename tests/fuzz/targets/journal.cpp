// Journals of writes that were cut. Where the first byte is even the rest is the journal as it is. Else it becomes one
// with a right checksum and inode: eight bytes are the offset, what follows the new and the old bytes.
#include <sys/stat.h>

#include <cstring>

#include "fuzz/memory_folder.hpp"
#include "fuzz/target.hpp"
#include "galet/io/write_journal.hpp"

namespace galet::fuzz {
namespace {

using Header = std::array<std::uint64_t, 4>;  ///< check, inode, offset, size

/// As in write_journal.cpp.
std::uint64_t hash(std::string_view bytes) {
    std::uint64_t value = 0xcbf29ce484222325U;
    for (const char byte : bytes) value = (value ^ static_cast<unsigned char>(byte)) * 0x100000001b3U;
    return value;
}

std::string with_header(std::string_view bytes, const std::filesystem::path& target) {
    struct stat status {};
    if (bytes.size() < 8 || ::stat(target.c_str(), &status) != 0) return "";
    Header header{0, status.st_ino, 0, (bytes.size() - 8) / 2};
    std::memcpy(&header[2], bytes.data(), 8);
    std::string record(sizeof header, '\0');
    std::memcpy(record.data(), header.data(), sizeof header);
    record += bytes.substr(8, 2 * header[3]);
    header[0] = hash(std::string_view(record).substr(8));
    std::memcpy(record.data(), header.data(), 8);
    return record;
}

}  // namespace

void journal(std::string_view bytes) {
    static const MemoryFolder folder;
    if (bytes.empty()) return;
    const std::filesystem::path target = folder.fill("t", std::string(20000, 'a'));
    const bool plain = bytes.front() % 2 == 0;
    bytes.remove_prefix(1);
    folder.fill(WriteJournal::name(target).filename(), plain ? std::string(bytes) : with_header(bytes, target));
    WriteJournal::replay(target);
}

}  // namespace galet::fuzz
