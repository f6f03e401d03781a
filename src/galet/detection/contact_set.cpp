#include "galet/detection/contact_set.hpp"

namespace galet {

void ContactSet::clear() {
    first.clear();
    second.clear();
    distance.clear();
    normal.clear();
}

void ContactSet::reserve(std::size_t contacts) {
    first.reserve(contacts);
    second.reserve(contacts);
    distance.reserve(contacts);
    normal.reserve(contacts * dimension);
}

}  // namespace galet
