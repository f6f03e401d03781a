// Plain files written so that a failure is never silent and never leaves half a file under the final name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace galet {

/// A file open for writing. Every failure is a FileError that names the file and the system's reason.
class OutputFile {
  public:
    enum class Mode {
        replace,   ///< create, or empty what is there
        go_on,     ///< what is there must exist and is kept
        exclusive  ///< must not exist yet
    };
    OutputFile(std::filesystem::path path, Mode mode);
    ~OutputFile();
    OutputFile(OutputFile&& other) noexcept;
    OutputFile& operator=(OutputFile&& other) noexcept;

    /// Writes all bytes at the end of what was written so far; handed to the system before it returns.
    void write(std::span<const std::byte> bytes);
    void write(std::string_view text) { write(std::as_bytes(std::span(text))); }

    /// Writes all bytes from `offset` on; `bytes()` becomes the file's length.
    void write_at(std::uint64_t offset, std::span<const std::byte> bytes);

    /// Cuts the file to its first `bytes` bytes (or adds zeros up to there), and goes on from there.
    void truncate(std::uint64_t bytes);

    /// Waits until the disk holds the file. Where somebody removed it meanwhile, it is put back first, with all that
    /// was written.
    void sync();

    bool removed() const;  ///< does no name lead to the file any more?

    /// Gives the file another name, in place of what has it, and waits until the disk knows.
    void rename(const std::filesystem::path& to);

    /// Closes and reports what the system has to say; the destructor closes silently.
    void close();

    std::uint64_t bytes() const { return bytes_; }
    const std::filesystem::path& path() const { return path_; }
    int descriptor() const { return descriptor_; }

  private:
    [[noreturn]] void fail(const char* what, int error) const;
    void put_back();

    std::filesystem::path path_;
    int descriptor_ = -1;
    std::uint64_t bytes_ = 0;
};

/// Starts a text file that grows by lines, with `header` as its first; or, given how many bytes of it a checkpoint
/// remembers, drops what was written after them and goes on.
OutputFile open_log(const std::filesystem::path& path, const std::string& header,
                    std::optional<std::uint64_t> resume_bytes);

/// FileError "PATH: could not WHAT: REASON", the reason being that of errno value `error`.
[[noreturn]] void throw_file_error(const std::filesystem::path& path, std::string_view what, int error);

/// The name under which a file is written before it is renamed to `path`: in the same folder.
std::filesystem::path temporary_name(const std::filesystem::path& path);

/// Waits until the disk holds the names of a folder's files: after a rename.
void sync_folder(const std::filesystem::path& folder);

/// Renames `from` to `to` and waits until the disk knows.
void rename_durably(const std::filesystem::path& from, const std::filesystem::path& to);

/// Lets `fill` write a new file that takes the place of `path` at once when it is complete and on disk, or not at all.
/// What had the name before is kept as `previous`, where that is given; there is a complete file as `path` throughout.
void write_atomically(const std::filesystem::path& path, const std::function<void(OutputFile&)>& fill,
                      const std::filesystem::path& previous = {});
void write_atomically(const std::filesystem::path& path, std::string_view text);

/// The whole of a text file.
std::string read_text(const std::filesystem::path& path);

}  // namespace galet
