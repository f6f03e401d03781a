#include "galet/sweeping/projector.hpp"

#include <fmt/format.h>

namespace galet::sweeping {

Vector Projector::operator()(double t, const Vector& z) {
    ++count_;
    Nearest answer = nearest(set_.at(t), z);
    if (answer.outcome == Outcome::empty) throw CannotStep(fmt::format("the set is empty at t = {}", t));
    if (answer.outcome == Outcome::not_found || !answer.point.allFinite()) {
        throw CannotStep(
            fmt::format("no nearest point of the set at t = {} was found to {}: is it empty, or without an interior?",
                        t, kAccuracy));
    }
    return std::move(answer.point);
}

}  // namespace galet::sweeping
