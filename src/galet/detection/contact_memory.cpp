#include "galet/detection/contact_memory.hpp"

#include "galet/core/parallel.hpp"

namespace galet {

void ContactMemory::remember(const Bodies& bodies, const ContactSet& contacts, std::span<const double> force,
                             std::span<const double> tangential) {
    const int d = tangential.empty() ? 0 : contacts.dimension;
    entries_.first.clear();
    entries_.second.clear();
    entries_.force.clear();
    entries_.tangential.clear();
    for (Index c = 0; c < contacts.size(); ++c) {
        if (force[c] <= 0) continue;
        entries_.first.push_back(contacts.first[c]);
        entries_.second.push_back(contacts.second[c]);
        entries_.force.push_back(force[c]);
        for (int k = 0; k < d; ++k) entries_.tangential.push_back(tangential[static_cast<std::size_t>(c) * d + k]);
    }
    table_.build(bodies, entries_.first, entries_.second);
}

void ContactMemory::recall(const Bodies& bodies, const ContactSet& contacts, std::span<double> force,
                           std::span<double> tangential) const {
    const std::size_t d = tangential.empty() ? 0 : static_cast<std::size_t>(contacts.dimension);
    parallel_for(contacts.size(), [&](Index c) {
        const Index entry = table_.find(bodies, contacts.first[c], contacts.second[c]);
        force[c] = entry < 0 ? 0.0 : entries_.force[entry];
        for (std::size_t k = 0; k < d; ++k) {
            tangential[static_cast<std::size_t>(c) * d + k] =
                entry < 0 || entries_.tangential.empty() ? 0.0
                                                         : entries_.tangential[static_cast<std::size_t>(entry) * d + k];
        }
    });
}

void ContactMemory::restore(const Bodies& bodies, Entries entries) {
    entries_ = std::move(entries);
    table_.build(bodies, entries_.first, entries_.second);
}

}  // namespace galet
