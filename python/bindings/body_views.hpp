// Views of the arrays of a simulation's bodies, which stay valid memory whatever becomes of the simulation.
//
// A view looks at the memory the simulation itself works in and keeps the simulation alive. When that memory is left,
// because bodies come or go, it is handed over to the views: they then own what they look at, and no longer follow.
#pragma once

#include <array>
#include <memory>

#include "arrays.hpp"
#include "galet/bodies/bodies.hpp"

namespace galet::python {

enum class Field { position, velocity, radius, mass, inertia, spin, orientation };
inline constexpr std::size_t kFields = 7;

/// The array of a field, and how many numbers of it make one of a body's; 0: it is no vector.
std::vector<double>& numbers_of(Bodies& bodies, Field field);
int size_of(const Bodies& bodies, Field field);

class BodyViews {
  public:
    /// A view of `bodies`, in which `owner` keeps its state.
    py::array view(Bodies& bodies, Field field, std::shared_ptr<void> owner, bool writable);

    /// `left` are the arrays that all views so far look at.
    void hand_over(Bodies left);

  private:
    /// What a view holds on to.
    struct Block {
        std::shared_ptr<void> owner;  ///< as long as it works in this memory
        std::vector<double> numbers;  ///< afterwards
    };
    std::array<std::weak_ptr<Block>, kFields> blocks_;
};

}  // namespace galet::python
