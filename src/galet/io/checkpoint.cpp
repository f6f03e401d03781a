#include "galet/io/checkpoint.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "galet/core/error.hpp"
#include "galet/core/version.hpp"
#include "galet/io/group_table.hpp"
#include "galet/io/hdf5_array.hpp"
#include "galet/io/hdf5_attribute.hpp"
#include "galet/io/hdf5_file.hpp"
#include "galet/io/hdf5_trial.hpp"
#include "galet/io/record_fields.hpp"
#include "galet/io/seal.hpp"

namespace galet {
namespace {

using hdf5::create_group;
using hdf5::Object;
using hdf5::open_group;

/// Rises when the layout changes so that an older reader would misunderstand it.
constexpr std::int64_t kLayout = 8;

/// Writes each visited field as an attribute of a group.
struct AttributeWriter {
    const Object& group;
    void operator()(const char* name, bool value) const { (*this)(name, std::int64_t{value}); }
    void operator()(const char* name, std::int64_t value) const { hdf5::set_attribute(group, name, value); }
    void operator()(const char* name, double value) const { hdf5::set_attribute(group, name, value); }
    void operator()(const char* name, const std::array<double, 3>& values) const {
        hdf5::set_attribute(group, name, std::span<const double>(values));
    }
};

struct AttributeReader {
    const Object& group;
    void operator()(const char* name, bool& value) const {
        std::int64_t number = 0;
        (*this)(name, number);
        value = number != 0;
    }
    void operator()(const char* name, std::int64_t& value) const {
        hdf5::get_attribute(group, name, std::span(&value, 1));
    }
    void operator()(const char* name, double& value) const { hdf5::get_attribute(group, name, std::span(&value, 1)); }
    void operator()(const char* name, std::array<double, 3>& values) const {
        hdf5::get_attribute(group, name, std::span<double>(values));
    }
};

template <class T>
std::span<const T> view(const std::vector<T>& values) {
    return values;
}

void write_bodies(const Object& file, const Bodies& bodies) {
    const auto& [dimension, position, velocity, radius, mass, inertia, spin, orientation, id, groups, line_order] =
        bodies;
    const Object group = create_group(file, "bodies");
    hdf5::set_attribute(group, "dimension", std::int64_t{dimension});
    hdf5::write_array(group, "position", view(position));
    hdf5::write_array(group, "velocity", view(velocity));
    hdf5::write_array(group, "radius", view(radius));
    hdf5::write_array(group, "mass", view(mass));
    hdf5::write_array(group, "inertia", view(inertia));
    hdf5::write_array(group, "spin", view(spin));
    hdf5::write_array(group, "orientation", view(orientation));
    hdf5::write_array(group, "id", view(id));
    hdf5::write_array(group, "line_order", view(line_order));
    write_groups(group, groups);
}

Bodies read_bodies(const Object& file) {
    const Object group = open_group(file, "bodies");
    std::int64_t dimension = 0;
    AttributeReader{group}("dimension", dimension);
    Bodies bodies;
    bodies.dimension = static_cast<int>(dimension);
    bodies.position = hdf5::read_array<double>(group, "position");
    bodies.velocity = hdf5::read_array<double>(group, "velocity");
    bodies.radius = hdf5::read_array<double>(group, "radius");
    bodies.mass = hdf5::read_array<double>(group, "mass");
    bodies.inertia = hdf5::read_array<double>(group, "inertia");
    bodies.spin = hdf5::read_array<double>(group, "spin");
    bodies.orientation = hdf5::read_array<double>(group, "orientation");
    bodies.id = hdf5::read_array<Index>(group, "id");
    bodies.line_order = hdf5::read_array<Index>(group, "line_order");
    bodies.groups = read_groups(group);
    return bodies;
}

void write_memory(const Object& file, const ContactMemory::Entries& memory) {
    const auto& [first, second, force, tangential] = memory;
    const Object group = create_group(file, "memory");
    hdf5::write_array(group, "first", view(first));
    hdf5::write_array(group, "second", view(second));
    hdf5::write_array(group, "force", view(force));
    hdf5::write_array(group, "tangential", view(tangential));
}

ContactMemory::Entries read_memory(const Object& file) {
    const Object group = open_group(file, "memory");
    return {hdf5::read_array<Index>(group, "first"), hdf5::read_array<Index>(group, "second"),
            hdf5::read_array<double>(group, "force"), hdf5::read_array<double>(group, "tangential")};
}

void write_films(const Object& file, const FilmMemory::Entries& films) {
    const auto& [first, second, log_distance, force] = films;
    const Object group = create_group(file, "films");
    hdf5::write_array(group, "first", view(first));
    hdf5::write_array(group, "second", view(second));
    hdf5::write_array(group, "log_distance", view(log_distance));
    hdf5::write_array(group, "force", view(force));
}

FilmMemory::Entries read_films(const Object& file) {
    const Object group = open_group(file, "films");
    return {hdf5::read_array<Index>(group, "first"), hdf5::read_array<Index>(group, "second"),
            hdf5::read_array<double>(group, "log_distance"), hdf5::read_array<double>(group, "force")};
}

void write_force_memory(const Object& file, const std::vector<ForceMemory>& memory) {
    const Object group = create_group(file, "force_memory");
    hdf5::set_attribute(group, "count", static_cast<std::int64_t>(memory.size()));
    for (std::size_t k = 0; k < memory.size(); ++k) {
        const Object entry = create_group(group, std::to_string(k));
        hdf5::write_array(entry, "first", view(memory[k].first));
        hdf5::write_array(entry, "second", view(memory[k].second));
    }
}

std::vector<ForceMemory> read_force_memory(const Object& file) {
    const Object group = open_group(file, "force_memory");
    std::int64_t count = 0;
    AttributeReader{group}("count", count);
    std::vector<ForceMemory> memory;
    for (std::int64_t k = 0; k < count; ++k) {
        const Object entry = open_group(group, std::to_string(k));
        memory.push_back({hdf5::read_array<Index>(entry, "first"), hdf5::read_array<Index>(entry, "second")});
    }
    return memory;
}

void write_people(const Object& file, const People& people, const Leavings& leavings) {
    const auto& [goal, speed, given, onward] = people;
    const auto& [id, exit, step] = leavings;
    const Object group = create_group(file, "people");
    hdf5::write_array(group, "goal", view(goal));
    hdf5::write_array(group, "speed", view(speed));
    hdf5::write_array(group, "given", view(given));
    hdf5::write_array(group, "onward", view(onward));
    const Object left = create_group(file, "leavings");
    hdf5::write_array(left, "id", view(id));
    hdf5::write_array(left, "exit", view(exit));
    hdf5::write_array(left, "step", view(step));
}

People read_people(const Object& file) {
    const Object group = open_group(file, "people");
    return {hdf5::read_array<Index>(group, "goal"), hdf5::read_array<double>(group, "speed"),
            hdf5::read_array<double>(group, "given"), hdf5::read_array<double>(group, "onward")};
}

Leavings read_leavings(const Object& file) {
    const Object group = open_group(file, "leavings");
    return {hdf5::read_array<Index>(group, "id"), hdf5::read_array<Index>(group, "exit"),
            hdf5::read_array<std::int64_t>(group, "step")};
}

void write_state(const Object& file, const SimulationState& state) {
    const auto& [bodies, memory, films, force_memory, people, leavings, step, row, totals] = state;
    write_bodies(file, bodies);
    write_memory(file, memory);
    write_films(file, films);
    write_force_memory(file, force_memory);
    write_people(file, people, leavings);
    hdf5::set_attribute(file, "step", step);
    const Object last = create_group(file, "row");
    for_each_row_field(row, AttributeWriter{last});
    for_each_rotation_field(row, AttributeWriter{last});
    for_each_totals_field(totals, AttributeWriter{create_group(file, "totals")});
}

SimulationState read_state(const Object& file) {
    SimulationState state;
    state.bodies = read_bodies(file);
    state.memory = read_memory(file);
    state.films = read_films(file);
    state.force_memory = read_force_memory(file);
    state.people = read_people(file);
    state.leavings = read_leavings(file);
    AttributeReader{file}("step", state.step);
    const Object last = open_group(file, "row");
    for_each_row_field(state.row, AttributeReader{last});
    for_each_rotation_field(state.row, AttributeReader{last});
    for_each_totals_field(state.totals, AttributeReader{open_group(file, "totals")});
    return state;
}

Object open_checkpoint(const std::filesystem::path& path) {
    require_sealed(path, "checkpoint");
    Object file = hdf5::open_file(path, "checkpoint");
    if (H5Aexists(file.id, "galet_checkpoint") <= 0)
        throw FileError(fmt::format("{}: not a checkpoint of galet", path.string()));
    std::int64_t layout = 0;
    AttributeReader{file}("galet_checkpoint", layout);
    if (layout != kLayout)
        throw FileError(fmt::format("{}: a checkpoint of layout {}, written by galet {}; this is galet {}, layout {}",
                                    path.string(), layout, hdf5::get_text_attribute(file, "version"), kVersion,
                                    kLayout));
    return file;
}

bool people_fit(const People& people, const Leavings& leavings, std::size_t bodies, std::size_t dimension) {
    const auto fits = [](std::size_t size, std::size_t wanted) { return size == 0 || size == wanted; };
    return fits(people.goal.size(), bodies) && people.speed.size() == people.goal.size() &&
           fits(people.given.size(), bodies * dimension) && people.onward.size() == people.goal.size() * dimension &&
           leavings.exit.size() == leavings.id.size() && leavings.step.size() == leavings.id.size();
}

bool rotation_fits(const Bodies& bodies) {
    if (!bodies.rotate()) return bodies.spin.empty() && bodies.orientation.empty();
    const std::size_t n = bodies.radius.size();
    const auto spin = static_cast<std::size_t>(spin_size(bodies.dimension)),
               orientation = static_cast<std::size_t>(orientation_size(bodies.dimension));
    return bodies.dimension > 1 && bodies.inertia.size() == n && bodies.spin.size() == n * spin &&
           bodies.orientation.size() == n * orientation;
}

/// Groups cover all bodies, in order.
bool groups_fit(const Bodies& bodies) {
    Index end = 0;
    for (const Group& group : bodies.groups) {
        if (group.first != end || group.last < group.first) return false;
        end = group.last;
    }
    return bodies.groups.empty() || end == bodies.size();
}

/// Arrays that do not belong together would make the simulation read past their ends.
void require_consistent(const std::filesystem::path& path, const SimulationState& state) {
    const Bodies& bodies = state.bodies;
    const std::size_t n = bodies.radius.size();
    const auto d = static_cast<std::size_t>(bodies.dimension);
    const ContactMemory::Entries& memory = state.memory;
    const FilmMemory::Entries& films = state.films;
    const bool fits = d >= 1 && d <= 3 && bodies.position.size() == n * d && bodies.velocity.size() == n * d &&
                      bodies.mass.size() == n && (bodies.line_order.empty() || bodies.line_order.size() == n) &&
                      rotation_fits(bodies) && (bodies.id.empty() || bodies.id.size() == n) &&
                      people_fit(state.people, state.leavings, n, d) &&
                      (memory.tangential.empty() || memory.tangential.size() == memory.force.size() * d) &&
                      memory.first.size() == memory.force.size() && memory.second.size() == memory.force.size() &&
                      films.first.size() == films.force.size() && films.second.size() == films.force.size() &&
                      films.log_distance.size() == films.force.size();
    if (!fits) throw FileError(fmt::format("{}: the arrays of the checkpoint differ in length", path.string()));
    const auto is_body = [n](Index i) { return i >= 0 && static_cast<std::size_t>(i) < n; };
    if (!groups_fit(bodies) || !std::all_of(bodies.line_order.begin(), bodies.line_order.end(), is_body))
        throw FileError(fmt::format("{}: groups or order of the bodies do not fit them", path.string()));
    for (const auto& [first, second] : state.force_memory) {
        if (first.size() == second.size() && std::all_of(first.begin(), first.end(), is_body) &&
            std::all_of(second.begin(), second.end(), is_body))
            continue;
        throw FileError(fmt::format("{}: what forces remember does not fit the bodies", path.string()));
    }
}

Checkpoint load(const std::filesystem::path& path) {
    const Object file = open_checkpoint(path);
    Checkpoint checkpoint{read_state(file), {}};
    const auto read_bytes = [&](const char* name) {
        std::int64_t bytes = 0;
        AttributeReader{file}(name, bytes);
        return static_cast<std::uint64_t>(bytes);
    };
    AttributeReader{file}("frames", checkpoint.position.frames);
    checkpoint.position.history_bytes = read_bytes("history_bytes");
    checkpoint.position.flow_bytes = read_bytes("flow_bytes");
    checkpoint.position.fields_bytes = read_bytes("fields_bytes");
    return checkpoint;
}

}  // namespace

void write_checkpoint(const ResultFiles& files, const SimulationState& state, const OutputPosition& position) {
    write_checkpoint(files.checkpoint(), state, position, files.previous_checkpoint());
}

void write_checkpoint(const std::filesystem::path& path, const SimulationState& state, const OutputPosition& position,
                      const std::filesystem::path& previous) {
    const std::vector<std::byte> bytes = hdf5::file_image(path, [&](const Object& file) {
        hdf5::set_attribute(file, "galet_checkpoint", kLayout);
        hdf5::set_attribute(file, "version", std::string(kVersion));
        hdf5::set_attribute(file, "history_bytes", static_cast<std::int64_t>(position.history_bytes));
        hdf5::set_attribute(file, "frames", position.frames);
        hdf5::set_attribute(file, "flow_bytes", static_cast<std::int64_t>(position.flow_bytes));
        hdf5::set_attribute(file, "fields_bytes", static_cast<std::int64_t>(position.fields_bytes));
        write_state(file, state);
    });
    const auto fill = [&bytes](OutputFile& file) {
        file.write(bytes);
        file.write(seal_of(bytes));
    };
    write_atomically(path, fill, previous);
}

Checkpoint read_checkpoint(const std::filesystem::path& path) {
    Checkpoint checkpoint = hdf5::read_after_trial(path, [&path] { return load(path); });
    require_consistent(path, checkpoint.state);
    return checkpoint;
}

NewestCheckpoint read_newest_checkpoint(const ResultFiles& files) {
    try {
        return {read_checkpoint(files.checkpoint()), ""};
    } catch (const FileError& error) {
        if (!std::filesystem::exists(files.previous_checkpoint())) throw;
        return {read_checkpoint(files.previous_checkpoint()), error.what()};
    }
}

}  // namespace galet
