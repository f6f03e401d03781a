#include "galet/io/trajectory_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <stdexcept>

#include "galet/core/error.hpp"
#include "galet/io/hdf5_driver.hpp"
#include "galet/io/trajectory_layout.hpp"
#include "galet/io/trajectory_reader.hpp"

namespace galet {
namespace {

/// The unit in which HDF5 hands out space, a page of memory: small blocks of metadata then never lie across two, and
/// the journal is needed for the large ones only.
constexpr hsize_t kFilePage = 4096;

hdf5::Object create_file(hdf5::SafeFile& below, const std::filesystem::path& place, const std::filesystem::path& name) {
    const hdf5::Handle access = below.access();
    const hdf5::Handle creation = hdf5::own(H5Pcreate(H5P_FILE_CREATE), H5Pclose, name, "make file properties");
    hdf5::check(H5Pset_file_space_strategy(creation, H5F_FSPACE_STRATEGY_PAGE, false, 1), name, "set up pages");
    hdf5::check(H5Pset_file_space_page_size(creation, kFilePage), name, "set up pages");
    return {hdf5::own(H5Fcreate(place.c_str(), H5F_ACC_TRUNC, creation, access), H5Fclose, name, "create"), name};
}

void require_finite(const char* what, std::span<const double> values, std::int64_t step) {
    const auto bad = std::find_if_not(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
    if (bad == values.end()) return;
    throw std::domain_error(
        fmt::format("trajectory.h5: {} of step {} has an entry {}, not a finite number", what, step, *bad));
}

/// What a frame is made of, wherever it lies.
struct FrameView {
    std::int64_t step;
    double time;
    std::span<const std::int64_t> id;
    std::span<const double> position, velocity, radius, mass;
    std::span<const double> spin, orientation, inertia;  ///< of bodies that rotate; else empty
    const FrameContacts& contacts;
    std::span<const double> pressure;  ///< of crowds
};

void require_finite(const FrameView& frame) {
    require_finite("time", std::span(&frame.time, 1), frame.step);
    require_finite("position", frame.position, frame.step);
    require_finite("velocity", frame.velocity, frame.step);
    require_finite("radius", frame.radius, frame.step);
    require_finite("mass", frame.mass, frame.step);
    require_finite("spin", frame.spin, frame.step);
    require_finite("orientation", frame.orientation, frame.step);
    require_finite("inertia", frame.inertia, frame.step);
    require_finite("pressure", frame.pressure, frame.step);
    require_finite("contact gap", frame.contacts.gap, frame.step);
    require_finite("contact normal", frame.contacts.normal, frame.step);
    require_finite("contact impulse", frame.contacts.impulse, frame.step);
    require_finite("contact glue", frame.contacts.glue, frame.step);
    require_finite("tangential impulse", frame.contacts.tangential, frame.step);
}

}  // namespace

struct TrajectoryWriter::File {
    std::filesystem::path name;
    std::vector<std::int64_t> ids, pairs, padded_ids;  ///< buffers
    std::vector<double> padded;
    hdf5::SafeFile below;
    hdf5::Object file;
    std::optional<TrajectoryArrays> arrays;

    /// Created at `place`; messages call it `name`.
    File(const std::filesystem::path& place, std::filesystem::path file_name, const TrajectoryContents& contents)
        : name(std::move(file_name)),
          below(place, name),
          file(create_file(below, place, name)),
          arrays(create_trajectory(file, contents)) {
        hdf5::check(H5Fstart_swmr_write(file.id), name, "prepare for concurrent readers");
        flush();
    }

    /// Every frame was flushed. What HDF5 still holds where nobody closed the file is left out: after a failure it may
    /// be half of something.
    ~File() {
        if (file.id >= 0) below.stop();
        arrays.reset();
        file.id.reset();
    }

    void append(const FrameView& frame) {
        require_finite(frame);
        try {
            append_arrays(frame);
            flush();
        } catch (...) {
            below.stop();
            throw;
        }
    }

    void append_arrays(const FrameView& frame) {
        append_contacts(frame.contacts);
        append_padded(arrays->position, frame.position);
        append_padded(arrays->velocity, frame.velocity);
        append_padded(arrays->radius, frame.radius);
        append_padded(arrays->mass, frame.mass);
        if (arrays->pressure) append_padded(*arrays->pressure, frame.pressure);
        if (arrays->rotation) {
            arrays->rotation->spin.append(frame.spin);
            arrays->rotation->orientation.append(frame.orientation);
            arrays->rotation->inertia.append(frame.inertia);
        }
        append_ids(frame.id);
        arrays->time.append(std::span(&frame.time, 1));
        arrays->step.append(std::span(&frame.step, 1));
    }

