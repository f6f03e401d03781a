// Says what is wrong with the numbers of a file: InputError "FILE: KEY: what was found; expected what".
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "galet/core/error.hpp"

namespace galet {

class InputCheck {
  public:
    explicit InputCheck(std::string file) : file_(std::move(file)) {}

    void require(bool fine, const std::string& key, const std::string& what) const {
        if (!fine) throw InputError(Place{file_, 0, key}, what);
    }

    void require_length(const std::string& key, std::size_t found, std::size_t expected) const {
        require(found == expected, key, fmt::format("holds {} numbers; expected {}", found, expected));
    }

    /// `fine` of every entry; `what` says of which kind they should be.
    template <class T, class Fine>
    void require_each(const std::string& key, const std::vector<T>& values, Fine&& fine,
                      const std::string& what) const {
        const auto bad = std::find_if_not(values.begin(), values.end(), fine);
        if (bad == values.end()) return;
        require(false, key, fmt::format("entry {} is {}; expected {}", bad - values.begin(), *bad, what));
    }

    void require_finite(const std::string& key, const std::vector<double>& values) const {
        require_each(
            key, values, [](double x) { return std::isfinite(x); }, "a finite number");
    }

    void require_not_negative(const std::string& key, const std::vector<double>& values) const {
        require_each(
            key, values, [](double x) { return x >= 0 && std::isfinite(x); }, "a finite number >= 0");
    }

    /// Of masses and the like.
    void require_inverse(const std::string& key, const std::vector<double>& values) const {
        require_each(
            key, values, [](double x) { return x > 0 && std::isfinite(x) && std::isfinite(1 / x); },
            "a finite number > 0 whose inverse is finite");
    }

  private:
    std::string file_;
};

}  // namespace galet
