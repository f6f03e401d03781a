#include "galet/io/hdf5_trial.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <new>
#include <stdexcept>
#include <string>

#include "galet/core/error.hpp"

namespace galet::hdf5 {
namespace {

constexpr std::uint64_t kSeconds = 10, kBytesPerSecond = 10'000'000;
constexpr std::uint64_t kMemory = std::uint64_t{2} << 30, kMemoryPerByte = 32;
constexpr unsigned kPatience = 120;  ///< for a child that does not compute but waits [s]

std::atomic<bool> in_child = true;

/// The address sanitizer's own allocation does not bear a fork while other threads use it.
bool may_fork() {
#ifdef __SANITIZE_ADDRESS__
    const std::filesystem::directory_iterator tasks("/proc/self/task");
    return std::distance(begin(tasks), end(tasks)) == 1;
#else
    return true;
#endif
}

/// The first letter of what a child says; what it throws follows.
enum Outcome : char { fine = 'f', input_error = 'i', file_error = 'e', no_memory = 'm', unknown = 'u' };

struct Limits {
    std::uint64_t seconds, memory;
};

Limits limits_for(const std::filesystem::path& path) {
    std::error_code failed;
    const std::uintmax_t size = std::filesystem::file_size(path, failed);
    const std::uint64_t bytes = failed ? 0 : size;
    return {kSeconds + bytes / kBytesPerSecond, kMemory + bytes * kMemoryPerByte};
}

void set_limit(int what, std::uint64_t value) {
    rlimit limit{};
    ::getrlimit(what, &limit);
    limit.rlim_cur = std::min<rlim_t>(value, limit.rlim_max);
    ::setrlimit(what, &limit);
}

/// Whether the user gave the program less memory than the machine has: then the want of it says nothing of the file.
bool memory_is_limited() {
    rlimit limit{};
    return ::getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

/// Address space in use [bytes].
std::uint64_t memory_in_use() {
    std::uint64_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

/// A child is not to do what the program does on a signal, and says nothing but through its pipe.
void stand_apart(const Limits& limits) {
    for (const int crash : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGALRM, SIGXCPU}) {
        std::signal(crash, SIG_DFL);
    }
    for (const int request : {SIGINT, SIGTERM, SIGHUP}) std::signal(request, SIG_IGN);
    set_limit(RLIMIT_CORE, 0);
    set_limit(RLIMIT_CPU, limits.seconds);
    set_limit(RLIMIT_AS, memory_in_use() + limits.memory);
    ::alarm(kPatience);
    ::dup2(::open("/dev/null", O_WRONLY), STDERR_FILENO);
}

std::string say(Outcome outcome, const std::string& text = "") { return std::string(1, outcome) + text; }

std::string outcome_of(const std::function<void()>& read) {
    try {
        read();
        return say(fine);
    } catch (const InputError& error) {
        return say(input_error, error.what());
    } catch (const FileError& error) {
        return say(file_error, error.what());
    } catch (const std::bad_alloc&) {
        return say(no_memory);
    } catch (const std::length_error&) {
        return say(no_memory);
    } catch (...) {
        return say(unknown);
    }
}

[[noreturn]] void be_child(int pipe, const Limits& limits, const std::function<void()>& read) {
    in_child = false;
    stand_apart(limits);
    const std::string said = outcome_of(read);
    // Neither buffers nor destructors of the program are the child's to empty or run.
    ::_exit(::write(pipe, said.data(), said.size()) == static_cast<ssize_t>(said.size()) ? 0 : 1);
}

std::string all_from(int pipe) {
    std::string text;
    std::array<char, 4096> piece;
    for (;;) {
        const ssize_t size = ::read(pipe, piece.data(), piece.size());
        if (size > 0) text.append(piece.data(), static_cast<std::size_t>(size));
        if (size == 0 || (size < 0 && errno != EINTR)) return text;
    }
}

/// The signal that ended the child; 0 where there was none.
int signal_that_ended(pid_t child) {
    int status = 0;
    while (::waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return 0;
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

[[noreturn]] void refuse(const std::filesystem::path& path, const std::string& what) {
    throw FileError(fmt::format("{}: damaged: {}", path.string(), what));
}

void judge(const std::filesystem::path& path, const Limits& limits, const std::string& said, int signal) {
    const std::string text = said.empty() ? "" : said.substr(1);
    switch (said.empty() ? '\0' : said.front()) {
        case fine:
        case unknown:
            return;
        case input_error:
            throw InputError(text);
        case file_error:
            throw FileError(text);
        case no_memory:
            if (memory_is_limited()) return;
            refuse(path, fmt::format("reading it takes more than {} MB of memory", limits.memory >> 20));
        default:
            break;
    }
    if (signal == SIGALRM || signal == SIGKILL) return;
    if (signal == SIGXCPU) refuse(path, fmt::format("HDF5 has not read it after {} s of computing", limits.seconds));
    refuse(path, "HDF5 crashes when it reads it");
}

}  // namespace

void set_trials_in_child(bool on) { in_child = on; }

void try_reading(const std::filesystem::path& path, const std::function<void()>& read) {
    if (!in_child || !may_fork()) return read();
    const Limits limits = limits_for(path);
    std::array<int, 2> pipe{};
    if (::pipe2(pipe.data(), O_CLOEXEC) != 0) return;
    const pid_t child = ::fork();
    if (child == 0) be_child(pipe[1], limits, read);
    ::close(pipe[1]);
    const std::string said = child > 0 ? all_from(pipe[0]) : say(unknown);
    ::close(pipe[0]);
    judge(path, limits, said, child > 0 ? signal_that_ended(child) : 0);
}

}  // namespace galet::hdf5
