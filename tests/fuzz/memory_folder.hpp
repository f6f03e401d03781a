// A folder in memory, removed at the end, for readers that look for several files.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace galet::fuzz {

class MemoryFolder {
  public:
    MemoryFolder() {
        std::string name = "/dev/shm/galet-fuzz-XXXXXX";
        if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder in memory");
        folder_ = name;
    }
    ~MemoryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    MemoryFolder(const MemoryFolder&) = delete;
    MemoryFolder& operator=(const MemoryFolder&) = delete;

    const std::filesystem::path& path() const { return folder_; }

    /// Writes over the same file, so that it keeps its inode.
    std::filesystem::path fill(const std::string& name, std::string_view bytes) const {
        std::ofstream(folder_ / name, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        return folder_ / name;
    }

  private:
    std::filesystem::path folder_;
};

}  // namespace galet::fuzz
