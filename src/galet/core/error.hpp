// The failures a user can meet, as exceptions the program turns into a message and an exit status.
#pragma once

#include <stdexcept>
#include <string>

namespace galet {

/// Where in the input something is wrong. `line` 0: the file as a whole, or no file (a value given in code).
struct Place {
    std::string file;
    int line = 0;
    std::string key;
};

/// Input that cannot be used: says file, line, key, the value found and what is admissible. Exit status 2.
class InputError : public std::runtime_error {
  public:
    InputError(const Place& place, const std::string& problem) : std::runtime_error(compose(place, problem)) {}
    explicit InputError(const std::string& problem) : std::runtime_error(problem) {}

  private:
    static std::string compose(const Place& place, const std::string& problem) {
        std::string text = place.file;
        if (place.line > 0) text += ":" + std::to_string(place.line);
        if (!text.empty()) text += ": ";
        if (!place.key.empty()) text += place.key + ": ";
        return text + problem;
    }
};

/// A file that could not be read or written. Exit status 4.
class FileError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

}  // namespace galet
