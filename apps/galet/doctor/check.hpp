// What a check of `galet doctor` says: one line of its report. Every check is a small function that returns one.
#pragma once

#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace galet::doctor {

enum class Verdict {
    ok,
    note,   ///< worth knowing; nothing is broken
    failed  ///< results may be wrong, or work will be lost
};

struct Check {
    std::string name;
    Verdict verdict = Verdict::ok;
    std::string value;   ///< what was measured, with its unit or definition
    std::string advice;  ///< of a note or a failure: what it means and what to do
};

struct CheckGroup {
    std::string name;
    std::vector<Check> checks;
};

inline Check ok(std::string name, std::string value) { return {std::move(name), Verdict::ok, std::move(value), ""}; }
inline Check note(std::string name, std::string value, std::string advice) {
    return {std::move(name), Verdict::note, std::move(value), std::move(advice)};
}
inline Check failed(std::string name, std::string value, std::string advice) {
    return {std::move(name), Verdict::failed, std::move(value), std::move(advice)};
}

/// Good or failed.
inline Check require(bool good, std::string name, std::string value, std::string advice) {
    return good ? ok(std::move(name), std::move(value)) : failed(std::move(name), std::move(value), std::move(advice));
}

/// Good or worth a note.
inline Check prefer(bool good, std::string name, std::string value, std::string advice) {
    return good ? ok(std::move(name), std::move(value)) : note(std::move(name), std::move(value), std::move(advice));
}

/// What `check` returns; where it throws, a failure with what it said: the others go on.
template <class Function>
Check guarded(const std::string& name, const std::string& advice, Function&& check) {
    try {
        return check();
    } catch (const std::exception& error) {
        return failed(name, error.what(), advice);
    }
}

}  // namespace galet::doctor
