#include "validation/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

namespace galet::validation {
namespace {

std::string comparison(const Check& check, const std::string& unit) {
    switch (check.relation) {
        case Relation::at_most:
            return fmt::format("at most {:.3g}{}", check.reference, unit);
        case Relation::at_least:
            return fmt::format("at least {:.3g}{}", check.reference, unit);
        case Relation::near:
            break;
    }
    return fmt::format("expected {:.10g}, difference {:.0e}, allowed {:.0e}", check.reference,
                       std::abs(check.value - check.reference), check.allowed);
}

const char* name_of(Relation relation) {
    return relation == Relation::near ? "near" : relation == Relation::at_most ? "at most" : "at least";
}

}  // namespace

bool Check::holds() const {
    if (relation == Relation::at_most) return value <= reference;
    if (relation == Relation::at_least) return value >= reference;
    return std::abs(value - reference) <= allowed;
}

std::string line(const Check& check) {
    if (std::isnan(check.value)) return "FAIL " + check.what;
    const std::string unit = check.unit.empty() ? "" : " " + check.unit;
    // A value beside its expectation needs all digits that agree; one beside a bound only its size.
    const std::string value = fmt::format("{:.{}g}", check.value, check.relation == Relation::near ? 10 : 3);
    return fmt::format("{} {}: {}{} ({})", check.holds() ? "ok  " : "FAIL", check.what, value, unit,
                       comparison(check, unit));
}

void Verdict::near(std::string what, double value, double expected, double allowed, std::string unit) {
    checks_.push_back({std::move(what), value, Relation::near, expected, allowed, std::move(unit)});
}

void Verdict::at_most(std::string what, double value, double bound, std::string unit) {
    checks_.push_back({std::move(what), value, Relation::at_most, bound, 0, std::move(unit)});
}

void Verdict::at_least(std::string what, double value, double bound, std::string unit) {
    checks_.push_back({std::move(what), value, Relation::at_least, bound, 0, std::move(unit)});
}

void Verdict::failed(std::string what) {
    checks_.push_back({std::move(what), std::numeric_limits<double>::quiet_NaN(), Relation::near, 0, 0, ""});
}

void Verdict::note(std::string text) { notes_.push_back(std::move(text)); }

std::size_t Verdict::held() const {
    return static_cast<std::size_t>(
        std::count_if(checks_.begin(), checks_.end(), [](const Check& c) { return c.holds(); }));
}

std::string Verdict::text() const {
    std::string text;
    for (const Check& check : checks_) text += line(check) + "\n";
    for (const std::string& note : notes_) text += "note " + note + "\n";
    return text + fmt::format("{} of {} values reproduced\n", held(), checks_.size());
}

std::string Verdict::as_json() const {
    nlohmann::ordered_json array = nlohmann::ordered_json::array();
    for (const Check& check : checks_) {
        nlohmann::ordered_json object = {{"what", check.what},
                                         {"holds", check.holds()},
                                         {"value", check.value},
                                         {"relation", name_of(check.relation)},
                                         {"reference", check.reference}};
        if (check.relation == Relation::near) object["allowed"] = check.allowed;
        object["unit"] = check.unit;
        array.push_back(object);
    }
    return array.dump(2);
}

}  // namespace galet::validation
