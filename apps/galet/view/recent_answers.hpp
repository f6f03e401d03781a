// Answers about frames, kept for a while: many who follow a run ask for the same frame, which is then read once.
#pragma once

#include <list>
#include <string>
#include <utility>

#include "view/answer.hpp"

namespace galet::app {

class RecentAnswers {
  public:
    /// `limit`: bytes of bodies kept.
    explicit RecentAnswers(std::size_t limit) : limit_(limit) {}

    /// What was kept under a name, else what `make` gives. The name must say everything that the answer depends on.
    template <class Make>
    Answer get(const std::string& name, Make&& make) {
        for (auto entry = entries_.begin(); entry != entries_.end(); ++entry) {
            if (entry->first != name) continue;
            entries_.splice(entries_.begin(), entries_, entry);
            return entry->second;
        }
        Answer answer = make();
        keep(name, answer);
        return answer;
    }

  private:
    void keep(const std::string& name, const Answer& answer) {
        if (answer.body.size() > limit_) return;
        entries_.emplace_front(name, answer);
        bytes_ += answer.body.size();
        while (bytes_ > limit_ || entries_.size() > kMostEntries) {
            bytes_ -= entries_.back().second.body.size();
            entries_.pop_back();
        }
    }

    static constexpr std::size_t kMostEntries = 256;

    std::size_t limit_, bytes_ = 0;
    std::list<std::pair<std::string, Answer>> entries_;  ///< the latest asked for first
};

}  // namespace galet::app
