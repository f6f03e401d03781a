// Answers that are made and not yet sent. They are made one at a time, as HDF5 needs it, and while many bytes of them
// are under way no further frame is read: memory does not grow with the number of clients, or their slowness.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>

#include "view/answer.hpp"

namespace galet::app {

class Outgoing {
  public:
    /// `limit`: bytes under way beyond which nothing large is begun.
    explicit Outgoing(std::size_t limit) : limit_(limit) {}

    /// What `make` gives; under way until the last copy of the pointer is gone. Refusal 503 where a large one would
    /// have to wait too long.
    std::shared_ptr<const Answer> add(bool large, const std::function<Answer()>& make);

  private:
    void remove(std::size_t bytes);

    std::size_t limit_;
    std::mutex one_at_a_time_;
    std::mutex counting_;
    std::condition_variable sent_;
    std::size_t bytes_ = 0;
};

}  // namespace galet::app
