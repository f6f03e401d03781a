#include "galet/detection/contact_memory.hpp"

#include "galet/core/parallel.hpp"

namespace galet {

void ContactMemory::remember(const Bodies& bodies, const ContactSet& contacts, std::span<const double> force,
                             std::span<const double> pushed) {
    entries_.first.clear();
    entries_.second.clear();
    entries_.force.clear();
    entries_.pushed.clear();
    for (Index c = 0; c < contacts.size(); ++c) {
        if (force[c] <= 0) continue;
        entries_.first.push_back(contacts.first[c]);
        entries_.second.push_back(contacts.second[c]);
        entries_.force.push_back(force[c]);
        if (!pushed.empty()) entries_.pushed.push_back(pushed[c]);
    }
    table_.build(bodies, entries_.first, entries_.second);
}

void ContactMemory::recall(const Bodies& bodies, const ContactSet& contacts, const std::vector<double>& values,
                           std::span<double> to) const {
    parallel_for(contacts.size(), [&](Index c) {
        const Index entry = table_.find(bodies, contacts.first[c], contacts.second[c]);
        to[c] = entry < 0 ? 0.0 : values[entry];
    });
}

void ContactMemory::recall(const Bodies& bodies, const ContactSet& contacts, std::span<double> force) const {
    recall(bodies, contacts, entries_.force, force);
}

void ContactMemory::recall_pushed(const Bodies& bodies, const ContactSet& contacts, std::span<double> pushed) const {
    recall(bodies, contacts, entries_.pushed.empty() ? entries_.force : entries_.pushed, pushed);
}

void ContactMemory::restore(const Bodies& bodies, Entries entries) {
    entries_ = std::move(entries);
    table_.build(bodies, entries_.first, entries_.second);
}

}  // namespace galet
