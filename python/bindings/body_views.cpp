#include "body_views.hpp"

namespace galet::python {

std::vector<double>& numbers_of(Bodies& bodies, Field field) {
    switch (field) {
        case Field::position:
            return bodies.position;
        case Field::velocity:
            return bodies.velocity;
        case Field::radius:
            return bodies.radius;
        case Field::mass:
            return bodies.mass;
        case Field::inertia:
            return bodies.inertia;
        case Field::spin:
            return bodies.spin;
        case Field::orientation:
            break;
    }
    return bodies.orientation;
}

int size_of(const Bodies& bodies, Field field) {
    const bool flat = bodies.dimension == 2;
    if (field == Field::position || field == Field::velocity) return bodies.dimension;
    if (field == Field::spin) return flat ? 0 : 3;
    if (field == Field::orientation) return flat ? 0 : 4;
    return 0;
}

py::array BodyViews::view(Bodies& bodies, Field field, std::shared_ptr<void> owner, bool writable) {
    std::weak_ptr<Block>& known = blocks_[static_cast<std::size_t>(field)];
    std::shared_ptr<Block> block = known.lock();
    if (!block) {
        block = std::make_shared<Block>();
        block->owner = std::move(owner);
        known = block;
    }
    const std::vector<double>& numbers = numbers_of(bodies, field);
    return array_over(numbers.data(), shape_of(numbers.size(), size_of(bodies, field)), std::move(block), writable);
}

void BodyViews::hand_over(Bodies left) {
    for (std::size_t k = 0; k < kFields; ++k) {
        if (const std::shared_ptr<Block> block = blocks_[k].lock()) {
            block->numbers = std::move(numbers_of(left, static_cast<Field>(k)));  // moved: the memory is the same
            block->owner.reset();
        }
        blocks_[k].reset();
    }
}

}  // namespace galet::python
