#include "galet/io/trajectory_layout.hpp"

#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "galet/core/error.hpp"
#include "galet/core/types.hpp"
#include "galet/core/version.hpp"
#include "galet/io/group_table.hpp"
#include "galet/io/hdf5_attribute.hpp"

namespace galet {
namespace {

using hdf5::create_group;
using hdf5::GrowingArray;
using hdf5::Object;
using hdf5::open_group;
using hdf5::set_attribute;

/// Bodies, or contacts, in a chunk: 64 KiB of numbers, 192 KiB of vectors in space.
constexpr hsize_t kChunkRows = 8192;

/// Frames in a chunk of `step`, `time` and `offset`, which are rewritten in place at every frame: one page of memory.
constexpr hsize_t kChunkFrames = 512;

/// Contacts in a chunk: about what a frame brings, because the last chunk is written anew with each frame, and the old
/// one stays in the file as waste.
hsize_t contact_chunk(Index bodies) { return std::clamp<hsize_t>(static_cast<hsize_t>(bodies) / 2, 16, kChunkRows); }

std::string user_name() {
    const passwd* user = ::getpwuid(::geteuid());
    return user != nullptr && user->pw_name != nullptr ? user->pw_name : "unknown";
}

void write_h5md_group(const Object& file) {
    const Object h5md = create_group(file, "h5md");
    const std::array<std::int64_t, 2> version = {1, 1}, units_version = {1, 0};
    set_attribute(h5md, "version", version);
    set_attribute(create_group(h5md, "author"), "name", user_name());
    const Object creator = create_group(h5md, "creator");
    set_attribute(creator, "name", std::string("galet"));
    set_attribute(creator, "version", std::string(kVersion));
    const Object units = create_group(create_group(h5md, "modules"), "units");
    set_attribute(units, "version", units_version);
    set_attribute(units, "system", std::string("SI"));
}

void write_box(const Object& particles, int dimension) {
    const Object box = create_group(particles, "box");
    set_attribute(box, "dimension", std::int64_t{dimension});
    set_attribute(box, "boundary", std::vector<std::string>(static_cast<std::size_t>(dimension), "none"));
}

/// One number a frame. Not compressed: what is added to a compressed chunk makes HDF5 write the chunk anew elsewhere.
template <class T>
GrowingArray<T> create_series(const Object& parent, const std::string& name) {
    return GrowingArray<T>::create(parent, name, {{}, {kChunkFrames}, false});
}

/// Makes `step` and `time` of group `from` those of group `to` as well.
void share_series(const Object& from, const Object& to) {
    for (const char* name : {"step", "time"})
        hdf5::check(H5Lcreate_hard(from.id, name, to.id, name, H5P_DEFAULT, H5P_DEFAULT), to.file,
                    std::string("link ") + name);
}

/// Rows of `shape`, `rows` of whose first entries make a chunk.
template <class T>
GrowingArray<T> create_element(const Object& particles, const std::string& name, std::vector<hsize_t> shape,
                               std::optional<T> fill = {}) {
    const Object element = create_group(particles, name);
    std::vector<hsize_t> chunk = {1};
    chunk.insert(chunk.end(), shape.begin(), shape.end());
    chunk[1] = std::min(chunk[1], kChunkRows);
    return GrowingArray<T>::create(element, "value", {std::move(shape), std::move(chunk), true, fill});
}

template <class T>
GrowingArray<T> create_contacts(const Object& contacts, const std::string& name, hsize_t chunk,
                                std::vector<hsize_t> shape) {
    std::vector<hsize_t> chunks = {chunk};
    chunks.insert(chunks.end(), shape.begin(), shape.end());
    return GrowingArray<T>::create(contacts, name, {std::move(shape), std::move(chunks)});
}

/// In one and two dimensions: /galet/view/`name`, the vectors of an element with zeros as their missing components, for
/// programs that know three dimensions only. It is virtual: HDF5 makes it up from the element whenever it is read.
void create_view(const Object& view, const std::string& name, hsize_t bodies, hsize_t dimension) {
    const std::string source = "/particles/all/" + name + "/value", what = "create the view of " + name;
    const hsize_t wide[] = {0, bodies, 3}, narrow[] = {0, bodies, dimension};
    const hsize_t most_wide[] = {H5S_UNLIMITED, bodies, 3}, most_narrow[] = {H5S_UNLIMITED, bodies, dimension};
    const hdf5::Handle to = hdf5::own(H5Screate_simple(3, wide, most_wide), H5Sclose, view.file, what);
    const hdf5::Handle from = hdf5::own(H5Screate_simple(3, narrow, most_narrow), H5Sclose, view.file, what);
    const hsize_t start[] = {0, 0, 0}, stride[] = {1, 1, 1}, count[] = {H5S_UNLIMITED, 1, 1};
    const hsize_t block[] = {1, bodies, dimension};
    for (const hid_t space : {hid_t{to}, hid_t{from}})
        hdf5::check(H5Sselect_hyperslab(space, H5S_SELECT_SET, start, stride, count, block), view.file, what);
    const hdf5::Handle list = hdf5::own(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, view.file, what);
    hdf5::check(H5Pset_virtual(list, to, ".", source.c_str(), from), view.file, what);
    hdf5::own(H5Dcreate2(view.id, name.c_str(), H5T_IEEE_F64LE, to, H5P_DEFAULT, list, H5P_DEFAULT), H5Dclose,
              view.file, what);
}

/// Crowds have unit masses: what is an impulse elsewhere is a velocity there, the pressure p.
void write_units(const TrajectoryArrays& arrays, bool crowd) {
    set_attribute(arrays.time.dataset(), "unit", std::string("s"));
    set_attribute(arrays.position.dataset(), "unit", std::string("m"));
    set_attribute(arrays.velocity.dataset(), "unit", std::string("m s-1"));
    set_attribute(arrays.radius.dataset(), "unit", std::string("m"));
    set_attribute(arrays.mass.dataset(), "unit", std::string("kg"));
    set_attribute(arrays.gap.dataset(), "unit", std::string("m"));
    set_attribute(arrays.impulse.dataset(), "unit", std::string(crowd ? "m s-1" : "N s"));
    set_attribute(arrays.glue.dataset(), "unit", std::string("N s"));
}

/// Adds what bodies that rotate have beside the rest.
RotationArrays create_rotation(const Object& particles, const Object& contacts, int dimension, hsize_t bodies,
                               hsize_t chunk) {
    const auto row = [bodies](int numbers) {
        return numbers == 1 ? std::vector<hsize_t>{bodies}
                            : std::vector<hsize_t>{bodies, static_cast<hsize_t>(numbers)};
    };
    RotationArrays arrays{create_element<double>(particles, "spin", row(spin_size(dimension))),
                          create_element<double>(particles, "orientation", row(orientation_size(dimension))),
                          create_element<double>(particles, "inertia", row(1)),
                          create_contacts<double>(contacts, "tangential", chunk, {static_cast<hsize_t>(dimension)})};
    for (const char* name : {"spin", "orientation", "inertia"}) share_series(contacts, open_group(particles, name));
    const bool flat = dimension == 2;
    set_attribute(arrays.spin.dataset(), "unit", std::string("rad s-1"));
    set_attribute(arrays.spin.dataset(), "description",
                  std::string(flat ? "angular velocity, anticlockwise" : "angular velocity"));
    set_attribute(arrays.orientation.dataset(), "unit", std::string(flat ? "rad" : "1"));
    set_attribute(arrays.orientation.dataset(), "description",
                  std::string(flat ? "angle turned, anticlockwise" : "unit quaternion w, x, y, z"));
    set_attribute(arrays.inertia.dataset(), "unit", std::string("kg m+2"));
    set_attribute(arrays.tangential.dataset(), "unit", std::string("N s"));
    set_attribute(arrays.tangential.dataset(), "description",
                  std::string("impulse along the contact that the second of the pair got"));
    return arrays;
}

void create_pressure(const Object& particles, const Object& contacts, hsize_t bodies, TrajectoryArrays& arrays) {
    arrays.pressure = create_element<double>(particles, "pressure", {bodies});
    share_series(contacts, open_group(particles, "pressure"));
    set_attribute(arrays.pressure->dataset(), "unit", std::string("m s-1"));
    set_attribute(arrays.pressure->dataset(), "description", std::string("sum of p over the contacts of the person"));
    set_attribute(arrays.impulse.dataset(), "description", std::string("pressure p of the contact: u = U + G'p"));
}

/// The arrays of bodies that rotate, where the file has them.
std::optional<RotationArrays> open_rotation(const Object& particles, const Object& contacts) {
    if (!hdf5::exists(particles, "spin")) return {};
    return RotationArrays{
        GrowingArray<double>::open(particles, "spin/value"), GrowingArray<double>::open(particles, "orientation/value"),
        GrowingArray<double>::open(particles, "inertia/value"), GrowingArray<double>::open(contacts, "tangential")};
}

std::optional<GrowingArray<double>> open_pressure(const Object& particles) {
    if (!hdf5::exists(particles, "pressure")) return {};
    return GrowingArray<double>::open(particles, "pressure/value");
}

/// What is read together must have rows that belong together.
void require_rows(const Object& file, const TrajectoryArrays& arrays) {
    const hsize_t n = arrays.radius.row_size();
    const auto d = static_cast<hsize_t>(arrays.dimension);
    const auto require = [&file](const auto& array, const char* name, hsize_t numbers) {
        if (array.row_size() == numbers) return;
        throw FileError(fmt::format("{}: {}: rows of {} numbers; expected {}", file.file.string(), name,
                                    array.row_size(), numbers));
    };
    require(arrays.step, "step", 1), require(arrays.time, "time", 1), require(arrays.offset, "offset", 1);
    require(arrays.position, "position", n * d), require(arrays.velocity, "velocity", n * d);
    require(arrays.mass, "mass", n), require(arrays.id, "id", n);
    require(arrays.pairs, "pairs", 2), require(arrays.gap, "gap", 1), require(arrays.normal, "normal", d);
    require(arrays.impulse, "impulse", 1), require(arrays.glue, "glue", 1);
    if (arrays.pressure) require(*arrays.pressure, "pressure", n);
    if (!arrays.rotation) return;
    if (d == 1) throw FileError(fmt::format("{}: spin: expected none in one dimension", file.file.string()));
    const RotationArrays& rotation = *arrays.rotation;
    require(rotation.spin, "spin", n * static_cast<hsize_t>(spin_size(arrays.dimension)));
    require(rotation.orientation, "orientation", n * static_cast<hsize_t>(orientation_size(arrays.dimension)));
    require(rotation.inertia, "inertia", n), require(rotation.tangential, "tangential", d);
}

}  // namespace

TrajectoryArrays create_trajectory(const Object& file, const TrajectoryContents& contents) {
    const auto& [dimension, bodies, rotate, crowd, groups] = contents;
    write_h5md_group(file);
    const Object particles = create_group(create_group(file, "particles"), "all");
    write_box(particles, dimension);
    const Object galet = create_group(file, "galet"), contacts = create_group(galet, "contacts");
    write_groups(galet, groups);
    const auto n = static_cast<hsize_t>(bodies);
    const auto d = static_cast<hsize_t>(dimension);
    const hsize_t chunk = contact_chunk(bodies);
    TrajectoryArrays arrays{dimension,
                            create_series<std::int64_t>(contacts, "step"),
                            create_series<double>(contacts, "time"),
                            create_element<double>(particles, "position", {n, d}),
                            create_element<double>(particles, "velocity", {n, d}),
                            create_element<double>(particles, "radius", {n}),
                            create_element<double>(particles, "mass", {n}),
                            create_element<std::int64_t>(particles, "id", {n}, std::int64_t{-1}),
                            create_series<std::int64_t>(contacts, "offset"),
                            create_contacts<std::int64_t>(contacts, "pairs", chunk, {2}),
                            create_contacts<double>(contacts, "gap", chunk, {}),
                            create_contacts<double>(contacts, "normal", chunk, {d}),
                            create_contacts<double>(contacts, "impulse", chunk, {}),
                            create_contacts<double>(contacts, "glue", chunk, {}),
                            {},
                            {}};
    if (rotate) arrays.rotation = create_rotation(particles, contacts, dimension, n, chunk);
    for (const char* name : {"position", "velocity", "radius", "mass", "id"})
        share_series(contacts, open_group(particles, name));
    if (dimension < 3) {
        const Object view = create_group(galet, "view");
        for (const char* name : {"position", "velocity"}) create_view(view, name, n, d);
    }
    write_units(arrays, crowd);
    if (crowd) create_pressure(particles, contacts, n, arrays);
    arrays.offset.append(std::array<std::int64_t, 1>{0});
    return arrays;
}

std::vector<Group> trajectory_groups(const Object& file) {
    const Object galet = open_group(file, "galet");
    return hdf5::exists(galet, "groups") ? read_groups(galet) : std::vector<Group>{};
}

TrajectoryArrays open_trajectory(const Object& file) {
    const Object particles = open_group(file, "particles/all");
    const Object contacts = open_group(file, "galet/contacts");
    std::int64_t dimension = 0;
    hdf5::get_attribute(open_group(particles, "box"), "dimension", std::span(&dimension, 1));
    if (dimension < 1 || dimension > 3)
        throw FileError(fmt::format("{}: dimension {}: expected 1, 2 or 3", file.file.string(), dimension));
    TrajectoryArrays arrays{static_cast<int>(dimension),
                            GrowingArray<std::int64_t>::open(contacts, "step"),
                            GrowingArray<double>::open(contacts, "time"),
                            GrowingArray<double>::open(particles, "position/value"),
                            GrowingArray<double>::open(particles, "velocity/value"),
                            GrowingArray<double>::open(particles, "radius/value"),
                            GrowingArray<double>::open(particles, "mass/value"),
                            GrowingArray<std::int64_t>::open(particles, "id/value"),
                            GrowingArray<std::int64_t>::open(contacts, "offset"),
                            GrowingArray<std::int64_t>::open(contacts, "pairs"),
                            GrowingArray<double>::open(contacts, "gap"),
                            GrowingArray<double>::open(contacts, "normal"),
                            GrowingArray<double>::open(contacts, "impulse"),
                            GrowingArray<double>::open(contacts, "glue"),
                            open_rotation(particles, contacts),
                            open_pressure(particles)};
    require_rows(file, arrays);
    return arrays;
}

}  // namespace galet
