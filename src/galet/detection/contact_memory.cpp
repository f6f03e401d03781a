#include "galet/detection/contact_memory.hpp"

#include "galet/core/parallel.hpp"

namespace galet {

void ContactMemory::remember(const Bodies& bodies, const ContactSet& contacts, std::span<const double> force) {
    entries_.first.clear();
    entries_.second.clear();
    entries_.force.clear();
    for (Index c = 0; c < contacts.size(); ++c) {
        if (force[c] <= 0) continue;
        entries_.first.push_back(contacts.first[c]);
        entries_.second.push_back(contacts.second[c]);
        entries_.force.push_back(force[c]);
    }
    table_.build(bodies, entries_.first, entries_.second);
}

void ContactMemory::recall(const Bodies& bodies, const ContactSet& contacts, std::span<double> force) const {
    parallel_for(contacts.size(), [&](Index c) {
        const Index entry = table_.find(bodies, contacts.first[c], contacts.second[c]);
        force[c] = entry < 0 ? 0.0 : entries_.force[entry];
    });
}

void ContactMemory::restore(const Bodies& bodies, Entries entries) {
    entries_ = std::move(entries);
    table_.build(bodies, entries_.first, entries_.second);
}

}  // namespace galet
