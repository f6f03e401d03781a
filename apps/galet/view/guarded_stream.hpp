// A connection that cannot be abused: what a client sends before its request is complete, how long it takes for that
// and how long it takes to accept the answer are limited, and an idle one makes room for others that wait.
#pragma once

#include <httplib.h>

#include <array>
#include <chrono>
#include <functional>

namespace galet::app {

struct ConnectionLimits {
    using Time = std::chrono::milliseconds;

    std::size_t head = 16384;    ///< bytes of the lines before the body; browsers send less than 1000
    Time idle{5000};             ///< waited for the next request
    Time idle_crowded{100};      ///< the same while other connections wait
    Time request{10000};         ///< for a request to be complete
    Time request_crowded{2000};  ///< the same while other connections wait
    Time stalled{10000};         ///< without a byte of the answer accepted
    Time answer{120000};         ///< for the whole answer
};

class GuardedStream : public httplib::Stream {
  public:
    /// `crowded` tells whether connections wait, `stopping` whether the server is about to end.
    GuardedStream(socket_t socket, const ConnectionLimits& limits, std::function<bool()> crowded,
                  std::function<bool()> stopping);

    /// Whether a further request begins. The limits of a request count from here.
    bool wait_for_request();

    /// Lets the client read the answer to a request that was not read to its end, and closes.
    void close();

    bool is_readable() const override { return true; }
    bool is_writable() const override { return true; }
    ssize_t read(char* bytes, size_t size) override;
    ssize_t write(const char* bytes, size_t size) override;
    void get_remote_ip_and_port(std::string& ip, int& port) const override { ip = "127.0.0.1", port = 0; }
    void get_local_ip_and_port(std::string& ip, int& port) const override { ip = "127.0.0.1", port = 0; }
    socket_t socket() const override { return socket_; }

  private:
    using Clock = std::chrono::steady_clock;

    /// Waits for `event` of poll(2) until `limit` after `start`, or `crowded_limit` while others wait.
    bool wait(short event, Clock::time_point start, std::chrono::milliseconds limit,
              std::chrono::milliseconds crowded_limit) const;
    bool fill();

    socket_t socket_;
    const ConnectionLimits& limits_;
    std::function<bool()> crowded_, stopping_;
    std::array<char, 4096> buffer_;
    std::size_t begin_ = 0, end_ = 0;  ///< of what was received and not yet read
    std::size_t allowed_ = 0;          ///< bytes that this request may still take
    Clock::time_point request_start_, answer_start_;
    bool answering_ = false;
};

}  // namespace galet::app
