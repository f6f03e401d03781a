// VTK's XML poly data, as text: numbers are the shortest that read back to the same double.
#include <array>
#include <functional>
#include <unordered_map>

#include "galet/io/convert_frame.hpp"

namespace galet {
namespace {

constexpr const char* kVector = " NumberOfComponents=\"3\"";

/// One array; `add_row(i)` writes its i-th row.
void add_array(TextWriter& text, std::int64_t rows, const std::string& name, const char* components,
               const std::function<void(std::int64_t)>& add_row, const char* type = "Float64") {
    text.add("<DataArray type=\"{}\" Name=\"{}\"{} format=\"ascii\">\n", type, name, components);
    for (std::int64_t i = 0; i < rows; ++i) {
        add_row(i);
        text.add("\n");
    }
    text.add("</DataArray>\n");
}

template <class Number>
void add_numbers(TextWriter& text, const std::string& name, const std::vector<Number>& numbers) {
    add_array(
        text, static_cast<std::int64_t>(numbers.size()), name, "",
        [&](std::int64_t i) { text.add("{}", numbers[static_cast<std::size_t>(i)]); },
        std::is_integral_v<Number> ? "Int64" : "Float64");
}

void add_vectors(TextWriter& text, const std::string& name, const std::vector<double>& vectors, int dimension) {
    add_array(text, static_cast<std::int64_t>(vectors.size()) / dimension, name, kVector,
              [&](std::int64_t i) { text.add_vector(vectors, dimension, i); });
}

void begin_piece(TextWriter& text, std::int64_t points, std::int64_t vertices, std::int64_t lines) {
    text.add(
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" "
        "header_type=\"UInt64\">\n<PolyData>\n<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"{}\" NumberOfLines=\"{}\" "
        "NumberOfStrips=\"0\" NumberOfPolys=\"0\">\n",
        points, vertices, lines);
}

/// Cells of `size` points each, all points in turn; and the end of the file.
void end_piece(TextWriter& text, const char* kind, std::int64_t cells, std::int64_t size) {
    text.add("<{}>\n", kind);
    add_array(
        text, cells * size, "connectivity", "", [&](auto i) { text.add("{}", i); }, "Int64");
    add_array(
        text, cells, "offsets", "", [&](auto i) { text.add("{}", size * (i + 1)); }, "Int64");
    text.add("</{}>\n</Piece>\n</PolyData>\n</VTKFile>\n", kind);
    text.finish();
}

/// Both ends of every contact's line. A body is found by its id, which is not its place where people have left.
class ContactEnds {
  public:
    explicit ContactEnds(const Frame& frame) : frame_(frame) {
        for (std::int64_t i = 0; i < frame.size(); ++i) place_[frame.id[static_cast<std::size_t>(i)]] = i;
    }
    std::array<double, 3> first(std::int64_t c) const { return centre(place(frame_.contacts.first, c)); }
    std::array<double, 3> second(std::int64_t c) const {
        if (frame_.contacts.second[static_cast<std::size_t>(c)] >= 0) return centre(place(frame_.contacts.second, c));
        std::array<double, 3> end = first(c);
        const double reach = frame_.radius[static_cast<std::size_t>(place(frame_.contacts.first, c))] +
                             frame_.contacts.gap[static_cast<std::size_t>(c)];
        for (int a = 0; a < frame_.dimension; ++a)
            end[static_cast<std::size_t>(a)] +=
                reach * frame_.contacts.normal[static_cast<std::size_t>(c * frame_.dimension + a)];
        return end;
    }

  private:
    std::int64_t place(const std::vector<std::int64_t>& side, std::int64_t c) const {
        return place_.at(side[static_cast<std::size_t>(c)]);
    }
    std::array<double, 3> centre(std::int64_t i) const {
        std::array<double, 3> q{};
        for (int a = 0; a < frame_.dimension; ++a)
            q[static_cast<std::size_t>(a)] = frame_.position[static_cast<std::size_t>(i * frame_.dimension + a)];
        return q;
    }

    const Frame& frame_;
    std::unordered_map<std::int64_t, std::int64_t> place_;
};

}  // namespace

std::string frame_file(const std::string& name, std::int64_t frame, const char* extension) {
    return fmt::format("{}-{:06}.{}", name, frame, extension);
}

void write_vtk_bodies(OutputFile& file, const Frame& frame) {
    TextWriter text(file);
    begin_piece(text, frame.size(), frame.size(), 0);
    text.add("<PointData Scalars=\"radius\" Vectors=\"velocity\">\n");
    add_numbers(text, "radius", frame.radius);
    add_vectors(text, "velocity", frame.velocity, frame.dimension);
    add_numbers(text, "mass", frame.mass);
    if (!frame.spin.empty()) add_array(text, frame.size(), "spin", kVector, [&](auto i) { add_spin(text, frame, i); });
    if (!frame.pressure.empty()) add_numbers(text, "pressure", frame.pressure);
    add_numbers(text, "id", frame.id);
    text.add("</PointData>\n<Points>\n");
    add_vectors(text, "position", frame.position, frame.dimension);
    text.add("</Points>\n");
    end_piece(text, "Verts", frame.size(), 1);
}

void write_vtk_contacts(OutputFile& file, const Frame& frame) {
    const FrameContacts& contacts = frame.contacts;
    const auto count = static_cast<std::int64_t>(contacts.first.size());
    const ContactEnds ends(frame);
    TextWriter text(file);
    begin_piece(text, 2 * count, 0, count);
    text.add("<CellData Scalars=\"impulse\">\n");
    add_numbers(text, "impulse", contacts.impulse);
    add_numbers(text, "gap", contacts.gap);
    add_numbers(text, "glue", contacts.glue);
    add_vectors(text, "normal", contacts.normal, frame.dimension);
    if (!frame.spin.empty()) add_vectors(text, "tangential", contacts.tangential, frame.dimension);
    add_numbers(text, "first", contacts.first);
    add_numbers(text, "second", contacts.second);
    text.add("</CellData>\n<Points>\n");
    add_array(text, count, "ends", kVector, [&](std::int64_t c) {
        const std::array<double, 3> a = ends.first(c), b = ends.second(c);
        text.add("{} {} {}\n{} {} {}", a[0], a[1], a[2], b[0], b[1], b[2]);
    });
    text.add("</Points>\n");
    end_piece(text, "Lines", count, 2);
}

void write_vtk_series(OutputFile& file, const std::string& name, const std::vector<double>& times) {
    TextWriter text(file);
    text.add("<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\">\n<Collection>\n");
    for (std::size_t k = 0; k < times.size(); ++k)
        text.add("<DataSet timestep=\"{}\" part=\"0\" file=\"{}\"/>\n", times[k],
                 frame_file(name, static_cast<std::int64_t>(k), "vtp"));
    text.add("</Collection>\n</VTKFile>\n");
    text.finish();
}

}  // namespace galet