    /// A row of the file is as long as at the start; behind those who are still there come zeros.
    void append_padded(hdf5::GrowingArray<double>& array, std::span<const double> values) {
        if (values.size() == array.row_size()) return array.append(values);
        padded.assign(array.row_size(), 0.0);
        std::copy(values.begin(), values.end(), padded.begin());
        array.append(padded);
    }

    void append_ids(std::span<const std::int64_t> values) {
        padded_ids.assign(arrays->id.row_size(), -1);
        std::copy(values.begin(), values.end(), padded_ids.begin());
        arrays->id.append(padded_ids);
    }

    void append_contacts(const FrameContacts& contacts) {
        pairs.resize(2 * contacts.first.size());
        for (std::size_t c = 0; c < contacts.first.size(); ++c) {
            pairs[2 * c] = contacts.first[c];
            pairs[2 * c + 1] = contacts.second[c];
        }
        arrays->pairs.append(pairs);
        arrays->gap.append(contacts.gap);
        arrays->normal.append(contacts.normal);
        arrays->impulse.append(contacts.impulse);
        arrays->glue.append(contacts.glue);
        if (arrays->rotation) arrays->rotation->tangential.append(contacts.tangential);
        const auto end = static_cast<std::int64_t>(arrays->pairs.rows());
        arrays->offset.append(std::span(&end, 1));
    }

    void flush() {
        hdf5::check(H5Fflush(file.id, H5F_SCOPE_LOCAL), name, "write");
        below.settle();
    }

    void close() {
        below.begin_close();
        arrays.reset();
        hdf5::check(file.id.reset(), name, "close");
        below.end_close();
    }
};

TrajectoryWriter::TrajectoryWriter(std::unique_ptr<File> file) : file_(std::move(file)) {}
TrajectoryWriter::TrajectoryWriter(const std::filesystem::path& path, const TrajectoryContents& contents)
    : file_(std::make_unique<File>(path, path, contents)) {}
TrajectoryWriter::~TrajectoryWriter() = default;
TrajectoryWriter::TrajectoryWriter(TrajectoryWriter&&) noexcept = default;
TrajectoryWriter& TrajectoryWriter::operator=(TrajectoryWriter&&) noexcept = default;

TrajectoryWriter TrajectoryWriter::reopen(const std::filesystem::path& path, std::int64_t frames) {
    const TrajectoryReader old(path);
    if (old.frames() < frames)
        throw FileError(fmt::format("{}: holds {} frames, fewer than the {} that belong to the checkpoint",
                                    path.string(), old.frames(), frames));
    const std::filesystem::path place = temporary_name(path);
    try {
        const TrajectoryContents contents{old.dimension(), static_cast<Index>(old.bodies()), old.rotate(), old.crowd(),
                                          old.groups()};
        TrajectoryWriter copy(std::make_unique<File>(place, path, contents));
        for (std::int64_t k = 0; k < frames; ++k) {
            const Frame frame = old.read(k);
            copy.file_->append_arrays({frame.step, frame.time, frame.id, frame.position, frame.velocity, frame.radius,
                                       frame.mass, frame.spin, frame.orientation, frame.inertia, frame.contacts,
                                       frame.pressure});
        }
        copy.file_->flush();
        copy.sync();
        copy.file_->below.rename(path);
        return copy;
    } catch (...) {
        std::error_code ignored;
        std::filesystem::remove(place, ignored);
        throw;
    }
}

void TrajectoryWriter::append(std::int64_t step, double time, const Bodies& bodies, const FrameContacts& contacts,
                              std::span<const double> pressure) {
    file_->ids.resize(bodies.radius.size());
    for (Index i = 0; i < bodies.size(); ++i) file_->ids[i] = bodies.id_of(i);
    file_->append({step, time, file_->ids, bodies.position, bodies.velocity, bodies.radius, bodies.mass, bodies.spin,
                   bodies.orientation, bodies.inertia, contacts, pressure});
}

std::int64_t TrajectoryWriter::frames() const { return static_cast<std::int64_t>(file_->arrays->step.rows()); }

void TrajectoryWriter::sync() { file_->below.sync(); }

void TrajectoryWriter::close() {
    if (!file_) return;
    const std::unique_ptr<File> file = std::move(file_);
    file->close();
}

}  // namespace galet
