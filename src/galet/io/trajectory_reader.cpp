#include "galet/io/trajectory_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <chrono>
#include <optional>
#include <thread>

#include "galet/core/error.hpp"
#include "galet/io/hdf5_trial.hpp"
#include "galet/io/trajectory_layout.hpp"
#include "galet/io/write_journal.hpp"

namespace galet {
namespace {

/// How often HDF5 reads metadata again that a writer is just changing. It doubles its patience each time, from 1 ns;
/// its own choice of 100 would be for ever where the metadata is damaged.
constexpr unsigned kReadAttempts = 25;

/// Mends what a kill has cut. Where that is impossible (a folder that is read-only) most of the file is readable still.
void mend(const std::filesystem::path& path) {
    try {
        WriteJournal::replay(path);
    } catch (const FileError&) {
    }
}

/// A writer tells HDF5 how long the file will be shortly before it is: it cannot be opened just then.
constexpr int kOpenAttempts = 50;
constexpr auto kBetweenAttempts = std::chrono::milliseconds(20);

hid_t open_beside_writer(const std::filesystem::path& path, hid_t access) {
    for (int attempt = 1;; ++attempt) {
        const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY | H5F_ACC_SWMR_READ, access);
        const bool writing = file < 0 && std::filesystem::exists(WriteJournal::name(path));
        if (!writing || attempt == kOpenAttempts) return file;
        std::this_thread::sleep_for(kBetweenAttempts);
    }
}

/// Opens for reading beside a writer.
hdf5::Object open_file(const std::filesystem::path& path) {
    const hdf5::Handle access = hdf5::access_properties();
    hdf5::check(H5Pset_metadata_read_attempts(access, kReadAttempts), path, "prepare to read");
    return {hdf5::own(open_beside_writer(path, access), H5Fclose, path, "open"), path};
}

/// Frames that all arrays over the bodies hold: a writer fills one after the other.
hsize_t common_frames(const TrajectoryArrays& arrays) {
    const hsize_t frames = std::min({arrays.step.rows(), arrays.time.rows(), arrays.position.rows(),
                                     arrays.velocity.rows(), arrays.radius.rows(), arrays.mass.rows(), arrays.id.rows(),
                                     std::max<hsize_t>(arrays.offset.rows(), 1) - 1});
    if (arrays.pressure) return std::min(frames, arrays.pressure->rows());
    if (!arrays.rotation) return frames;
    const RotationArrays& rotation = *arrays.rotation;
    return std::min({frames, rotation.spin.rows(), rotation.orientation.rows(), rotation.inertia.rows()});
}

hsize_t common_contacts(const TrajectoryArrays& arrays) {
    const hsize_t contacts = std::min(
        {arrays.pairs.rows(), arrays.gap.rows(), arrays.normal.rows(), arrays.impulse.rows(), arrays.glue.rows()});
    return arrays.rotation ? std::min(contacts, arrays.rotation->tangential.rows()) : contacts;
}

template <class Visit>
void for_each_array(TrajectoryArrays& arrays, Visit&& visit) {
    visit(arrays.step), visit(arrays.time);
    visit(arrays.position), visit(arrays.velocity), visit(arrays.radius), visit(arrays.mass), visit(arrays.id);
    visit(arrays.offset), visit(arrays.pairs), visit(arrays.gap), visit(arrays.normal), visit(arrays.impulse),
        visit(arrays.glue);
    if (arrays.pressure) visit(*arrays.pressure);
    if (!arrays.rotation) return;
    RotationArrays& rotation = *arrays.rotation;
    visit(rotation.spin), visit(rotation.orientation), visit(rotation.inertia), visit(rotation.tangential);
}

/// Cuts off the places behind those who are there.
void drop_absent(Frame& frame) {
    const auto there = static_cast<std::size_t>(std::find(frame.id.begin(), frame.id.end(), -1) - frame.id.begin());
    const std::size_t numbers = there * static_cast<std::size_t>(frame.dimension);
    const auto cut = [](std::vector<double>& values, std::size_t size) {
        values.resize(std::min(values.size(), size));
    };
    frame.id.resize(there);
    for (auto* vectors : {&frame.position, &frame.velocity}) cut(*vectors, numbers);
    for (auto* values : {&frame.radius, &frame.mass, &frame.pressure}) cut(*values, there);
}

}  // namespace

struct TrajectoryReader::File {
    hdf5::Object file;
    TrajectoryArrays arrays;
    std::vector<std::int64_t> steps, offsets;
    std::vector<double> times;
    std::vector<Group> groups;

    explicit File(const std::filesystem::path& path)
        : file(open_file(path)), arrays(open_trajectory(file)), groups(trajectory_groups(file)) {}

