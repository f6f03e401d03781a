#include "view/outgoing.hpp"

#include <chrono>

namespace galet::app {
namespace {

constexpr std::chrono::seconds kPatience{30};

}  // namespace

std::shared_ptr<const Answer> Outgoing::add(bool large, const std::function<Answer()>& make) {
    const auto deadline = std::chrono::steady_clock::now() + kPatience;
    for (;;) {
        if (large) {
            std::unique_lock lock(counting_);
            if (!sent_.wait_until(lock, deadline, [this] { return bytes_ < limit_; }))
                throw Refusal(503, "too many answers wait for slow clients");
        }
        const std::scoped_lock turn(one_at_a_time_);
        {
            const std::scoped_lock lock(counting_);
            if (large && bytes_ >= limit_) continue;  // someone was faster
        }
        auto answer = std::make_unique<const Answer>(make());
        const std::size_t size = answer->body.size();
        const std::scoped_lock lock(counting_);
        bytes_ += size;
        return {answer.release(), [this, size](const Answer* sent) {
                    delete sent;
                    remove(size);
                }};
    }
}

void Outgoing::remove(std::size_t bytes) {
    {
        const std::scoped_lock lock(counting_);
        bytes_ -= bytes;
    }
    sent_.notify_all();
}

}  // namespace galet::app
