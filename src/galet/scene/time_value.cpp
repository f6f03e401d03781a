#include "galet/scene/time_value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "galet/core/time_mean.hpp"

namespace galet {

TimeValue::TimeValue(const TomlValue& value, const Admissible& admissible)
    : admissible_(admissible), place_(value.place()) {
    if (!value.node->is_string()) {
        number_ = number_of(value, admissible);
        return;
    }
    try {
        formula_ = std::make_shared<Formula>(text_of(value), std::vector<std::string>{"t"});
    } catch (const InputError& error) {
        value.fail(error.what());
    }
    at(0);
}

double TimeValue::at(double t) const {
    if (!formula_) return number_;
    formula_->set(0, t);
    const double value = formula_->unchecked();
    if (!std::isfinite(value) || !admissible_.holds(value)) {
        throw InputError(place_, fmt::format("the expression \"{}\" is {} at t = {}; expected {}", formula_->text(),
                                             value, t, admissible_.words));
    }
    return value;
}

double TimeValue::integral(double t) const {
    if (!formula_) return number_ * t;
    if (t == 0) return 0;
    const auto value = [this](double s) { return at(s); };
    return t * time_mean(value, 0, t).mean;
}

std::vector<TimeValue> time_values_of(const TomlValue& value, int dimension) {
    if (dimension == 1 && !value.node->is_array()) return {TimeValue(value, kAnyNumber)};
    const std::string words = fmt::format("a vector of {} numbers or expressions of t", dimension);
    const std::vector<TomlValue> elements = elements_of(value, words);
    if (static_cast<int>(elements.size()) != dimension) value.expected(words);
    std::vector<TimeValue> values;
    for (const TomlValue& element : elements) values.emplace_back(element, kAnyNumber);
    return values;
}

TimeVector::TimeVector(const TomlValue& value, int dimension) {
    const std::vector<TimeValue> values = time_values_of(value, dimension);
    std::copy(values.begin(), values.end(), component_.begin());
}

bool TimeVector::moves() const {
    return std::any_of(component_.begin(), component_.end(), [](const TimeValue& value) { return value.moves(); });
}

Point TimeVector::at(double t) const { return {component_[0].at(t), component_[1].at(t), component_[2].at(t)}; }

Point TimeVector::integral(double t) const {
    return {component_[0].integral(t), component_[1].integral(t), component_[2].integral(t)};
}

}  // namespace galet
