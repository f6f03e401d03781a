#include "galet/io/write_journal.hpp"

#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

namespace galet {
namespace {

constexpr std::uint64_t kPage = 4096;  ///< of memory; a system with larger ones is only safer

/// What precedes the new bytes, and as many old ones, in the journal.
struct Header {
    std::uint64_t check;   ///< of all that follows, so that a journal that was itself cut is known
    std::uint64_t target;  ///< inode: another file may have taken the name since
    std::uint64_t offset, size;
};

/// FNV-1a (Fowler, Noll, Vo): tells a complete record from a cut one.
std::uint64_t hash(std::span<const std::byte> bytes) {
    std::uint64_t value = 0xcbf29ce484222325U;
    for (const std::byte byte : bytes) value = (value ^ static_cast<std::uint64_t>(byte)) * 0x100000001b3U;
    return value;
}

std::uint64_t inode(const OutputFile& file) {
    struct stat status {};
    if (::fstat(file.descriptor(), &status) != 0) throw_file_error(file.path(), "look at", errno);
    return status.st_ino;
}

/// The record's header, its size 0 where the record is not complete.
Header parse(std::span<const std::byte> record) {
    Header header{};
    if (record.size() < sizeof header) return {};
    std::memcpy(&header, record.data(), sizeof header);
    if (header.size > (record.size() - sizeof header) / 2) return {};
    const auto checked = record.subspan(sizeof header.check, sizeof header - sizeof header.check + 2 * header.size);
    return header.check == hash(checked) ? header : Header{};
}

/// Fills `bytes` with those of the file; zeros past its end.
void read(const OutputFile& file, std::uint64_t offset, std::span<std::byte> bytes) {
    const ssize_t size = ::pread(file.descriptor(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (size < 0) throw_file_error(file.path(), "read", errno);
    std::fill(bytes.begin() + size, bytes.end(), std::byte{0});
}

/// Is `there` what a write of `fresh` over `old` leaves that was cut at the end of a page?
bool is_cut(std::uint64_t offset, std::span<const std::byte> there, std::span<const std::byte> fresh,
            std::span<const std::byte> old) {
    for (std::uint64_t done = 0; done < fresh.size(); done += kPage - (offset + done) % kPage)
        if (std::equal(there.begin(), there.begin() + static_cast<std::ptrdiff_t>(done), fresh.begin()) &&
            std::equal(there.begin() + static_cast<std::ptrdiff_t>(done), there.end(),
                       old.begin() + static_cast<std::ptrdiff_t>(done)))
            return true;
    return false;
}

}  // namespace

std::filesystem::path WriteJournal::name(const std::filesystem::path& path) {
    return path.parent_path() / ("." + path.filename().string() + ".journal");
}

WriteJournal::WriteJournal(const std::filesystem::path& path, const OutputFile& target)
    : file_(name(path), OutputFile::Mode::replace), target_(target) {
    // Waits for no more than a replay. Where the file system has no locks, the journal of a killed writer is not
    // replayed.
    ::flock(file_.descriptor(), LOCK_EX);
}

bool WriteJournal::may_be_cut(std::uint64_t offset, std::size_t size) { return offset % kPage + size > kPage; }

void WriteJournal::note(std::uint64_t offset, std::span<const std::byte> bytes) {
    Header header{0, inode(target_), offset, bytes.size()};
    record_.resize(sizeof header + 2 * bytes.size());
    std::memcpy(record_.data(), &header, sizeof header);
    std::memcpy(record_.data() + sizeof header, bytes.data(), bytes.size());
    read(target_, offset, std::span(record_).last(bytes.size()));
    header.check = hash(std::span(record_).subspan(sizeof header.check));
    std::memcpy(record_.data(), &header.check, sizeof header.check);
    file_.write_at(0, record_);
}

std::span<const std::byte> WriteJournal::replaced() const {
    return std::span(record_).last((record_.size() - sizeof(Header)) / 2);
}

void WriteJournal::remove() noexcept {
    std::error_code ignored;
    std::filesystem::remove(file_.path(), ignored);
}

void WriteJournal::replay(const std::filesystem::path& path) {
    if (!std::filesystem::exists(name(path))) return;
    const OutputFile journal(name(path), OutputFile::Mode::go_on);
    if (::flock(journal.descriptor(), LOCK_EX | LOCK_NB) != 0) return;
    const std::string text = read_text(name(path));
    const auto record = std::as_bytes(std::span(text));
    const Header header = parse(record);
    OutputFile target(path, OutputFile::Mode::go_on);
    if (header.size == 0 || header.target != inode(target)) return;
    const auto fresh = record.subspan(sizeof header, header.size);
    const auto old = record.subspan(sizeof header + header.size, header.size);
    std::vector<std::byte> there(header.size);
    read(target, header.offset, there);
    if (is_cut(header.offset, there, fresh, old)) target.write_at(header.offset, fresh);
}

}  // namespace galet
