// The report of `galet doctor`, for people and as JSON.
#pragma once

#include <string>
#include <vector>

#include "doctor/bug_report.hpp"
#include "doctor/groups.hpp"

namespace galet::doctor {

/// All that was found.
struct Diagnosis {
    std::vector<CheckGroup> groups;
    std::vector<Trial> trials;  ///< of the solvers
    Facts facts;
    double seconds = 0;

    int count(Verdict verdict) const;
};

std::string readable(const CheckGroup& group);
std::string readable(const std::vector<Trial>& trials);  ///< methods by problems
std::string readable(const Facts& facts);
std::string verdict_line(const Diagnosis& diagnosis);

std::string json(const Diagnosis& diagnosis);

}  // namespace galet::doctor
