#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "figures/gnuplot.hpp"
#include "galet/core/error.hpp"

extern char** environ;

namespace galet::figures {
namespace {

/// Both ends of a pipe, not inherited by other children, closed at the end of its life.
struct Pipe {
    std::array<int, 2> ends{-1, -1};
    Pipe() {
        if (::pipe2(ends.data(), O_CLOEXEC) != 0)
            throw FileError(fmt::format("gnuplot cannot be run: {}", std::strerror(errno)));
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
    ~Pipe() {
        close_end(0);
        close_end(1);
    }
    void close_end(int k) {
        if (ends[k] >= 0) ::close(ends[k]);
        ends[k] = -1;
    }
};

/// What gnuplot should find: nothing to read, its words sent to the pipe.
struct Streams {
    posix_spawn_file_actions_t actions;
    explicit Streams(int words) {
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_adddup2(&actions, words, STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&actions, words, STDERR_FILENO);
    }
    Streams(const Streams&) = delete;
    Streams& operator=(const Streams&) = delete;
    ~Streams() { posix_spawn_file_actions_destroy(&actions); }
};

std::string read_all(int descriptor) {
    std::string all;
    std::array<char, 4096> buffer;
    for (;;) {
        const ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return all;
        all.append(buffer.data(), static_cast<std::size_t>(count));
    }
}

int wait_for(pid_t child) {
    int status = 0;
    while (::waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return -1;
    return status;
}

/// The last lines of what gnuplot said: errors come at the end, after warnings.
std::string tail(const std::string& words) {
    constexpr std::size_t most = 600;
    return words.size() <= most ? words : "..." + words.substr(words.size() - most);
}

}  // namespace

void run_gnuplot(const std::filesystem::path& script, const std::filesystem::path& output,
                 const std::filesystem::path& picture) {
    Pipe words;
    const Streams streams(words.ends[1]);
    std::string name = "gnuplot", defaults = "-d", call = "-c", file = script.string(), argument = output.string();
    std::array<char*, 6> arguments{name.data(), defaults.data(), call.data(), file.data(), argument.data(), nullptr};
    pid_t child = 0;
    const int failure = ::posix_spawnp(&child, "gnuplot", &streams.actions, nullptr, arguments.data(), environ);
    if (failure == ENOENT)
        throw FileError("charts are drawn by gnuplot, which was not found; on Debian: apt install gnuplot-nox");
    if (failure != 0) throw FileError(fmt::format("gnuplot cannot be run: {}", std::strerror(failure)));
    words.close_end(1);
    const std::string said = read_all(words.ends[0]);
    const int status = wait_for(child);
    std::error_code error;
    const bool drawn = std::filesystem::file_size(output, error) > 0 && !error;
    if (status != 0 || !drawn)
        throw FileError(fmt::format("gnuplot failed to draw {}: {}", picture.string(), tail(said)));
}

}  // namespace galet::figures
