// Expressions of scenes: read, then evaluated at a few times and places.
#include "galet/core/formula.hpp"

#include "fuzz/target.hpp"

namespace galet::fuzz {

void formula(std::string_view bytes) {
    Formula formula(std::string(bytes), time_and_place(3));
    for (const double value : {0.0, 1.0, -1.5, 1e300}) {
        for (std::size_t k = 0; k < 4; ++k) formula.set(k, value);
        formula.unchecked();
        formula.where();
    }
}

}  // namespace galet::fuzz
