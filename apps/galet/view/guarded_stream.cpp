#include "view/guarded_stream.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace galet::app {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kGlance{50};   ///< how long a wait lasts before it looks around
constexpr milliseconds kLinger{500};  ///< for a client that is still sending
constexpr std::size_t kLingerBytes = std::size_t{1} << 20;

/// 1 ready, 0 not within the time, -1 never.
int poll_socket(socket_t socket, short event, milliseconds time) {
    pollfd entry{socket, event, 0};
    const int ready = ::poll(&entry, 1, static_cast<int>(time.count()));
    if (ready < 0) return errno == EINTR ? 0 : -1;
    if (ready == 0) return 0;
    return (entry.revents & (event | POLLHUP | POLLERR)) != 0 ? 1 : -1;
}

}  // namespace

GuardedStream::GuardedStream(socket_t socket, const ConnectionLimits& limits, std::function<bool()> crowded,
                             std::function<bool()> stopping)
    : socket_(socket), limits_(limits), crowded_(std::move(crowded)), stopping_(std::move(stopping)) {}

bool GuardedStream::wait(short event, Clock::time_point start, milliseconds limit, milliseconds crowded_limit) const {
    for (;;) {
        const int ready = poll_socket(socket_, event, kGlance);
        if (ready != 0) return ready > 0;
        const auto waited = Clock::now() - start;
        if (stopping_() || waited > limit || (waited > crowded_limit && crowded_())) return false;
    }
}

bool GuardedStream::wait_for_request() {
    if (begin_ == end_ && !wait(POLLIN, Clock::now(), limits_.idle, limits_.idle_crowded)) return false;
    request_start_ = Clock::now();
    allowed_ = limits_.head;
    answering_ = false;
    return !stopping_();
}

bool GuardedStream::fill() {
    if (!wait(POLLIN, request_start_, limits_.request, limits_.request_crowded)) return false;
    const ssize_t got = ::recv(socket_, buffer_.data(), buffer_.size(), 0);
    if (got <= 0) return false;
    begin_ = 0;
    end_ = static_cast<std::size_t>(got);
    // One byte now and then keeps poll(2) content, but not the clock.
    return Clock::now() - request_start_ < (crowded_() ? limits_.request_crowded : limits_.request);
}

ssize_t GuardedStream::read(char* bytes, size_t size) {
    if (allowed_ == 0 || (begin_ == end_ && !fill())) return -1;
    const std::size_t count = std::min({size, end_ - begin_, allowed_});
    std::memcpy(bytes, buffer_.data() + begin_, count);
    begin_ += count;
    allowed_ -= count;
    return static_cast<ssize_t>(count);
}

ssize_t GuardedStream::write(const char* bytes, size_t size) {
    const Clock::time_point now = Clock::now();
    if (!answering_) answer_start_ = now;
    answering_ = true;
    if (now - answer_start_ > limits_.answer) return -1;
    for (;;) {
        if (!wait(POLLOUT, now, limits_.stalled, limits_.stalled)) return -1;
        const ssize_t sent = ::send(socket_, bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent >= 0) return sent;
        if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) return -1;
    }
}

void GuardedStream::close() {
    // Closing with bytes unread would reset the connection, and the client might never see the answer.
    ::shutdown(socket_, SHUT_WR);
    const Clock::time_point end = Clock::now() + kLinger;
    std::size_t dropped = 0;
    while (!stopping_() && dropped < kLingerBytes && Clock::now() < end) {
        const int ready = poll_socket(socket_, POLLIN, kGlance);
        if (ready < 0) break;
        if (ready == 0) continue;
        const ssize_t got = ::recv(socket_, buffer_.data(), buffer_.size(), MSG_DONTWAIT);
        if (got <= 0) break;
        dropped += static_cast<std::size_t>(got);
    }
    ::close(socket_);
}

}  // namespace galet::app
