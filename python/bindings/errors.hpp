// Failures that have no exception of their own in the library.
#pragma once

#include <stdexcept>

namespace galet::python {

/// A step that was not taken: galet.StepError.
class StepError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

}  // namespace galet::python
