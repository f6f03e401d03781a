// What an experiment found: one line for each value that is compared, and whether all of them hold.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace galet::validation {

enum class Relation { near, at_most, at_least };

/// One value beside what was published, follows from a closed form, or must hold for any step.
struct Check {
    std::string what;  ///< "q(1) for h = 2^-8"
    double value = 0;  ///< measured; not a number never holds
    Relation relation = Relation::near;
    double reference = 0;  ///< expected, or the bound
    double allowed = 0;    ///< of `near`: the largest |value - reference|
    std::string unit;      ///< empty: a pure number

    bool holds() const;
};

/// "ok   q(1) for h = 2^-8: 0 m (expected 0, difference 0e+00, allowed 1e-12)"
std::string line(const Check& check);

class Verdict {
  public:
    void near(std::string what, double value, double expected, double allowed, std::string unit = "");
    void at_most(std::string what, double value, double bound, std::string unit = "");
    void at_least(std::string what, double value, double bound, std::string unit = "");
    void failed(std::string what);  ///< something that has no value: an experiment that could not go on

    void note(std::string text);  ///< said beside the values and not judged: timings, readings of the paper

    const std::vector<Check>& checks() const { return checks_; }
    const std::vector<std::string>& notes() const { return notes_; }
    std::size_t held() const;
    bool all_hold() const { return !checks_.empty() && held() == checks_.size(); }

    std::string text() const;     ///< all lines and notes, the last one "8 of 8 values reproduced"
    std::string as_json() const;  ///< an array, one object a check

  private:
    std::vector<Check> checks_;
    std::vector<std::string> notes_;
};

}  // namespace galet::validation
