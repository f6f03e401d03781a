#include "show/body_values.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace galet::app {
namespace {

constexpr std::string_view kNames[] = {"speed", "radius", "pressure", "spin", "group", "glue"};
static_assert(std::size(kNames) == std::size(kBodyValues));

std::vector<double> lengths(std::span<const double> vectors, int dimension) {
    const auto d = static_cast<std::size_t>(dimension);
    std::vector<double> lengths(vectors.size() / d);
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        double square = 0;
        for (std::size_t k = 0; k < d; ++k) square += vectors[i * d + k] * vectors[i * d + k];
        lengths[i] = std::sqrt(square);
    }
    return lengths;
}

/// The place of a body in a frame: ids rise, and most often nobody has left.
std::size_t place_of(const Frame& frame, std::int64_t id) {
    const auto guess = static_cast<std::size_t>(id);
    if (guess < frame.id.size() && frame.id[guess] == id) return guess;
    return static_cast<std::size_t>(std::lower_bound(frame.id.begin(), frame.id.end(), id) - frame.id.begin());
}

/// A number of contacts, summed over those of each body.
std::vector<double> sum_over_contacts(const Frame& frame, const std::vector<double>& numbers) {
    std::vector<double> sums(frame.id.size());
    for (std::size_t c = 0; c < numbers.size(); ++c) {
        for (const std::int64_t id : {frame.contacts.first[c], frame.contacts.second[c]}) {
            const std::size_t place = id < 0 ? sums.size() : place_of(frame, id);
            if (place < sums.size()) sums[place] += numbers[c];
        }
    }
    return sums;
}

std::vector<double> group_numbers(const Frame& frame, std::span<const Group> groups) {
    std::vector<double> numbers(frame.id.size(), -1);
    std::size_t g = 0;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        while (g < groups.size() && frame.id[i] >= groups[g].last) ++g;
        if (g < groups.size()) numbers[i] = static_cast<double>(g);
    }
    return numbers;
}

}  // namespace

std::string_view name_of(BodyValue value) { return kNames[static_cast<std::size_t>(value)]; }

std::optional<BodyValue> body_value(std::string_view name) {
    for (const BodyValue value : kBodyValues) {
        if (name_of(value) == name) return value;
    }
    return {};
}

std::string label_of(BodyValue value, const TrajectoryReader& trajectory) {
    switch (value) {
        case BodyValue::speed:
            return "speed [m/s]";
        case BodyValue::radius:
            return "radius [m]";
        case BodyValue::pressure:
            return trajectory.crowd() ? "pressure [m/s]" : "sum of impulses [N s]";
        case BodyValue::spin:
            return trajectory.dimension() == 3 ? "length of the spin [rad/s]" : "spin [rad/s]";
        case BodyValue::group:
            return "group";
        case BodyValue::glue:
            return "glue [N s]";
    }
    return {};
}

bool has_value(BodyValue value, const TrajectoryReader& trajectory, bool gluey) {
    switch (value) {
        case BodyValue::spin:
            return trajectory.rotate();
        case BodyValue::group:
            return !trajectory.groups().empty();
        case BodyValue::glue:
            return gluey;
        default:
            return true;
    }
}

FrameParts parts_of(BodyValue value, bool crowd) {
    FrameParts parts;
    parts.velocity = value == BodyValue::speed;
    parts.radius = value == BodyValue::radius;
    parts.pressure = value == BodyValue::pressure && crowd;
    parts.impulse = value == BodyValue::pressure && !crowd;
    parts.rotation = value == BodyValue::spin;
    parts.glue = value == BodyValue::glue;
    return parts;
}

std::vector<double> values_of(BodyValue value, const Frame& frame, std::span<const Group> groups) {
    switch (value) {
        case BodyValue::speed:
            return lengths(frame.velocity, frame.dimension);
        case BodyValue::radius:
            return frame.radius;
        case BodyValue::pressure:
            return frame.pressure.empty() ? sum_over_contacts(frame, frame.contacts.impulse) : frame.pressure;
        case BodyValue::spin:
            return frame.dimension == 3 ? lengths(frame.spin, 3) : frame.spin;
        case BodyValue::group:
            return group_numbers(frame, groups);
        case BodyValue::glue:
            return sum_over_contacts(frame, frame.contacts.glue);
    }
    return {};
}

void number_by_place(Frame& frame) {
    for (auto* side : {&frame.contacts.first, &frame.contacts.second}) {
        for (std::int64_t& id : *side) {
            if (id >= 0) id = static_cast<std::int64_t>(place_of(frame, id));
        }
    }
}

}  // namespace galet::app
