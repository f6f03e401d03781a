// Extended XYZ (github.com/libAtoms/extxyz): a line with the number of bodies, one with key=value pairs of which
// Properties names the columns, and one line a body. There is no Lattice, because space is not periodic. The species X
// is the one of no element.
#include <cmath>

#include "galet/io/convert_frame.hpp"

namespace galet {
namespace {

/// As OVITO reads it: x, y, z, w.
void add_orientation(TextWriter& text, const Frame& frame, std::int64_t i) {
    if (frame.dimension == 3) {
        const double* q = frame.orientation.data() + 4 * i;
        return text.add("{} {} {} {}", q[1], q[2], q[3], q[0]);
    }
    const double half = frame.orientation[static_cast<std::size_t>(i)] / 2;
    text.add("0 0 {} {}", std::sin(half), std::cos(half));
}

}  // namespace

void add_spin(TextWriter& text, const Frame& frame, std::int64_t i) {
    if (frame.dimension == 3) return text.add_vector(frame.spin, 3, i);
    text.add("0 0 {}", frame.spin[static_cast<std::size_t>(i)]);
}

void write_xyz_frame(OutputFile& file, const Frame& frame) {
    const bool rotate = !frame.spin.empty(), crowd = !frame.pressure.empty();
    TextWriter text(file);
    text.add(
        "{}\nProperties=species:S:1:pos:R:3:id:I:1:radius:R:1:velo:R:3:mass:R:1{}{} Time={} Step={} pbc=\"F F F\"\n",
        frame.size(), rotate ? ":omega:R:3:orientation:R:4" : "", crowd ? ":pressure:R:1" : "", frame.time, frame.step);
    for (std::int64_t body = 0; body < frame.size(); ++body) {
        const auto i = static_cast<std::size_t>(body);
        text.add("X ");
        text.add_vector(frame.position, frame.dimension, body);
        text.add(" {} {} ", frame.id[i], frame.radius[i]);
        text.add_vector(frame.velocity, frame.dimension, body);
        text.add(" {}", frame.mass[i]);
        if (rotate) {
            text.add(" ");
            add_spin(text, frame, body);
            text.add(" ");
            add_orientation(text, frame, body);
        }
        if (crowd) text.add(" {}", frame.pressure[i]);
        text.add("\n");
    }
    text.finish();
}

}  // namespace galet
