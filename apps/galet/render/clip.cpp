#include "render/clip.hpp"

#include <algorithm>

namespace galet::app {
namespace {

/// Moves the kept ones of items of `size` numbers to the front; arrays that were not read stay empty.
template <class T>
void keep(std::vector<T>& values, std::size_t size, std::span<const std::size_t> kept) {
    if (values.empty()) return;
    for (std::size_t k = 0; k < kept.size(); ++k)
        std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(kept[k] * size), size,
                    values.begin() + static_cast<std::ptrdiff_t>(k * size));
    values.resize(kept.size() * size);
}

bool inside(const Frame& frame, std::size_t i, std::span<const ClipPlane> planes) {
    return std::all_of(planes.begin(), planes.end(), [&](const ClipPlane& plane) {
        const double x =
            frame.position[i * static_cast<std::size_t>(frame.dimension) + static_cast<std::size_t>(plane.axis)];
        return plane.below ? x < plane.limit : x > plane.limit;
    });
}

void keep_contacts(FrameContacts& contacts, std::span<const std::int64_t> new_place, std::size_t dimension) {
    std::vector<std::size_t> kept;
    const auto moved = [&](std::int64_t id) { return id < 0 ? id : new_place[static_cast<std::size_t>(id)]; };
    for (std::size_t c = 0; c < contacts.first.size(); ++c) {
        const bool stays = moved(contacts.first[c]) >= 0 && (contacts.second[c] < 0 || moved(contacts.second[c]) >= 0);
        if (stays) kept.push_back(c);
    }
    for (auto* side : {&contacts.first, &contacts.second}) {
        std::transform(side->begin(), side->end(), side->begin(), moved);
        keep(*side, 1, kept);
    }
    for (auto* numbers : {&contacts.gap, &contacts.impulse, &contacts.glue}) keep(*numbers, 1, kept);
    for (auto* vectors : {&contacts.normal, &contacts.tangential}) keep(*vectors, dimension, kept);
}

}  // namespace

void clip_frame(Frame& frame, std::vector<double>& values, std::span<const ClipPlane> planes) {
    const std::size_t count = frame.id.size(), dimension = static_cast<std::size_t>(frame.dimension);
    std::vector<std::size_t> kept;
    std::vector<std::int64_t> new_place(count, -1);
    for (std::size_t i = 0; i < count; ++i) {
        if (!inside(frame, i, planes)) continue;
        new_place[i] = static_cast<std::int64_t>(kept.size());
        kept.push_back(i);
    }
    if (kept.size() == count) return;
    keep_contacts(frame.contacts, new_place, dimension);
    keep(frame.id, 1, kept);
    for (auto* vectors : {&frame.position, &frame.velocity}) keep(*vectors, dimension, kept);
    for (auto* numbers : {&frame.radius, &frame.mass, &frame.inertia, &frame.pressure, &values})
        keep(*numbers, 1, kept);
    keep(frame.spin, static_cast<std::size_t>(spin_size(frame.dimension)), kept);
    keep(frame.orientation, static_cast<std::size_t>(orientation_size(frame.dimension)), kept);
}

}  // namespace galet::app
