// Work on all threads with tools that cannot be shared: muParser's formulas.
#pragma once

#include <algorithm>
#include <deque>
#include <exception>
#include <functional>
#include <utility>

#include "galet/core/parallel.hpp"

namespace galet {

template <class Tool>
class Workers {
  public:
    /// Makes one tool at once, others as more threads need them.
    explicit Workers(std::function<Tool()> make) : make_(std::move(make)) { workers_.emplace_back(make_()); }

    Tool& first() { return workers_.front().tool; }

    /// Cuts [0, count) into at most one slice a thread, none shorter than `grain`, and calls work(tool, first, last)
    /// for each. What it throws is thrown again here, on the caller's thread: of several, that of the lowest slice.
    template <class Work>
    void for_each_slice(Index count, Index grain, Work&& work) {
        const std::int64_t slices = std::clamp<std::int64_t>(count / grain, 1, thread_count());
        while (workers_.size() < static_cast<std::size_t>(slices)) workers_.emplace_back(make_());
        parallel_blocks(static_cast<Index>(slices), 1, [&](std::size_t, Index slice, Index) {
            Worker& worker = workers_[static_cast<std::size_t>(slice)];
            try {
                work(worker.tool, static_cast<Index>(std::int64_t{count} * slice / slices),
                     static_cast<Index>(std::int64_t{count} * (slice + 1) / slices));
            } catch (...) {
                worker.failure = std::current_exception();
            }
        });
        rethrow_failure();
    }

  private:
    struct Worker {
        explicit Worker(Tool own) : tool(std::move(own)) {}
        Tool tool;
        std::exception_ptr failure;
    };

    void rethrow_failure() {
        std::exception_ptr first;
        for (Worker& worker : workers_) {
            const std::exception_ptr failure = std::exchange(worker.failure, nullptr);
            if (!first) first = failure;
        }
        if (first) std::rethrow_exception(first);
    }

    std::function<Tool()> make_;
    std::deque<Worker> workers_;  ///< grows with the number of threads, not with the steps
};

}  // namespace galet
