#include "galet/detection/contact_set.hpp"

namespace galet {

void ContactSet::clear() {
    first.clear();
    second.clear();
    distance.clear();
    closing.clear();
    normal.clear();
}

}  // namespace galet
