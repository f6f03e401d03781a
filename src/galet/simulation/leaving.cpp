#include "galet/simulation/leaving.hpp"

#include <algorithm>

namespace galet {
namespace {

/// The remembered contact forces between those who stay, under their new indices.
ContactMemory::Entries renumbered(const ContactMemory::Entries& entries, std::span<const Index> place) {
    ContactMemory::Entries kept;
    for (std::size_t c = 0; c < entries.force.size(); ++c) {
        const Index first = entries.first[c], second = place[entries.second[c]];
        if (second < 0 || (first >= 0 && place[first] < 0)) continue;
        kept.first.push_back(first < 0 ? first : place[first]);
        kept.second.push_back(second);
        kept.force.push_back(entries.force[c]);
    }
    return kept;
}

/// Where each body will be, -1 for who leaves.
std::vector<Index> places(std::span<const Index> kept, std::size_t bodies) {
    std::vector<Index> place(bodies, -1);
    for (std::size_t k = 0; k < kept.size(); ++k) place[kept[k]] = static_cast<Index>(k);
    return place;
}

TakenAlong taken_by(const Bodies& bodies, Index i) {
    TakenAlong taken;
    const auto d = static_cast<std::size_t>(bodies.dimension);
    for (std::size_t k = 0; k < d; ++k) {
        const double u = bodies.velocity[static_cast<std::size_t>(i) * d + k];
        taken.kinetic += 0.5 * bodies.mass[i] * u * u;
        taken.momentum[k] = bodies.mass[i] * u;
    }
    return taken;
}

}  // namespace

FrameContacts without(const FrameContacts& contacts, const Bodies& bodies, std::span<const Index> passed) {
    std::vector<std::int64_t> gone;  // rising, as the ids of bodies are
    for (std::size_t i = 0; i < passed.size(); ++i) {
        if (passed[i] >= 0) gone.push_back(bodies.id_of(static_cast<Index>(i)));
    }
    const auto left = [&](std::int64_t id) { return std::binary_search(gone.begin(), gone.end(), id); };
    const auto d = static_cast<std::size_t>(bodies.dimension);
    FrameContacts kept;
    for (std::size_t c = 0; c < contacts.first.size(); ++c) {
        if (left(contacts.first[c]) || left(contacts.second[c])) continue;
        kept.first.push_back(contacts.first[c]);
        kept.second.push_back(contacts.second[c]);
        kept.gap.push_back(contacts.gap[c]);
        kept.impulse.push_back(contacts.impulse[c]);
        kept.glue.push_back(contacts.glue[c]);
        for (std::size_t k = 0; k < d; ++k) kept.normal.push_back(contacts.normal[c * d + k]);
    }
    return kept;
}

TakenAlong take_out(std::span<const Index> passed, World& world, std::vector<double>& pressure) {
    TakenAlong sum;
    std::vector<Index> kept;
    for (Index i = 0; i < world.bodies.size(); ++i) {
        if (passed[i] < 0) {
            kept.push_back(i);
            continue;
        }
        const TakenAlong taken = taken_by(world.bodies, i);
        sum.kinetic += taken.kinetic;
        for (std::size_t k = 0; k < sum.momentum.size(); ++k) sum.momentum[k] += taken.momentum[k];
        world.leavings.id.push_back(world.bodies.id_of(i));
        world.leavings.exit.push_back(passed[i]);
        world.leavings.step.push_back(world.step);
    }
    const ContactMemory::Entries memory = renumbered(world.memory.entries(), places(kept, world.bodies.radius.size()));
    const int d = world.bodies.dimension;
    keep_bodies(world.bodies, kept);
    keep_vectors(world.desired.people.goal, 1, kept);
    keep_vectors(world.desired.people.speed, 1, kept);
    keep_vectors(world.desired.people.given, d, kept);
    keep_vectors(world.desired.people.onward, d, kept);
    keep_vectors(pressure, 1, kept);
    world.memory.restore(world.bodies, memory);
    return sum;
}

}  // namespace galet
