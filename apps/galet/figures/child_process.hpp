// Another program, run without a shell: gnuplot for charts, ffmpeg for films.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdio>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace galet::figures {

class ChildProcess {
  public:
    /// What it finds on its standard input: nothing, or what `write` sends. In the latter case Ctrl-C does not reach it
    /// (it has a process group of its own), so that it is ours to end it and to remove what it has half written.
    enum class Input { nothing, ours };

    /// The first of `words` is the program, sought in PATH. Throws FileError where it cannot be run; `missing` is the
    /// message where it was not found.
    ChildProcess(std::vector<std::string> words, Input input, const std::string& missing);
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;
    ~ChildProcess();  ///< ends a program that is still running

    using Stop = std::function<bool()>;  ///< asked now and then: true means give up

    /// False where the program no longer reads, or `stop` says so.
    bool write(std::span<const std::byte> bytes, const Stop& stop);
    void close_input();

    /// Whether it ended by itself with status 0; false, too, where `stop` says so before.
    bool succeeded(const Stop& stop = [] { return false; });

    /// The last lines of what it has said, and how it ended where that was by a signal.
    std::string last_words() const;

  private:
    void end();

    std::unique_ptr<std::FILE, int (*)(std::FILE*)> said_;  ///< a file, so that it may say much and never waits for us
    int input_ = -1;
    pid_t child_ = 0;  ///< 0: has ended
    int status_ = 0;
};

}  // namespace galet::figures
