// The last write to a file that a kill could have cut in two, kept beside it so that it can be done again.
//
// The system completes a write within one page of memory whatever happens to the process; a longer one may stop between
// two pages. A journal holds the latest such write before it is begun: the new bytes and those they replace. Replayed
// after a kill, the file is what it was after a whole number of writes. While the writer lives it holds a lock of the
// system on its journal.
#pragma once

#include <vector>

#include "galet/io/output_file.hpp"

namespace galet {

class WriteJournal {
  public:
    /// Of `target`, which must outlive it, in a hidden file beside the name `path` that the target has, or will have in
    /// the end.
    WriteJournal(const std::filesystem::path& path, const OutputFile& target);

    /// Could a kill cut a write of `size` bytes at `offset`?
    static bool may_be_cut(std::uint64_t offset, std::size_t size);

    /// To be called before such a write.
    void note(std::uint64_t offset, std::span<const std::byte> bytes);

    /// What the noted write replaces: to be put back where it fails half way.
    std::span<const std::byte> replaced() const;

    /// Removes the journal of a file whose writes are all done.
    void remove() noexcept;

    /// Does the noted write again where it was cut: if there is a journal of just this file, its writer is gone, and
    /// the file does not hold the noted bytes. May be repeated.
    static void replay(const std::filesystem::path& path);

    static std::filesystem::path name(const std::filesystem::path& path);

  private:
    OutputFile file_;
    const OutputFile& target_;
    std::vector<std::byte> record_;
};

}  // namespace galet
