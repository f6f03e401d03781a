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
#include "galet/io/input_check.hpp"

namespace galet {
namespace {

using hdf5::Object;

const std::string kFormat = "galet contact problem";

/// Rises when the layout changes so that an older reader would misunderstand it.
constexpr std::int64_t kFormatVersion = 2;

/// What a problem without films is written as: older readers know it.
constexpr std::int64_t kWithoutFilms = 1;

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
    if (problem.films() == 0) return;
    write_list(contacts, "softness", problem.softness, "1/kg");
    write_list(contacts, "film_contact", problem.film_contact, "1");
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

void require_numbers(const InputCheck& check, const StoredProblem& stored) {
    const ContactProblem& problem = stored.problem;
    check.require(std::isfinite(problem.step) && problem.step > 0, "step",
                  fmt::format("{} s; expected a finite step > 0", problem.step));
    check.require(std::isfinite(problem.energy_outside) && problem.energy_outside >= 0, "energy_outside",
                  fmt::format("{} J; expected a finite energy >= 0", problem.energy_outside));
    check.require(std::isfinite(problem.leeway) && problem.leeway >= 0, "leeway",
                  fmt::format("{} m; expected a finite length >= 0", problem.leeway));
    check.require(std::isfinite(stored.origin.time), "origin/time", "expected a finite time");
    check.require_each(
        "bodies/inverse_mass", problem.inverse_mass,
        [](double x) { return x > 0 && std::isfinite(x) && std::isfinite(1 / x); },
        "a finite number > 0 whose inverse is finite");
    check.require_finite("bodies/free_velocity", problem.free_velocity);
    check.require_finite("bodies/position", problem.position);
    check.require_finite("contacts/distance", problem.distance);
    check.require_finite("contacts/normal", problem.normal);
    check.require_each(
        "contacts/softness", problem.softness, [](double x) { return x >= 0 && std::isfinite(x); },
        "a finite number >= 0");
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
    if (version >= kWithoutFilms && version <= kFormatVersion) return;
    throw InputError(
        Place{file.file.string(), 0, "format_version"},
        fmt::format("{}; galet {} reads versions {} to {}", version, kVersion, kWithoutFilms, kFormatVersion));
}

bool says_it_is(const Object& file) {
    return hdf5::has_attribute(file, "format") && hdf5::get_text_attribute(file, "format") == kFormat;
}

}  // namespace

void write_problem(const std::filesystem::path& path, const StoredProblem& stored) {
    hdf5::write_file(path, [&stored](const Object& file) {
        hdf5::set_attribute(file, "format", kFormat);
        hdf5::set_attribute(file, "format_version", stored.problem.films() > 0 ? kFormatVersion : kWithoutFilms);
        hdf5::set_attribute(file, "galet_version", std::string(kVersion));
        write_fields(file, stored);
        write_origin(file, stored.origin);
    });
}

StoredProblem read_problem(const std::filesystem::path& path) {
    const Object file = hdf5::open_file(path, "contact problem");
    if (!says_it_is(file)) throw InputError(Place{path.string(), 0, ""}, "not a contact problem of galet");
    require_format(file);
    StoredProblem stored = read_fields(file);
    const InputCheck check(path.string());
    require_lengths(check, stored);
    require_numbers(check, stored);
    require_sides(check, stored.problem);
    require_unit_normals(check, stored.problem);
    return stored;
}

bool is_problem_file(const std::filesystem::path& path) { return says_it_is(hdf5::open_file(path, "contact problem")); }

}  // namespace galet
