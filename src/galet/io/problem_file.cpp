#include "galet/io/problem_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "galet/core/error.hpp"
#include "galet/core/version.hpp"
#include "galet/io/hdf5_array.hpp"
#include "galet/io/hdf5_attribute.hpp"
#include "galet/io/hdf5_file.hpp"
#include "galet/io/hdf5_trial.hpp"
#include "galet/io/input_check.hpp"

namespace galet {
namespace {

using hdf5::Object;

const std::string kFormat = "galet contact problem";

/// Rises when the layout changes so that an older reader would misunderstand it.
constexpr std::int64_t kWithFriction = 3;

/// What problems without friction, and without films, are written as: older readers know it.
constexpr std::int64_t kWithFilms = 2, kPlain = 1;

/// How far |n|^2 may be from 1: rounding, and numbers that went through a text.
constexpr double kUnit = 1e-9;

/// A number with its unit beside it, as attributes.
void write_quantity(const Object& object, const std::string& name, double value, const std::string& unit) {
    hdf5::set_attribute(object, name, value);
    hdf5::set_attribute(object, name + "_unit", unit);
}

template <class T>
void write_list(const Object& group, const std::string& name, const std::vector<T>& values, const std::string& unit) {
    hdf5::set_attribute(hdf5::write_array(group, name, std::span<const T>(values)), "unit", unit);
}

void write_origin(const Object& file, const ProblemOrigin& origin) {
    const Object group = hdf5::create_group(file, "origin");
    hdf5::set_attribute(group, "title", origin.title);
    hdf5::set_attribute(group, "step", origin.step);
    write_quantity(group, "time", origin.time, "s");
}

ProblemOrigin read_origin(const Object& file) {
    const Object group = hdf5::open_group(file, "origin");
    return {hdf5::get_text_attribute(group, "title"), hdf5::get_number<std::int64_t>(group, "step"),
            hdf5::get_number<double>(group, "time")};
}

std::int64_t version_of(const ContactProblem& problem) {
    if (problem.has_friction()) return kWithFriction;
    return problem.films() > 0 ? kWithFilms : kPlain;
}

void write_friction(const Object& file, const Object& bodies, const Object& contacts, const StoredProblem& stored) {
    const ContactProblem& problem = stored.problem;
    hdf5::set_attribute(file, "convex", std::int64_t{problem.convex});
    write_list(bodies, "inverse_inertia", problem.inverse_inertia, "1/(kg m2)");
    write_list(bodies, "free_spin", problem.free_spin, "rad/s");
    write_list(contacts, "friction", problem.friction, "1");
    write_list(contacts, "arm", problem.arm, "m");
    if (!problem.drive.empty()) write_list(contacts, "drive", problem.drive, "m/s");
    write_list(contacts, "tangential", stored.tangential, "N");
}

void read_friction(const Object& file, const Object& bodies, const Object& contacts, StoredProblem& stored) {
    ContactProblem& problem = stored.problem;
    problem.convex = hdf5::get_number<std::int64_t>(file, "convex") != 0;
    problem.inverse_inertia = hdf5::read_array<double>(bodies, "inverse_inertia");
    problem.free_spin = hdf5::read_array<double>(bodies, "free_spin");
    problem.friction = hdf5::read_array<double>(contacts, "friction");
    problem.arm = hdf5::read_array<double>(contacts, "arm");
    if (hdf5::exists(contacts, "drive")) problem.drive = hdf5::read_array<double>(contacts, "drive");
    stored.tangential = hdf5::read_array<double>(contacts, "tangential");
}

void write_fields(const Object& file, const StoredProblem& stored) {
    const ContactProblem& problem = stored.problem;
    hdf5::set_attribute(file, "dimension", std::int64_t{problem.dimension});
    write_quantity(file, "step", problem.step, "s");
    write_quantity(file, "energy_outside", problem.energy_outside, "J");
    write_quantity(file, "leeway", problem.leeway, "m");
    const Object bodies = hdf5::create_group(file, "bodies");
    write_list(bodies, "inverse_mass", problem.inverse_mass, "1/kg");
    write_list(bodies, "free_velocity", problem.free_velocity, "m/s");
    write_list(bodies, "position", problem.position, "m");
    const Object contacts = hdf5::create_group(file, "contacts");
    write_list(contacts, "first", problem.first, "1");
    write_list(contacts, "second", problem.second, "1");
    write_list(contacts, "normal", problem.normal, "1");
    write_list(contacts, "distance", problem.distance, "m");
    write_list(contacts, "force", stored.force, "N");
    if (problem.films() > 0) {
        write_list(contacts, "softness", problem.softness, "1/kg");
        write_list(contacts, "film_contact", problem.film_contact, "1");
    }
    if (problem.has_friction()) write_friction(file, bodies, contacts, stored);
}

StoredProblem read_fields(const Object& file) {
    StoredProblem stored;
    ContactProblem& problem = stored.problem;
    // Cut to the range of an int before it is one; what is not 1, 2 or 3 is refused later.
    problem.dimension =
        static_cast<int>(std::clamp<std::int64_t>(hdf5::get_number<std::int64_t>(file, "dimension"), 0, 4));
    problem.step = hdf5::get_number<double>(file, "step");
    problem.energy_outside = hdf5::get_number<double>(file, "energy_outside");
    problem.leeway = hdf5::get_number<double>(file, "leeway");
    const Object bodies = hdf5::open_group(file, "bodies");
    problem.inverse_mass = hdf5::read_array<double>(bodies, "inverse_mass");
    problem.free_velocity = hdf5::read_array<double>(bodies, "free_velocity");
    problem.position = hdf5::read_array<double>(bodies, "position");
    const Object contacts = hdf5::open_group(file, "contacts");
    problem.first = hdf5::read_array<Index>(contacts, "first");
    problem.second = hdf5::read_array<Index>(contacts, "second");
    problem.normal = hdf5::read_array<double>(contacts, "normal");
    problem.distance = hdf5::read_array<double>(contacts, "distance");
    stored.force = hdf5::read_array<double>(contacts, "force");
    if (hdf5::exists(contacts, "softness")) {
        problem.softness = hdf5::read_array<double>(contacts, "softness");
        problem.film_contact = hdf5::read_array<Index>(contacts, "film_contact");
    }
    if (hdf5::exists(contacts, "friction")) read_friction(file, bodies, contacts, stored);
    stored.origin = read_origin(file);
    return stored;
}

void require_lengths(const InputCheck& check, const StoredProblem& stored) {
    const ContactProblem& problem = stored.problem;
    check.require(problem.dimension >= 1 && problem.dimension <= 3, "dimension", "expected 1, 2 or 3");
    const auto d = static_cast<std::size_t>(problem.dimension);
    const std::size_t n = problem.inverse_mass.size(), m = problem.first.size();
    constexpr std::size_t kMost = std::numeric_limits<Index>::max();
    check.require(n < kMost / d, "bodies/inverse_mass", "more bodies than can be counted");
    check.require(m < kMost / d, "contacts/first", "more contacts than can be counted");
    check.require_length("bodies/free_velocity", problem.free_velocity.size(), n * d);
    if (!problem.position.empty()) check.require_length("bodies/position", problem.position.size(), n * d);
    check.require_length("contacts/second", problem.second.size(), m);
    check.require_length("contacts/normal", problem.normal.size(), m * d);
    check.require_length("contacts/distance", problem.distance.size(), m);
    check.require_length("contacts/force", stored.force.size(), m);
    check.require(problem.softness.size() <= m, "contacts/softness", "more films than contacts");
    if (!problem.film_contact.empty())
        check.require_length("contacts/film_contact", problem.film_contact.size(), problem.softness.size());
}

void require_friction_lengths(const InputCheck& check, const StoredProblem& stored) {
    const ContactProblem& problem = stored.problem;
    check.require(problem.dimension > 1, "contacts/friction", "expected none in one dimension");
    check.require(problem.films() == 0, "contacts/softness", "expected no films beside friction");
    const auto d = static_cast<std::size_t>(problem.dimension),
               spin = static_cast<std::size_t>(spin_size(problem.dimension));
    const std::size_t n = problem.inverse_mass.size(), m = problem.first.size();
    check.require_length("bodies/inverse_inertia", problem.inverse_inertia.size(), n);
    check.require_length("bodies/free_spin", problem.free_spin.size(), n * spin);
    check.require_length("contacts/friction", problem.friction.size(), m);
    check.require_length("contacts/arm", problem.arm.size(), 2 * m);
    if (!problem.drive.empty()) check.require_length("contacts/drive", problem.drive.size(), m * d);
    check.require_length("contacts/tangential", stored.tangential.size(), m * d);
}

void require_friction_numbers(const InputCheck& check, const StoredProblem& stored) {
    const ContactProblem& problem = stored.problem;
    check.require_inverse("bodies/inverse_inertia", problem.inverse_inertia);
    check.require_finite("bodies/free_spin", problem.free_spin);
    check.require_not_negative("contacts/friction", problem.friction);
    check.require_finite("contacts/arm", problem.arm);
    check.require_finite("contacts/drive", problem.drive);
    check.require_finite("contacts/tangential", stored.tangential);
}

void require_numbers(const InputCheck& check, const StoredProblem& stored) {
    const ContactProblem& problem = stored.problem;
    check.require(std::isfinite(problem.step) && problem.step > 0, "step",
                  fmt::format("{} s; expected a finite step > 0", problem.step));
    check.require(std::isfinite(problem.energy_outside) && problem.energy_outside >= 0, "energy_outside",
                  fmt::format("{} J; expected a finite energy >= 0", problem.energy_outside));
    check.require(std::isfinite(problem.leeway) && problem.leeway >= 0, "leeway",
                  fmt::format("{} m; expected a finite length >= 0", problem.leeway));
    check.require(std::isfinite(stored.origin.time), "origin/time", "expected a finite time");
    check.require_inverse("bodies/inverse_mass", problem.inverse_mass);
    check.require_finite("bodies/free_velocity", problem.free_velocity);
    check.require_finite("bodies/position", problem.position);
    check.require_finite("contacts/distance", problem.distance);
    check.require_finite("contacts/normal", problem.normal);
    check.require_not_negative("contacts/softness", problem.softness);
    check.require_finite("contacts/force", stored.force);
    for (Index c = 0; c < problem.pushing(); ++c)
        check.require(stored.force[c] >= 0, "contacts/force",
                      fmt::format("entry {} is {}; expected a number >= 0", c, stored.force[c]));
}

void require_sides(const InputCheck& check, const ContactProblem& problem) {
    const Index n = problem.bodies();
    const std::string range = fmt::format("a body, 0 to {}", n - 1);
    check.require_each(
        "contacts/first", problem.first, [n](Index i) { return i == kFixed || (i >= 0 && i < n); },
        range + ", or -1 for what does not move");
    check.require_each(
        "contacts/second", problem.second, [n](Index i) { return i >= 0 && i < n; }, range);
    const Index pushing = problem.pushing();
    for (std::size_t k = 0; k < problem.film_contact.size(); ++k) {
        const Index c = problem.film_contact[k], film = pushing + static_cast<Index>(k);
        check.require(c >= 0 && c < pushing && problem.first[c] == problem.first[film] &&
                          problem.second[c] == problem.second[film],
                      "contacts/film_contact",
                      fmt::format("entry {} is {}; expected a contact of the same bodies", k, c));
    }
    for (Index c = 0; c < problem.contacts(); ++c)
        check.require(problem.first[c] != problem.second[c], "contacts/second",
                      fmt::format("entry {}: body {} touches itself", c, problem.second[c]));
}

void require_unit_normals(const InputCheck& check, const ContactProblem& problem) {
    with_dimension(problem.dimension, [&](auto dim) {
        for (Index c = 0; c < problem.contacts(); ++c) {
            const double square = load<dim()>(problem.normal, c).squaredNorm();
            check.require(std::abs(square - 1) <= kUnit, "contacts/normal",
                          fmt::format("that of contact {} has length {}; expected 1", c, std::sqrt(square)));
        }
    });
}

void require_format(const Object& file) {
    const auto version = hdf5::get_number<std::int64_t>(file, "format_version");
    if (version >= kPlain && version <= kWithFriction) return;
    throw InputError(Place{file.file.string(), 0, "format_version"},
                     fmt::format("{}; galet {} reads versions {} to {}", version, kVersion, kPlain, kWithFriction));
}

bool says_it_is(const Object& file) {
    return hdf5::has_attribute(file, "format") && hdf5::get_text_attribute(file, "format") == kFormat;
}

StoredProblem load(const std::filesystem::path& path) {
    const Object file = hdf5::open_file(path, "contact problem");
    if (!says_it_is(file)) throw InputError(Place{path.string(), 0, ""}, "not a contact problem of galet");
    require_format(file);
    return read_fields(file);
}

}  // namespace

void write_problem(const std::filesystem::path& path, const StoredProblem& stored) {
    hdf5::write_file(path, [&stored](const Object& file) {
        hdf5::set_attribute(file, "format", kFormat);
        hdf5::set_attribute(file, "format_version", version_of(stored.problem));
        hdf5::set_attribute(file, "galet_version", std::string(kVersion));
        write_fields(file, stored);
        write_origin(file, stored.origin);
    });
}

StoredProblem read_problem(const std::filesystem::path& path) {
    StoredProblem stored = hdf5::read_after_trial(path, [&path] { return load(path); });
    check_problem(stored, path.string());
    return stored;
}

void check_problem(const StoredProblem& stored, const std::string& file) {
    const InputCheck check(file);
    require_lengths(check, stored);
    require_numbers(check, stored);
    if (stored.problem.has_friction()) {
        require_friction_lengths(check, stored);
        require_friction_numbers(check, stored);
    }
    require_sides(check, stored.problem);
    require_unit_normals(check, stored.problem);
}

bool is_problem_file(const std::filesystem::path& path) {
    return hdf5::read_after_trial(path, [&path] { return says_it_is(hdf5::open_file(path, "contact problem")); });
}

}  // namespace galet
