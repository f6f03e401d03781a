// A line that tells how work is getting on: changed in place on a terminal, written anew now and then elsewhere. On
// standard error.
#pragma once

#include <string>

#include "galet/core/timer.hpp"

namespace galet::app {

class LiveLine {
  public:
    explicit LiveLine(bool quiet = false);
    LiveLine(const LiveLine&) = delete;
    LiveLine& operator=(const LiveLine&) = delete;
    ~LiveLine() { clear(); }

    bool due() const { return !quiet_ && timer_.seconds() >= next_; }  ///< is it time to show something?
    void show(const std::string& text);
    void clear();  ///< makes room for other words

    double seconds() const { return timer_.seconds(); }  ///< since the start

  private:
    bool quiet_, live_;
    Timer timer_;
    double next_;  ///< when to show something again [s]
    bool shown_ = false;
};

/// "12 s", "3 min", "1.5 h".
std::string duration(double seconds);

}  // namespace galet::app