    /// For a trial: all of the file but most of its frames.
    void inspect() {
        for_each_array(arrays, [](const auto& array) { array.inspect(); });
        read_series();
    }

    void read_series() {
        hsize_t frames = common_frames(arrays);
        offsets = arrays.offset.read(0, std::min(frames + 1, arrays.offset.rows()));
        const auto contacts = static_cast<std::int64_t>(common_contacts(arrays));
        if (!std::is_sorted(offsets.begin(), offsets.end()) || (!offsets.empty() && offsets.front() < 0))
            throw FileError(fmt::format("{}: offset: expected numbers >= 0 that do not fall", file.file.string()));
        while (frames > 0 && offsets[frames] > contacts) --frames;
        steps = arrays.step.read(0, frames);
        times = arrays.time.read(0, frames);
    }

    FrameContacts read_contacts(std::size_t frame, const FrameParts& parts) const {
        const auto first = static_cast<hsize_t>(offsets[frame]);
        const hsize_t count = static_cast<hsize_t>(offsets[frame + 1]) - first;
        FrameContacts contacts;
        contacts.first.resize(count);
        contacts.second.resize(count);
        const std::vector<std::int64_t> pairs = arrays.pairs.read(first, count);
        for (std::size_t c = 0; c < count; ++c) {
            contacts.first[c] = pairs[2 * c];
            contacts.second[c] = pairs[2 * c + 1];
        }
        if (parts.impulse) contacts.impulse = arrays.impulse.read(first, count);
        if (parts.glue) contacts.glue = arrays.glue.read(first, count);
        if (!parts.geometry) return contacts;
        contacts.gap = arrays.gap.read(first, count);
        contacts.normal = arrays.normal.read(first, count);
        if (arrays.rotation) contacts.tangential = arrays.rotation->tangential.read(first, count);
        return contacts;
    }
};

TrajectoryReader::TrajectoryReader(const std::filesystem::path& path) {
    mend(path);
    hdf5::try_reading(path, [&path] { File(path).inspect(); });
    file_ = std::make_unique<File>(path);
    file_->read_series();
}
TrajectoryReader::~TrajectoryReader() = default;
TrajectoryReader::TrajectoryReader(TrajectoryReader&&) noexcept = default;
TrajectoryReader& TrajectoryReader::operator=(TrajectoryReader&&) noexcept = default;

int TrajectoryReader::dimension() const { return file_->arrays.dimension; }
std::int64_t TrajectoryReader::bodies() const { return static_cast<std::int64_t>(file_->arrays.radius.row_size()); }
bool TrajectoryReader::rotate() const { return file_->arrays.rotation.has_value(); }
bool TrajectoryReader::crowd() const { return file_->arrays.pressure.has_value(); }
std::int64_t TrajectoryReader::bodies(std::int64_t frame) const {
    if (!crowd()) return bodies();
    const std::vector<std::int64_t> id = file_->arrays.id.read(static_cast<hsize_t>(frame), 1);
    return std::find(id.begin(), id.end(), -1) - id.begin();
}
const std::vector<Group>& TrajectoryReader::groups() const { return file_->groups; }
std::int64_t TrajectoryReader::frames() const { return static_cast<std::int64_t>(file_->steps.size()); }
const std::vector<std::int64_t>& TrajectoryReader::steps() const { return file_->steps; }
const std::vector<double>& TrajectoryReader::times() const { return file_->times; }

void TrajectoryReader::refresh() {
    hdf5::silence();
    for_each_array(file_->arrays, [](auto& array) { array.refresh(); });
    file_->read_series();
}

Frame TrajectoryReader::read(std::int64_t frame, const FrameParts& parts) const {
    assert(frame >= 0 && frame < frames());
    hdf5::silence();  // each thread has its own switch
    const auto k = static_cast<hsize_t>(frame);
    const TrajectoryArrays& arrays = file_->arrays;
    Frame read;
    read.dimension = arrays.dimension;
    read.step = file_->steps[k];
    read.time = file_->times[k];
    read.id = arrays.id.read(k, 1);
    if (parts.position) read.position = arrays.position.read(k, 1);
    if (parts.velocity) read.velocity = arrays.velocity.read(k, 1);
    if (parts.radius) read.radius = arrays.radius.read(k, 1);
    if (parts.mass) read.mass = arrays.mass.read(k, 1);
    if (parts.pressure && arrays.pressure) read.pressure = arrays.pressure->read(k, 1);
    if (parts.contacts()) read.contacts = file_->read_contacts(k, parts);
    if (arrays.pressure) drop_absent(read);
    if (!parts.rotation || !arrays.rotation) return read;
    read.spin = arrays.rotation->spin.read(k, 1);
    read.orientation = arrays.rotation->orientation.read(k, 1);
    read.inertia = arrays.rotation->inertia.read(k, 1);
    return read;
}

}  // namespace galet
