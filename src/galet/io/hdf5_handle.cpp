#include "galet/io/hdf5_handle.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <new>

#include "galet/core/error.hpp"

namespace galet::hdf5 {
namespace {

struct Reason {
    std::string innermost;  ///< HDF5's description of what failed first
    std::string system;     ///< the system's message, where a system call failed
};

herr_t note_reason(unsigned depth, const H5E_error2_t* error, void* client) {
    Reason& reason = *static_cast<Reason*>(client);
    const std::string text = error->desc != nullptr ? error->desc : "";
    if (depth == 0 || reason.innermost.empty()) reason.innermost = text;
    // The drivers report system calls as "... errno = 28, error message = 'No space left on device', buf = ...".
    static constexpr std::string_view kMark = "error message = '";
    const std::size_t mark = text.find(kMark);
    if (mark != std::string::npos && reason.system.empty()) {
        const std::size_t start = mark + kMark.size();
        reason.system = text.substr(start, text.find('\'', start) - start);
    }
    return 0;
}

}  // namespace

void silence() { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }

void throw_error(const std::filesystem::path& file, std::string_view what) {
    Reason reason;
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, note_reason, &reason);
    H5Eclear2(H5E_DEFAULT);
    const std::string& text = reason.system.empty() ? reason.innermost : reason.system;
    throw FileError(fmt::format("{}: could not {}: {}", file.string(), what, text.empty() ? "HDF5 failed" : text));
}

namespace {

/// HDF5 crashes where it finds no memory for the cache of a file that it opens; with this much there is some.
void require_memory() {
    constexpr std::size_t kNeeded = std::size_t{8} << 20;
    ::operator delete(::operator new(kNeeded));
}

}  // namespace

Handle access_properties() {
    silence();
    require_memory();
    Handle properties = own(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "HDF5", "make access properties");
    check(H5Pset_libver_bounds(properties, H5F_LIBVER_V110, H5F_LIBVER_V110), "HDF5", "choose the file format");
    check(H5Pset_file_locking(properties, false, true), "HDF5", "turn off file locks");
    check(H5Pset_fclose_degree(properties, H5F_CLOSE_SEMI), "HDF5", "set how files close");
    return properties;
}

Object create_group(const Object& parent, const std::string& name) {
    return {own(H5Gcreate2(parent.id, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose, parent.file,
                "create " + name),
            parent.file};
}

Object open_group(const Object& parent, const std::string& name) {
    return {own(H5Gopen2(parent.id, name.c_str(), H5P_DEFAULT), H5Gclose, parent.file, "find " + name), parent.file};
}

bool exists(const Object& parent, const std::string& name) {
    return check(H5Lexists(parent.id, name.c_str(), H5P_DEFAULT), parent.file, "look for " + name) > 0;
}

}  // namespace galet::hdf5
