// Text of any length for other programs: handed to the system in pieces, so that a large frame is not in memory twice.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "galet/io/output_file.hpp"

namespace galet {

class TextWriter {
  public:
    explicit TextWriter(OutputFile& file) : file_(file) {}

    template <class... Values>
    void add(fmt::format_string<Values...> format, Values&&... values) {
        fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
        if (text_.size() >= kPiece) finish();
    }

    /// The i-th of vectors in one, two or three dimensions, always as three numbers.
    void add_vector(const std::vector<double>& vectors, int dimension, std::int64_t i) {
        const double* v = vectors.data() + i * dimension;
        add("{} {} {}", v[0], dimension > 1 ? v[1] : 0.0, dimension > 2 ? v[2] : 0.0);
    }

    void finish() {
        file_.write(text_);
        text_.clear();
    }

  private:
    static constexpr std::size_t kPiece = std::size_t{1} << 20;  ///< [bytes]
    OutputFile& file_;
    std::string text_;
};

}  // namespace galet
