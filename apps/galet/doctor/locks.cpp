#include "doctor/locks.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "galet/core/error.hpp"
#include "galet/io/result_folder.hpp"

namespace galet::doctor {
namespace {

/// A process that holds a lock until it is killed. Between fork and its end it calls nothing but the system.
class Holder {
  public:
    explicit Holder(const std::filesystem::path& file) {
        std::array<int, 2> ends;
        if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw FileError("pipe: " + std::string(std::strerror(errno)));
        const std::string name = file.string();
        child_ = ::fork();
        if (child_ == 0) hold(name.c_str(), ends[1]);
        ::close(ends[1]);
        char said = 'n';
        locked_ = child_ > 0 && ::read(ends[0], &said, 1) == 1 && said == 'y';
        ::close(ends[0]);
    }
    Holder(const Holder&) = delete;
    Holder& operator=(const Holder&) = delete;
    ~Holder() { end(); }

    bool locked() const { return locked_; }

    void end() {
        if (child_ <= 0) return;
        ::kill(child_, SIGKILL);
        while (::waitpid(child_, nullptr, 0) < 0 && errno == EINTR) continue;
        child_ = 0;
    }

  private:
    [[noreturn]] static void hold(const char* name, int out) {
        const int file = ::open(name, O_RDWR | O_CLOEXEC);
        const char said = file >= 0 && ::flock(file, LOCK_EX | LOCK_NB) == 0 ? 'y' : 'n';
        const bool heard = ::write(out, &said, 1) == 1;
        // Ends by itself should nobody end it.
        if (heard && said == 'y') ::sleep(60);
        ::_exit(0);
    }

    pid_t child_ = 0;
    bool locked_ = false;
};

bool can_lock(const OutputFile& file) {
    if (::flock(file.descriptor(), LOCK_EX | LOCK_NB) != 0) return false;
    ::flock(file.descriptor(), LOCK_UN);
    return true;
}

constexpr const char* kTwoRuns =
    "Two runs could write one result at the same time. Give each its own --out, or use a local disk.";

}  // namespace

std::vector<Check> check_locks(const std::filesystem::path& folder) {
    const ResultFiles files{folder};
    const OutputFile lock(files.lock(), OutputFile::Mode::replace);
    Holder other(files.lock());
    if (!other.locked()) return {failed("lock", "another process could not take it (flock)", kTwoRuns)};
    const bool turned_away = !can_lock(lock), seen = files.being_written();
    other.end();
    const bool free_again = can_lock(lock);
    return {
        require(turned_away, "lock", turned_away ? "held by one process, refused to another (flock)" : "given twice",
                kTwoRuns),
        require(free_again, "lock after a kill", free_again ? "ends with its process" : "outlives its process",
                "After a crash `galet resume` would say that another run is writing. Use a local disk."),
        prefer(seen && !files.being_written(), "lock seen by others",
               seen ? "in /proc/locks while held, not after" : "not in /proc/locks",
               "`galet view` cannot tell a run that goes on from one that was killed. Nothing else depends on it.")};
}

}  // namespace galet::doctor
