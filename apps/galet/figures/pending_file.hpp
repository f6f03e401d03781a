// A file that others write (Cairo, gnuplot) and that appears whole or not at all: written under another name beside its
// place, then renamed.
#pragma once

#include <filesystem>

namespace galet::figures {

class PendingFile {
  public:
    explicit PendingFile(std::filesystem::path place);
    PendingFile(const PendingFile&) = delete;
    PendingFile& operator=(const PendingFile&) = delete;
    ~PendingFile();  ///< removes what was not committed

    const std::filesystem::path& path() const { return pending_; }  ///< absolute; to be written by the caller
    void commit();                                                  ///< throws FileError

  private:
    std::filesystem::path place_, pending_;
};

}  // namespace galet::figures
