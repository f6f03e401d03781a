#include "galet/core/formula.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <muParser.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string_view>

#include "galet/core/error.hpp"

namespace galet {
namespace {

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

[[noreturn]] void refuse(const std::string& text, const std::vector<std::string>& variables, std::size_t position,
                         std::string_view problem) {
    // What is missing at the end has no position to muParser.
    throw InputError(fmt::format("cannot read the expression \"{}\": {} (position {}, from 0); it may use {} and pi",
                                 text, problem, std::min(position, text.size()), fmt::join(variables, ", ")));
}

/// Characters of an expression. The time muParser takes grows with their square, and nobody reads as many.
constexpr std::size_t kLongest = 4000;

}  // namespace

Formula::Formula(const std::string& text, std::vector<std::string> variables)
    : text_(text),
      variables_(std::move(variables)),
      values_(std::make_unique<double[]>(variables_.size())),
      parser_(std::make_unique<mu::Parser>()) {
    if (text.size() > kLongest) {
        throw InputError(
            fmt::format("expected an expression of at most {} characters, found one of {}", kLongest, text.size()));
    }
    if (const std::size_t at = find_assignment(text); at != std::string_view::npos) {
        refuse(text, variables_, at, "'=' would assign; == compares");
    }
    try {
        parser_->DefineConst("pi", std::numbers::pi);
        for (std::size_t k = 0; k < variables_.size(); ++k) parser_->DefineVar(variables_[k], &values_[k]);
        parser_->SetExpr(text);
        parser_->Eval();  // compiles; the value at 0 may well not exist
        const mu::varmap_type& used = parser_->GetUsedVar();
        for (const std::string& variable : variables_) used_.push_back(used.count(variable) > 0);
        parser_->Eval();
    } catch (const mu::ParserError& error) {
        refuse(text, variables_, error.GetPos(), error.GetMsg());
    }
    // "1,5" is two results to muParser, of which it returns the last.
    if (parser_->GetNumResults() != 1) refuse(text, variables_, text.find(','), "a comma makes it more than one value");
}

Formula::~Formula() = default;
Formula::Formula(Formula&&) noexcept = default;
Formula& Formula::operator=(Formula&&) noexcept = default;

double Formula::unchecked() { return parser_->Eval(); }

double Formula::operator()() {
    const double value = unchecked();
    if (!std::isfinite(value)) {
        throw InputError(
            fmt::format("the expression \"{}\" is {} at {}; a finite value is needed", text_, value, where()));
    }
    return value;
}

std::string Formula::where() const {
    std::string text;
    for (std::size_t k = 0; k < variables_.size(); ++k) {
        text += fmt::format("{}{} = {}", k == 0 ? "" : ", ", variables_[k], values_[k]);
    }
    return text;
}

std::vector<std::string> time_and_place(int dimension) {
    const std::vector<std::string> all = {"t", "x", "y", "z"};
    return {all.begin(), all.begin() + 1 + dimension};
}

}  // namespace galet
