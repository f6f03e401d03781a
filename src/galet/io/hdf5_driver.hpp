// How HDF5 writes a trajectory to disk, made safe against a kill and a full disk: a file driver of ours.
//
// HDF5 orders its writes for concurrent readers so that the file is readable after every single one. The driver adds
//   - that a write of metadata, or over earlier frames, is done as a whole or not at all (write_journal.hpp);
//   - that the marks "open for writing", which HDF5 keeps in the superblock while it writes, never reach the disk. With
//     them, only readers that ask for concurrent mode open the file, which ParaView and h5py by default do not; and
//     after a kill they would stay for ever. That there is one writer only is ensured by the lock of the result folder;
//   - that after a write has failed no later one is done: the file stays as it was, and HDF5 can still close it.
#pragma once

#include <cstdint>
#include <exception>

#include "galet/io/hdf5_handle.hpp"
#include "galet/io/output_file.hpp"
#include "galet/io/write_journal.hpp"

namespace galet::hdf5 {

/// The file below HDF5. Must outlive what HDF5 opens with it.
class SafeFile {
  public:
    /// A new file at `place`, replacing what is there. `name` is what it will be called in the end, also by its
    /// journal.
    SafeFile(const std::filesystem::path& place, const std::filesystem::path& name);
    ~SafeFile();
    SafeFile(const SafeFile&) = delete;
    SafeFile& operator=(const SafeFile&) = delete;

    /// File access properties with which HDF5 creates its file here.
    Handle access();

    /// All that was written so far belongs together: what changes it later is done as a whole or not at all, too.
    void settle() { settled_ = file_.bytes(); }

    /// From now on nothing is written, and HDF5 is told that all was: the file stays as it is.
    void stop() { failed_ = true; }

    /// HDF5 cannot close a file when a write fails meanwhile, and crashes later. Between these two it is told that all
    /// was written; `end_close` throws what went wrong.
    void begin_close() { closing_ = true; }
    void end_close();

    void sync() { file_.sync(); }
    void rename(const std::filesystem::path& to) { file_.rename(to); }

    // For the driver.
    void read(std::uint64_t offset, std::span<std::byte> bytes) const;
    void write(std::uint64_t offset, std::span<const std::byte> bytes, bool metadata);
    void truncate(std::uint64_t bytes);
    std::uint64_t bytes() const { return file_.bytes(); }

  private:
    /// Changes the file as long as no change has failed.
    template <class Change>
    void change(Change&& make);
    void write_whole(std::uint64_t offset, std::span<const std::byte> bytes, bool metadata);
    void put_back(std::uint64_t offset, std::span<const std::byte> bytes) noexcept;

    OutputFile file_;
    WriteJournal journal_;
    std::uint64_t settled_ = 0;
    bool failed_ = false, closing_ = false;
    std::exception_ptr failure_;  ///< of a write while HDF5 closes the file
};

}  // namespace galet::hdf5
