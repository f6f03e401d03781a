#include "galet/io/hdf5_file.hpp"

#include <fmt/format.h>

#include "galet/core/error.hpp"
#include "galet/io/hdf5_superblock.hpp"
#include "galet/io/output_file.hpp"

namespace galet::hdf5 {
namespace {

/// Growth of the memory a file is first made in [bytes].
constexpr std::size_t kIncrement = std::size_t{1} << 20;

}  // namespace

std::vector<std::byte> file_image(const std::filesystem::path& path, const std::function<void(const Object&)>& fill) {
    const Handle access = access_properties();
    check(H5Pset_fapl_core(access, kIncrement, false), path, "prepare");
    const Object file{own(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose, path, "prepare"),
                      path};
    fill(file);
    check(H5Fflush(file.id, H5F_SCOPE_LOCAL), path, "prepare");
    std::vector<std::byte> bytes(
        static_cast<std::size_t>(check(H5Fget_file_image(file.id, nullptr, 0), path, "prepare")));
    check(H5Fget_file_image(file.id, bytes.data(), bytes.size()), path, "prepare");
    // HDF5 1.10 takes the marks out of the image, but leaves the checksum as it was with them.
    clear_open_marks(bytes);
    return bytes;
}

void write_file(const std::filesystem::path& path, const std::function<void(const Object&)>& fill) {
    const std::vector<std::byte> bytes = file_image(path, fill);
    write_atomically(path, [&bytes](OutputFile& file) { file.write(bytes); });
}

Object open_file(const std::filesystem::path& path, const std::string& what) {
    if (!std::filesystem::exists(path)) throw FileError(fmt::format("{}: there is no {}", path.string(), what));
    const Handle access = access_properties();
    return {own(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access), H5Fclose, path, "read the " + what), path};
}

}  // namespace galet::hdf5
