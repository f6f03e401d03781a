#include "figures/pending_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <utility>

#include "galet/core/error.hpp"
#include "galet/io/output_file.hpp"

namespace galet::figures {

PendingFile::PendingFile(std::filesystem::path place) : place_(std::move(place)) {
    static std::atomic<unsigned> count = 0;
    const std::string name = fmt::format(".{}.{}-{}.part", place_.filename().string(), ::getpid(), count++);
    std::error_code error;
    const std::filesystem::path folder = std::filesystem::absolute(place_, error).parent_path();
    if (error || !std::filesystem::is_directory(folder, error))
        throw FileError(fmt::format("{}: cannot be written, no folder {}", place_.string(), folder.string()));
    pending_ = folder / name;
}

PendingFile::~PendingFile() {
    std::error_code ignored;
    if (!pending_.empty()) std::filesystem::remove(pending_, ignored);
}

void PendingFile::commit() {
    rename_durably(pending_, place_);
    pending_.clear();
}

}  // namespace galet::figures
