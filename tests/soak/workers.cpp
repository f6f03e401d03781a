#include "soak/workers.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <stdexcept>

#include "galet/core/timer.hpp"
#include "soak/families.hpp"

namespace galet::soak {
namespace {

using Numbers = std::vector<std::uint64_t>;

const std::string& family_of(std::uint64_t number) { return families()[number % families().size()].name; }

void write_report(int to, const WorldReport& report) {
    if (write(to, &report, sizeof report) != static_cast<ssize_t>(sizeof report)) _exit(2);
}

/// Kills this process after so many seconds of its own time: on a busy machine waiting is no fault. One that waits for
/// ever is killed too, much later. 0: no longer.
void limit_time(int seconds) {
    constexpr int kWaiting = 60;
    itimerval timer{};
    timer.it_value.tv_sec = seconds;
    setitimer(ITIMER_VIRTUAL, &timer, nullptr);
    alarm(static_cast<unsigned>(kWaiting * seconds));
}

/// The life of a worker: its worlds, one after the other.
[[noreturn]] void work(const Numbers& numbers, std::size_t from, const Crew& crew, int to) {
    for (std::size_t k = from; k < numbers.size(); ++k) {
        WorldReport begun;
        begun.number = numbers[k];
        begun.begun = true;
        write_report(to, begun);
        limit_time(crew.seconds_each);
        const Timer timer;
        const bool repeat = numbers[k] / families().size() % static_cast<std::uint64_t>(crew.repeat_every) == 0;
        const Outcome outcome = run_world(make_world(crew.seed, numbers[k]), repeat);
        limit_time(0);
        write_report(to, report_of(numbers[k], outcome, timer.seconds()));
    }
    _exit(0);
}

/// A process with its share of the worlds, started again behind a world that killed it.
class Worker {
  public:
    Worker(Numbers numbers, const Crew& crew) : numbers_(std::move(numbers)), crew_(crew) { start(); }

    bool running() const { return process_ > 0; }
    int pipe_end() const { return from_; }

    /// Takes one report, or the end of the process.
    void hear(Tally& tally) {
        WorldReport report;
        const ssize_t got = read(from_, &report, sizeof report);
        if (got == static_cast<ssize_t>(sizeof report)) return take(report, tally);
        close(from_);
        int status = 0;
        waitpid(process_, &status, 0);
        process_ = -1;
        if (!in_progress_) return;
        tally.add_death(family_of(*in_progress_), *in_progress_, how_it_ended(status));
        in_progress_.reset();
        ++next_;
        start();
    }

  private:
    void start() {
        if (next_ >= numbers_.size()) return;
        int ends[2];
        if (pipe(ends) != 0) throw std::runtime_error("no pipe for a worker");
        process_ = fork();
        if (process_ < 0) throw std::runtime_error("no process for a worker");
        if (process_ == 0) {
            close(ends[0]);
            work(numbers_, next_, crew_, ends[1]);
        }
        close(ends[1]);
        from_ = ends[0];
    }

    void take(const WorldReport& report, Tally& tally) {
        if (report.begun) {
            in_progress_ = report.number;
            return;
        }
        in_progress_.reset();
        ++next_;
        tally.add(family_of(report.number), report);
    }

    std::string how_it_ended(int status) const {
        if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGVTALRM || WTERMSIG(status) == SIGALRM)) {
            return fmt::format("took more than {} s", crew_.seconds_each);
        }
        if (WIFSIGNALED(status))
            return fmt::format("ended by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
        return fmt::format("ended with status {}", WEXITSTATUS(status));
    }

    Numbers numbers_;
    Crew crew_;
    std::size_t next_ = 0;  ///< the first world that is not done
    std::optional<std::uint64_t> in_progress_;
    pid_t process_ = -1;
    int from_ = -1;
};

}  // namespace

Tally run_worlds(const Numbers& numbers, const Crew& crew) {
    const std::size_t jobs = static_cast<std::size_t>(std::max(crew.jobs, 1));
    std::vector<Numbers> shares(jobs);
    // By whole rounds of the families, so that every worker gets its part of the slow ones.
    for (std::size_t k = 0; k < numbers.size(); ++k) shares[k / families().size() % jobs].push_back(numbers[k]);
    std::vector<Worker> workers;
    for (Numbers& share : shares) workers.emplace_back(std::move(share), crew);

    Tally tally;
    while (true) {
        std::vector<pollfd> ends;
        std::vector<Worker*> heard;
        for (Worker& worker : workers) {
            if (!worker.running()) continue;
            ends.push_back({worker.pipe_end(), POLLIN, 0});
            heard.push_back(&worker);
        }
        if (ends.empty()) return tally;
        if (poll(ends.data(), ends.size(), -1) < 0) continue;
        for (std::size_t k = 0; k < ends.size(); ++k) {
            if (ends[k].revents != 0) heard[k]->hear(tally);
        }
    }
}

bool breaks_apart(const SoakWorld& world, Promise promise, int seconds) {
    const pid_t process = fork();
    if (process < 0) throw std::runtime_error("no process to try a world in");
    if (process == 0) {
        limit_time(seconds);
        _exit(breaks(world, promise) ? 1 : 0);
    }
    int status = 0;
    waitpid(process, &status, 0);
    if (WIFSIGNALED(status)) return promise == Promise::crash;
    return WEXITSTATUS(status) == 1;
}

}  // namespace galet::soak
