// A formula as the user writes it, of named variables and the constant pi, compiled by muParser.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace mu {
class Parser;
}

namespace galet {

/// Evaluating changes the object: one thread at a time.
class Formula {
  public:
    /// Throws InputError with the text, muParser's message and the position where it stopped.
    Formula(const std::string& text, std::vector<std::string> variables);
    ~Formula();
    Formula(Formula&&) noexcept;
    Formula& operator=(Formula&&) noexcept;

    const std::string& text() const { return text_; }
    bool uses(std::size_t variable) const { return used_[variable]; }

    void set(std::size_t variable, double value) { values_[variable] = value; }

    /// Throws InputError with the text and the values of the variables where it is not a finite number.
    double operator()();

    double unchecked();  ///< the value, finite or not

    /// "t = 1, x = 2", for messages.
    std::string where() const;

  private:
    std::string text_;
    std::vector<std::string> variables_;
    std::vector<bool> used_;
    std::unique_ptr<double[]> values_;  ///< at fixed addresses, which muParser keeps
    std::unique_ptr<mu::Parser> parser_;
};

/// t [s], and the coordinates x, y, z [m] that the dimension has.
std::vector<std::string> time_and_place(int dimension);

}  // namespace galet
