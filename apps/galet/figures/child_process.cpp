#include "figures/child_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <thread>
#include <utility>

#include "galet/core/error.hpp"

extern char** environ;

namespace galet::figures {
namespace {

constexpr int kPatience = 100;                                     ///< between two looks at `stop` [ms]
constexpr std::chrono::milliseconds kLook(5);                      ///< between two looks at a program that is ending
constexpr std::size_t kWords = 600;                                ///< of what it said, at most
constexpr std::size_t kPiece = static_cast<std::size_t>(1) << 16;  ///< bytes sent at a time

[[noreturn]] void fail(const std::string& program) {
    throw FileError(fmt::format("{} cannot be run: {}", program, std::strerror(errno)));
}

/// What the program should find: its input, and one place for all it says.
struct Spawn {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;

    Spawn(int input, int said) {
        posix_spawn_file_actions_init(&actions);
        posix_spawnattr_init(&attributes);
        if (input < 0) {
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        } else {
            posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
            posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
        }
        posix_spawn_file_actions_adddup2(&actions, said, STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&actions, said, STDERR_FILENO);
    }
    Spawn(const Spawn&) = delete;
    Spawn& operator=(const Spawn&) = delete;
    ~Spawn() {
        posix_spawn_file_actions_destroy(&actions);
        posix_spawnattr_destroy(&attributes);
    }
};

/// A descriptor that is closed at the end of its life, unless released.
struct Descriptor {
    int number = -1;
    ~Descriptor() {
        if (number >= 0) ::close(number);
    }
    int release() { return std::exchange(number, -1); }
};

}  // namespace

ChildProcess::ChildProcess(std::vector<std::string> words, Input input, const std::string& missing)
    : said_(std::tmpfile(), &std::fclose) {
    const std::string program = words.at(0);
    if (!said_) fail(program);
    ::fcntl(::fileno(said_.get()), F_SETFD, FD_CLOEXEC);
    // A socket rather than a pipe: writing to one whose reader has gone is an error and no signal.
    Descriptor ours, its;
    if (input == Input::ours) {
        std::array<int, 2> ends;
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) fail(program);
        ours.number = ends[0], its.number = ends[1];
    }
    const Spawn spawn(its.number, ::fileno(said_.get()));
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    errno = ::posix_spawnp(&child_, program.c_str(), &spawn.actions, &spawn.attributes, arguments.data(), environ);
    if (errno != 0) child_ = 0;
    if (errno == ENOENT) throw FileError(missing);
    if (errno != 0) fail(program);
    input_ = ours.release();
}

ChildProcess::~ChildProcess() {
    close_input();
    end();
}

void ChildProcess::end() {
    if (child_ == 0) return;
    ::kill(child_, SIGKILL);
    while (::waitpid(child_, &status_, 0) < 0 && errno == EINTR) {
    }
    child_ = 0;
}

void ChildProcess::close_input() {
    if (input_ >= 0) ::close(input_);
    input_ = -1;
}

bool ChildProcess::write(std::span<const std::byte> bytes, const Stop& stop) {
    while (!bytes.empty()) {
        pollfd ready{input_, POLLOUT, 0};
        const int count = ::poll(&ready, 1, kPatience);
        if (stop()) return false;
        if (count <= 0) continue;
        const ssize_t sent = ::send(input_, bytes.data(), std::min(bytes.size(), kPiece), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent > 0) bytes = bytes.subspan(static_cast<std::size_t>(sent));
        if (sent < 0 && errno != EINTR && errno != EAGAIN) return false;
    }
    return true;
}

bool ChildProcess::succeeded(const Stop& stop) {
    close_input();
    while (child_ != 0) {
        const pid_t ended = ::waitpid(child_, &status_, WNOHANG);
        if (ended == child_) child_ = 0;
        if (ended < 0 && errno != EINTR) return false;
        if (child_ != 0 && stop()) end();
        if (child_ != 0) std::this_thread::sleep_for(kLook);
    }
    return WIFEXITED(status_) && WEXITSTATUS(status_) == 0;
}

std::string ChildProcess::last_words() const {
    const int file = ::fileno(said_.get());
    const off_t size = ::lseek(file, 0, SEEK_END), from = std::max<off_t>(0, size - static_cast<off_t>(kWords));
    std::string words(static_cast<std::size_t>(size - from), ' ');
    const ssize_t count = ::pread(file, words.data(), words.size(), from);
    words.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
    while (!words.empty() && words.back() == '\n') words.pop_back();
    if (from > 0) words = "..." + words;
    if (child_ == 0 && WIFSIGNALED(status_))
        words += fmt::format("{}ended by signal {} ({})", words.empty() ? "" : "\n", WTERMSIG(status_),
                             ::strsignal(WTERMSIG(status_)));
    return words.empty() ? "it gave no reason" : words;
}

}  // namespace galet::figures
