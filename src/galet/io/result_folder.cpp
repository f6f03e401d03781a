#include "galet/io/result_folder.hpp"

#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <string_view>
#include <vector>

#include "galet/core/error.hpp"
#include "galet/io/write_journal.hpp"

namespace galet {
namespace {

std::array<std::filesystem::path, 10> named_files(const ResultFiles& files) {
    return {files.scene(),   files.history(),    files.trajectory(),          files.xdmf(), files.final_state(),
            files.summary(), files.checkpoint(), files.previous_checkpoint(), files.flow(), files.fields()};
}

/// Whether a name is FRONT DIGITS BACK.
bool is_numbered(const std::string& name, std::string_view front, std::string_view back) {
    if (!name.starts_with(front) || !name.ends_with(back)) return false;
    const std::size_t digits = name.find_first_not_of("0123456789", front.size());
    return digits > front.size() && digits + back.size() == name.size();
}

/// Stored problems, and bodies that came as arrays.
std::vector<std::filesystem::path> numbered_files(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> found;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        const std::string name = entry.path().filename().string();
        if (is_numbered(name, "problem-", ".h5") || is_numbered(name, "bodies-", ".csv")) found.push_back(entry.path());
    }
    return found;
}

/// Every file in the folder that a run of ours writes, with what a killed one may have left unfinished.
std::vector<std::filesystem::path> own_files(const ResultFiles& files) {
    std::vector<std::filesystem::path> own;
    for (const std::filesystem::path& path : named_files(files)) {
        own.push_back(path);
        own.push_back(temporary_name(path));
    }
    own.push_back(WriteJournal::name(files.trajectory()));
    for (const std::filesystem::path& path : numbered_files(files.folder)) own.push_back(path);
    return own;
}

void remove_own_files(const ResultFiles& files) {
    for (const std::filesystem::path& path : own_files(files)) {
        std::error_code error;
        std::filesystem::remove(path, error);
        if (error) throw_file_error(path, "remove", error.value());
    }
}

OutputFile take_lock(const ResultFiles& files) {
    // A lock file that is there already is used again: removing it would let two runs lock two files of one name.
    const bool exists = std::filesystem::exists(files.lock());
    OutputFile lock(files.lock(), exists ? OutputFile::Mode::go_on : OutputFile::Mode::replace);
    if (::flock(lock.descriptor(), LOCK_EX | LOCK_NB) == 0) return lock;
    if (errno == EWOULDBLOCK)
        throw FileError(fmt::format("{}: another run is writing this result", files.folder.string()));
    throw_file_error(files.lock(), "lock", errno);
}

void make_folder(const std::filesystem::path& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) throw_file_error(folder, "make the folder", error.value());
    if (!std::filesystem::is_directory(folder)) throw_file_error(folder, "make the folder", ENOTDIR);
}

}  // namespace

bool ResultFiles::any_exists() const {
    for (const std::filesystem::path& path : named_files(*this))
        if (std::filesystem::exists(path)) return true;
    return false;
}

bool ResultFiles::being_written() const {
    struct stat status {};
    if (::stat(lock().c_str(), &status) != 0) return false;
    // A line of it: "1: FLOCK  ADVISORY  WRITE 4711 08:01:1234 0 EOF", the file as major:minor:inode.
    const std::string file =
        fmt::format(" {:02x}:{:02x}:{} ", major(status.st_dev), minor(status.st_dev), status.st_ino);
    std::ifstream locks("/proc/locks");
    for (std::string line; std::getline(locks, line);)
        if (line.find("FLOCK") != std::string::npos && line.find(file) != std::string::npos) return true;
    return false;
}

ResultFolder::ResultFolder(ResultFiles files, OutputFile lock) : files_(std::move(files)), lock_(std::move(lock)) {}

ResultFolder ResultFolder::create(const std::filesystem::path& folder, bool force) {
    const ResultFiles files{folder};
    if (!force && files.any_exists())
        throw InputError(fmt::format("{}: already holds a result; --force replaces it, `galet resume` goes on with it",
                                     folder.string()));
    make_folder(folder);
    ResultFolder result(files, take_lock(files));
    if (force) remove_own_files(files);
    return result;
}

void ResultFolder::hold() {
    if (lock_.removed()) lock_ = take_lock(files_);
}

ResultFolder ResultFolder::open(const std::filesystem::path& folder) {
    const ResultFiles files{folder};
    if (!std::filesystem::exists(files.checkpoint()) && !std::filesystem::exists(files.previous_checkpoint()))
        throw FileError(fmt::format("{}: holds no checkpoint to go on from", folder.string()));
    return {files, take_lock(files)};
}

}  // namespace galet
