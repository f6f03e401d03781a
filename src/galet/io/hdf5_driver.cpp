#include "galet/io/hdf5_driver.hpp"

#if __has_include(<H5FDdevelop.h>)
#include <H5FDdevelop.h>
#endif
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <exception>
#include <utility>
#include <vector>

#include "galet/core/error.hpp"
#include "galet/io/hdf5_superblock.hpp"

namespace galet::hdf5 {

SafeFile::SafeFile(const std::filesystem::path& place, const std::filesystem::path& name)
    : file_(place, OutputFile::Mode::replace), journal_(name, file_) {}

SafeFile::~SafeFile() {
    if (!failed_) journal_.remove();
}

void SafeFile::read(std::uint64_t offset, std::span<std::byte> bytes) const {
    while (!bytes.empty()) {
        const ssize_t got = ::pread(file_.descriptor(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) throw_file_error(file_.path(), "read", errno);
        if (got == 0) break;  // past the end: zeros, as HDF5 expects
        offset += static_cast<std::uint64_t>(got);
        bytes = bytes.subspan(static_cast<std::size_t>(got));
    }
    std::fill(bytes.begin(), bytes.end(), std::byte{0});
}

template <class Change>
void SafeFile::change(Change&& make) {
    if (failed_) return;
    failed_ = true;  // until it is made
    try {
        make();
    } catch (...) {
        if (!closing_) throw;
        failure_ = std::current_exception();
        return;
    }
    failed_ = false;
}

void SafeFile::end_close() {
    closing_ = false;
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void SafeFile::write(std::uint64_t offset, std::span<const std::byte> bytes, bool metadata) {
    change([&] {
        if (offset > 0) return write_whole(offset, bytes, metadata);
        std::vector<std::byte> start(bytes.begin(), bytes.end());
        clear_open_marks(start);
        write_whole(0, start, metadata);
    });
}

void SafeFile::write_whole(std::uint64_t offset, std::span<const std::byte> bytes, bool metadata) {
    const bool noted = (metadata || offset < settled_) && WriteJournal::may_be_cut(offset, bytes.size());
    if (noted) journal_.note(offset, bytes);
    try {
        file_.write_at(offset, bytes);
    } catch (...) {
        if (noted) put_back(offset, journal_.replaced());
        throw;
    }
}

void SafeFile::put_back(std::uint64_t offset, std::span<const std::byte> bytes) noexcept {
    try {
        file_.write_at(offset, bytes);
    } catch (const FileError&) {
        // What is beyond the end of the file needs room, but no reader looks there.
    }
}

void SafeFile::truncate(std::uint64_t bytes) {
    if (bytes == file_.bytes()) return;
    change([&] { file_.truncate(bytes); });
}

namespace {

/// What HDF5 sees as an open file.
struct DriverFile {
    H5FD_t base;  ///< must come first: HDF5 knows the file by it
    SafeFile* file;
    haddr_t end_of_addresses;
};

DriverFile& self(H5FD_t* file) { return *reinterpret_cast<DriverFile*>(file); }
const DriverFile& self(const H5FD_t* file) { return *reinterpret_cast<const DriverFile*>(file); }

/// Runs `action`; an exception becomes an entry of HDF5's error stack (in the words of its own drivers, which
/// `throw_error` understands) and the answer -1.
template <class Action>
herr_t guarded(Action&& action) {
    try {
        action();
        return 0;
    } catch (const std::exception& error) {
        const std::string text = error.what();
        const std::size_t colon = text.rfind(": ");
        const std::string reason = colon == std::string::npos ? text : text.substr(colon + 2);
        H5Epush2(H5E_DEFAULT, __FILE__, __func__, __LINE__, H5E_ERR_CLS, H5E_IO, H5E_WRITEERROR, "error message = '%s'",
                 reason.c_str());
        return -1;
    }
}

H5FD_t* open(const char*, unsigned, hid_t access, haddr_t) {
    SafeFile* const* file = static_cast<SafeFile* const*>(H5Pget_driver_info(access));
    return file != nullptr ? &(new DriverFile{{}, *file, 0})->base : nullptr;
}

herr_t close(H5FD_t* file) {
    delete &self(file);
    return 0;
}

herr_t query(const H5FD_t*, unsigned long* flags) {
    *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_AGGREGATE_SMALLDATA | H5FD_FEAT_DATA_SIEVE |
             H5FD_FEAT_SUPPORTS_SWMR_IO | H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
    return 0;
}

haddr_t get_eoa(const H5FD_t* file, H5FD_mem_t) { return self(file).end_of_addresses; }
haddr_t get_eof(const H5FD_t* file, H5FD_mem_t) { return self(file).file->bytes(); }

herr_t set_eoa(H5FD_t* file, H5FD_mem_t, haddr_t end) {
    self(file).end_of_addresses = end;
    return 0;
}

herr_t read(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t offset, size_t size, void* buffer) {
    return guarded([&] { self(file).file->read(offset, {static_cast<std::byte*>(buffer), size}); });
}

herr_t write(H5FD_t* file, H5FD_mem_t type, hid_t, haddr_t offset, size_t size, const void* buffer) {
    const std::span bytes(static_cast<const std::byte*>(buffer), size);
    return guarded([&] {
        DriverFile& to = self(file);
        // The superblock tells how long the file is; HDF5 makes it so long afterwards only, and never opens a shorter
        // one.
        if (offset == 0) to.file->truncate(std::max(to.end_of_addresses, to.file->bytes()));
        to.file->write(offset, bytes, type != H5FD_MEM_DRAW);
    });
}

herr_t truncate(H5FD_t* file, hid_t, hbool_t) {
    return guarded([&] { self(file).file->truncate(self(file).end_of_addresses); });
}

hid_t register_driver() {
    static H5FD_class_t driver{};
#ifdef H5FD_CLASS_VERSION
    driver.version = H5FD_CLASS_VERSION;
    driver.value = static_cast<H5FD_class_value_t>(600);  // 512 and more are free for drivers that HDF5 does not know
#endif
    driver.name = "galet";
    driver.maxaddr = static_cast<haddr_t>(INT64_MAX);
    driver.fc_degree = H5F_CLOSE_WEAK;
    driver.fapl_size = sizeof(SafeFile*);
    driver.open = open;
    driver.close = close;
    driver.query = query;
    driver.get_eoa = get_eoa;
    driver.set_eoa = set_eoa;
    driver.get_eof = get_eof;
    driver.read = read;
    driver.write = write;
    driver.truncate = truncate;
    const H5FD_mem_t map[] = H5FD_FLMAP_DICHOTOMY;
    std::copy(std::begin(map), std::end(map), driver.fl_map);
    return check(H5FDregister(&driver), "HDF5", "register a file driver");
}

}  // namespace

namespace {

/// Rows are only ever added at the end: HDF5 need not keep what lies before it, however long the file becomes.
void bound_memory(hid_t properties) {
    constexpr std::size_t kChunks = std::size_t{1} << 18;    // of each array [bytes]
    constexpr std::size_t kMetadata = std::size_t{1} << 20;  // of the file [bytes]
    check(H5Pset_cache(properties, 0, 521, kChunks, 1.0), "HDF5", "bound the cache of chunks");
    H5AC_cache_config_t config{};
    config.version = H5AC__CURR_CACHE_CONFIG_VERSION;
    check(H5Pget_mdc_config(properties, &config), "HDF5", "look at the cache of metadata");
    config.set_initial_size = true;
    config.initial_size = config.min_size = config.max_size = kMetadata;
    check(H5Pset_mdc_config(properties, &config), "HDF5", "bound the cache of metadata");
    constexpr int kAll = 1 << 19, kEach = 1 << 16;  // of memory that HDF5 keeps for later [bytes]
    check(H5set_free_list_limits(kAll, kEach, kAll, kEach, kAll, kEach), "HDF5", "bound the memory that is kept");
}

}  // namespace

Handle SafeFile::access() {
    Handle properties = access_properties();
    static const hid_t driver = register_driver();
    SafeFile* const file = this;
    check(H5Pset_driver(properties, driver, &file), "HDF5", "choose the file driver");
    bound_memory(properties);
    return properties;
}

}  // namespace galet::hdf5
