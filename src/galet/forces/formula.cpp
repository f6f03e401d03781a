#include "galet/forces/formula.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>
#include <string_view>

#include "galet/core/error.hpp"

namespace galet {
namespace {

constexpr std::array<const char*, 3> kCoordinates = {"x", "y", "z"};

/// Where a single '=' stands, or npos. To muParser it assigns, so that "t = 1 ? 2 : 3" would set t and never compare.
std::size_t find_assignment(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '=') continue;
        if (i + 1 < text.size() && text[i + 1] == '=') {
            ++i;
        } else if (i == 0 || std::string_view("<>!").find(text[i - 1]) == std::string_view::npos) {
            return i;
        }
    }
    return std::string_view::npos;
}

[[noreturn]] void refuse(const std::string& text, int dimension, std::size_t position, std::string_view problem) {
    // What is missing at the end has no position to muParser.
    throw InputError(fmt::format("cannot read the expression \"{}\": {} (position {}, from 0); it may use t, {} and pi",
                                 text, problem, std::min(position, text.size()),
                                 fmt::join(std::span(kCoordinates).first(dimension), ", ")));
}

}  // namespace

Formula::Formula(const std::string& text, int dimension) : text_(text), dimension_(dimension) {
    if (const std::size_t at = find_assignment(text); at != std::string_view::npos) {
        refuse(text, dimension, at, "'=' would assign; == compares");
    }
    try {
        parser_.DefineConst("pi", std::numbers::pi);
        parser_.DefineVar("t", &time_);
        for (int c = 0; c < dimension; ++c) parser_.DefineVar(kCoordinates[c], &place_[c]);
        parser_.SetExpr(text);
        parser_.Eval();  // compiles; the value at 0 may well not exist
        const mu::varmap_type& used = parser_.GetUsedVar();
        uses_time_ = used.count("t") > 0;
        uses_place_ = std::any_of(kCoordinates.begin(), kCoordinates.end(), [&](auto x) { return used.count(x) > 0; });
        parser_.Eval();
    } catch (const mu::ParserError& error) {
        refuse(text, dimension, error.GetPos(), error.GetMsg());
    }
    // "1,5" is two results to muParser, of which it returns the last.
    if (parser_.GetNumResults() != 1) refuse(text, dimension, text.find(','), "a comma makes it more than one value");
}

void Formula::move_to(const double* place) { std::copy(place, place + dimension_, place_); }

double Formula::operator()(double t) {
    time_ = t;
    const double value = parser_.Eval();
    if (!std::isfinite(value)) {
        throw InputError(
            fmt::format("the expression \"{}\" is {} at t = {}{}; a finite value is needed", text_, value, t, where()));
    }
    return value;
}

std::string Formula::where() const {
    if (!uses_place_) return {};
    return fmt::format(", ({}) = ({})", fmt::join(std::span(kCoordinates).first(dimension_), ", "),
                       fmt::join(std::span(place_).first(dimension_), ", "));
}

}  // namespace galet
