#include "galet/io/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <system_error>
#include <utility>
#include <vector>

#include "galet/core/error.hpp"

namespace galet {

void throw_file_error(const std::filesystem::path& path, std::string_view what, int error) {
    throw FileError(fmt::format("{}: could not {}: {}", path.string(), what, std::generic_category().message(error)));
}

namespace {

int open_flags(OutputFile::Mode mode) {
    if (mode == OutputFile::Mode::replace) return O_CREAT | O_TRUNC;
    if (mode == OutputFile::Mode::exclusive) return O_CREAT | O_EXCL;
    return 0;
}

}  // namespace

OutputFile::OutputFile(std::filesystem::path path, Mode mode) : path_(std::move(path)) {
    descriptor_ = ::open(path_.c_str(), O_RDWR | O_CLOEXEC | open_flags(mode), 0666);
    if (descriptor_ < 0) fail("open for writing", errno);
    struct stat status {};
    if (::fstat(descriptor_, &status) == 0) bytes_ = static_cast<std::uint64_t>(status.st_size);
}

OutputFile::~OutputFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)), bytes_(other.bytes_) {}

OutputFile& OutputFile::operator=(OutputFile&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(descriptor_, other.descriptor_);
    std::swap(bytes_, other.bytes_);
    return *this;
}

void OutputFile::fail(const char* what, int error) const { throw_file_error(path_, what, error); }

void OutputFile::write(std::span<const std::byte> bytes) {
    const std::uint64_t end = bytes_;
    try {
        write_at(end, bytes);
    } catch (...) {
        // A piece that does not fit must not stay as half a row. Where even this fails the first error says more.
        [[maybe_unused]] const int ignored = ::ftruncate(descriptor_, static_cast<off_t>(end));
        bytes_ = end;
        throw;
    }
}

void OutputFile::write_at(std::uint64_t offset, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) fail("write", written < 0 ? errno : EIO);
        offset += static_cast<std::uint64_t>(written);
        bytes = bytes.subspan(static_cast<std::size_t>(written));
        bytes_ = std::max(bytes_, offset);
    }
}

void OutputFile::truncate(std::uint64_t bytes) {
    if (::ftruncate(descriptor_, static_cast<off_t>(bytes)) != 0) fail("shorten", errno);
    bytes_ = bytes;
}

bool OutputFile::removed() const {
    struct stat status {};
    return ::fstat(descriptor_, &status) == 0 && status.st_nlink == 0;
}

void OutputFile::put_back() {
    OutputFile copy(temporary_name(path_), Mode::replace);
    std::vector<std::byte> piece(std::size_t{1} << 20);
    while (copy.bytes() < bytes_) {
        const ssize_t got = ::pread(descriptor_, piece.data(), piece.size(), static_cast<off_t>(copy.bytes()));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) fail("read", got < 0 ? errno : EIO);
        copy.write(std::span(piece).first(static_cast<std::size_t>(got)));
    }
    copy.rename(path_);
    *this = std::move(copy);
}

void OutputFile::rename(const std::filesystem::path& to) {
    rename_durably(path_, to);
    path_ = to;
}

void OutputFile::sync() {
    if (removed()) put_back();
    if (::fsync(descriptor_) != 0 && errno != EINVAL && errno != EROFS) fail("write to disk", errno);
}

void OutputFile::close() {
    if (descriptor_ >= 0 && ::close(std::exchange(descriptor_, -1)) != 0) fail("close", errno);
}

std::filesystem::path temporary_name(const std::filesystem::path& path) {
    return path.parent_path() / ("." + path.filename().string() + ".part");
}

void sync_folder(const std::filesystem::path& folder) {
    const std::filesystem::path name = folder.empty() ? "." : folder;
    const int descriptor = ::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) throw_file_error(name, "open", errno);
    const int error = ::fsync(descriptor) == 0 ? 0 : errno;
    ::close(descriptor);
    // Some file systems cannot do this for a folder (EINVAL): there is nothing more to wait for.
    if (error != 0 && error != EINVAL) throw_file_error(name, "write to disk", error);
}

void rename_durably(const std::filesystem::path& from, const std::filesystem::path& to) {
    if (std::rename(from.c_str(), to.c_str()) != 0) throw_file_error(to, "replace", errno);
    sync_folder(to.parent_path());
}

namespace {

/// Lets `previous` name what is `path` now. A second name for the same file leaves `path` in place; not every file
/// system has those, and there `path` is missing for a moment.
void keep_as(const std::filesystem::path& previous, const std::filesystem::path& path) {
    if (!std::filesystem::exists(path)) return;
    const std::filesystem::path second = temporary_name(previous);
    std::error_code ignored;
    std::filesystem::remove(second, ignored);
    const bool linked = ::link(path.c_str(), second.c_str()) == 0;
    rename_durably(linked ? second : path, previous);
}

}  // namespace

void write_atomically(const std::filesystem::path& path, const std::function<void(OutputFile&)>& fill,
                      const std::filesystem::path& previous) {
    const std::filesystem::path temporary = temporary_name(path);
    try {
        OutputFile file(temporary, OutputFile::Mode::replace);
        fill(file);
        file.sync();
        file.close();
        if (!previous.empty()) keep_as(previous, path);
        rename_durably(temporary, path);
    } catch (...) {
        std::error_code ignored;
        std::filesystem::remove(temporary, ignored);
        throw;
    }
}

void write_atomically(const std::filesystem::path& path, std::string_view text) {
    write_atomically(path, [text](OutputFile& file) { file.write(text); });
}

std::string read_text(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw_file_error(path, "open for reading", errno);
    std::string text;
    for (std::array<char, 65536> piece; file.read(piece.data(), piece.size()) || file.gcount() > 0;)
        text.append(piece.data(), static_cast<std::size_t>(file.gcount()));
    if (file.bad()) throw_file_error(path, "read", errno != 0 ? errno : EIO);
    return text;
}

OutputFile open_log(const std::filesystem::path& path, const std::string& header,
                    std::optional<std::uint64_t> resume_bytes) {
    OutputFile file(path, resume_bytes ? OutputFile::Mode::go_on : OutputFile::Mode::replace);
    if (!resume_bytes) {
        file.write(header + "\n");
        return file;
    }
    if (file.bytes() < *resume_bytes)
        throw FileError(fmt::format("{}: holds {} bytes, fewer than the {} that belong to the checkpoint",
                                    path.string(), file.bytes(), *resume_bytes));
    file.truncate(*resume_bytes);
    return file;
}

}  // namespace galet
