// HDF5 identifiers that close themselves, and HDF5's errors as FileError. For the source files of this library only:
// no header that a user of the library includes needs HDF5.
#pragma once

#include <hdf5.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

namespace galet::hdf5 {

/// Turns off HDF5's own printing of errors, which would go to standard error beside our message.
void silence();

/// FileError "FILE: could not WHAT: REASON"; the reason is the system's where there is one, else HDF5's innermost.
[[noreturn]] void throw_error(const std::filesystem::path& file, std::string_view what);

/// Throws where a call of HDF5 answered that it failed (a negative value), else passes the answer on.
template <class Answer>
Answer check(Answer answer, const std::filesystem::path& file, std::string_view what) {
    if (answer < 0) throw_error(file, what);
    return answer;
}

/// An open identifier (file, group, dataset, space, property list, ...), closed with its scope.
class Handle {
  public:
    using Close = herr_t (*)(hid_t);

    Handle() = default;
    Handle(hid_t id, Close close) : id_(id), close_(close) {}
    ~Handle() { reset(); }
    Handle(Handle&& other) noexcept : id_(other.release()), close_(other.close_) {}
    Handle& operator=(Handle&& other) noexcept {
        std::swap(id_, other.id_);
        std::swap(close_, other.close_);
        return *this;
    }

    operator hid_t() const { return id_; }

    /// Closes now; negative where HDF5 could not.
    herr_t reset() {
        const hid_t id = release();
        return id >= 0 ? close_(id) : 0;
    }

    /// Gives the identifier away, open.
    hid_t release() { return std::exchange(id_, H5I_INVALID_HID); }

  private:
    hid_t id_ = H5I_INVALID_HID;
    Close close_ = nullptr;
};

/// A file, group or dataset together with the name of its file, which messages need.
struct Object {
    Handle id;
    std::filesystem::path file;
};

/// Takes over an identifier that HDF5 has just opened; throws where it could not.
inline Handle own(hid_t id, Handle::Close close, const std::filesystem::path& file, std::string_view what) {
    return {check(id, file, what), close};
}

/// File access properties for files of ours: the format of HDF5 1.10, no locks (a result folder has its own, which
/// also works where the file system has none).
Handle access_properties();

Object create_group(const Object& parent, const std::string& name);
Object open_group(const Object& parent, const std::string& name);
bool exists(const Object& parent, const std::string& name);

}  // namespace galet::hdf5
