#include "galet/laws/glue.hpp"

namespace galet {

void add_impulses(const ContactSet& contacts, std::span<const double> impulse, std::span<const double> mass,
                  std::span<double> velocity) {
    with_dimension(contacts.dimension, [&](auto dim) {
        for (Index c = 0; c < contacts.size(); ++c) {
            if (impulse[c] == 0) continue;
            const Index i = contacts.first[c], j = contacts.second[c];
            const Vec<dim()> push = impulse[c] * load<dim()>(contacts.normal, c);
            store<dim()>(velocity, j, load<dim()>(velocity, j) + push / mass[j]);
            if (i >= 0) store<dim()>(velocity, i, load<dim()>(velocity, i) - push / mass[i]);
        }
    });
}

}  // namespace galet
