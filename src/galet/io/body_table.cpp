#include "galet/io/body_table.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <iterator>
#include <stdexcept>
#include <string>

namespace galet {
namespace {

constexpr std::array kAxes = {"x", "y", "z"};

/// Text is handed to the system in pieces of this size [bytes], so that memory does not grow with the bodies.
constexpr std::size_t kPiece = std::size_t{1} << 20;

/// The columns of a vector, each with a comma before it.
std::string vector_columns(const std::string& prefix, int dimension) {
    std::string text;
    for (int a = 0; a < dimension; ++a) text += "," + prefix + kAxes[static_cast<std::size_t>(a)];
    return text;
}

std::string header(const BodyView& bodies) {
    const int d = bodies.dimension;
    std::string text = "id" + vector_columns("", d) + ",radius" + vector_columns("v", d) + ",mass";
    if (bodies.rotate()) text += (d == 2 ? ",w" : vector_columns("w", d)) + ",inertia";
    return text + "\n";
}

void append_numbers(std::string& text, std::span<const double> values, std::int64_t id) {
    for (const double value : values) {
        if (!std::isfinite(value)) throw std::domain_error(fmt::format("body {} has an entry {}", id, value));
        fmt::format_to(std::back_inserter(text), ",{}", value);
    }
}

}  // namespace

BodyView::BodyView(const Bodies& bodies)
    : dimension(bodies.dimension),
      own_id(bodies.id.begin(), bodies.id.end()),
      id(own_id),
      position(bodies.position),
      velocity(bodies.velocity),
      radius(bodies.radius),
      mass(bodies.mass),
      spin(bodies.spin),
      inertia(bodies.inertia) {}

BodyView::BodyView(const Frame& frame)
    : dimension(frame.dimension),
      id(frame.id),
      position(frame.position),
      velocity(frame.velocity),
      radius(frame.radius),
      mass(frame.mass),
      spin(frame.spin),
      inertia(frame.inertia) {}

void write_body_table(OutputFile& file, const BodyView& bodies) {
    std::string text = header(bodies);
    const auto d = static_cast<std::size_t>(bodies.dimension),
               spins = static_cast<std::size_t>(spin_size(bodies.dimension));
    for (std::int64_t body = 0; body < bodies.size(); ++body) {
        const auto i = static_cast<std::size_t>(body);
        const std::int64_t id = bodies.id_of(body);
        fmt::format_to(std::back_inserter(text), "{}", id);
        append_numbers(text, bodies.position.subspan(i * d, d), id);
        append_numbers(text, bodies.radius.subspan(i, 1), id);
        append_numbers(text, bodies.velocity.subspan(i * d, d), id);
        append_numbers(text, bodies.mass.subspan(i, 1), id);
        if (bodies.rotate()) {
            append_numbers(text, bodies.spin.subspan(i * spins, spins), id);
            append_numbers(text, bodies.inertia.subspan(i, 1), id);
        }
        text += '\n';
        if (text.size() < kPiece) continue;
        file.write(text);
        text.clear();
    }
    file.write(text);
}

}  // namespace galet
