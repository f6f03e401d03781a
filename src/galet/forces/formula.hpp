// A formula of time and place as the user writes it, compiled by muParser. Private to this room.
#pragma once

#include <muParser.h>

#include <string>

namespace galet {

/// A formula of t [s], the coordinates x, y, z [m] that the dimension has, and the constant pi. Evaluating changes the
/// object: one thread at a time.
class Formula {
  public:
    /// Throws InputError with the text, muParser's message and the position where it stopped.
    Formula(const std::string& text, int dimension);

    Formula(const Formula&) = delete;  // muParser keeps the addresses of the variables
    Formula& operator=(const Formula&) = delete;

    const std::string& text() const { return text_; }
    bool uses_time() const { return uses_time_; }
    bool uses_place() const { return uses_place_; }

    /// The place at which the next values are taken: `dimension` coordinates.
    void move_to(const double* place);

    /// The value at time t. Throws InputError with text, time and place where it is not a finite number.
    double operator()(double t);

    /// " at (x, y)" for messages, empty for a formula that does not use the place.
    std::string where() const;

  private:
    std::string text_;
    int dimension_;
    mu::Parser parser_;
    double time_ = 0;
    double place_[3] = {0, 0, 0};
    bool uses_time_ = false, uses_place_ = false;
};

}  // namespace galet
