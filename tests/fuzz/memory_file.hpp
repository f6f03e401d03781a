// Bytes as a file in memory, for readers that take a path.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace galet::fuzz {

/// Made once, filled again for every input.
class MemoryFile {
  public:
    MemoryFile() : descriptor_(::memfd_create("galet-fuzz", 0)) {
        if (descriptor_ < 0) throw std::runtime_error("no file in memory");
    }
    ~MemoryFile() { ::close(descriptor_); }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    std::filesystem::path filled_with(std::string_view bytes) const {
        const bool filled = ::ftruncate(descriptor_, 0) == 0 &&
                            ::pwrite(descriptor_, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size());
        if (!filled) throw std::runtime_error("the file in memory cannot be written");
        return "/proc/self/fd/" + std::to_string(descriptor_);
    }

  private:
    int descriptor_;
};

}  // namespace galet::fuzz
