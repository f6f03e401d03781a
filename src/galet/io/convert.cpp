#include "galet/io/convert.hpp"

#include <fmt/format.h>

#include <functional>
#include <iterator>
#include <string>

#include "galet/core/error.hpp"
#include "galet/io/body_table.hpp"
#include "galet/io/output_file.hpp"
#include "galet/io/result_folder.hpp"
#include "galet/io/trajectory_reader.hpp"

namespace galet {
namespace {

/// Text handed to the system in pieces, so that a large frame is not in memory twice.
class TextWriter {
  public:
    explicit TextWriter(OutputFile& file) : file_(file) {}

    template <class... Values>
    void add(fmt::format_string<Values...> format, Values&&... values) {
        fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
        if (text_.size() >= kPiece) finish();
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

/// Component `axis` of the i-th vector, 0 where the dimension has no such axis.
double component(const std::vector<double>& vectors, int dimension, std::int64_t i, int axis) {
    return axis < dimension ? vectors[static_cast<std::size_t>(i * dimension + axis)] : 0.0;
}

void add_vector(TextWriter& text, const std::vector<double>& vectors, int dimension, std::int64_t i) {
    text.add("{} {} {}", component(vectors, dimension, i, 0), component(vectors, dimension, i, 1),
             component(vectors, dimension, i, 2));
}

/// The spin of a body in space: about the third axis where bodies stay in a plane.
void add_spin(TextWriter& text, const Frame& frame, std::int64_t i) {
    if (frame.dimension == 3) return add_vector(text, frame.spin, 3, i);
    text.add("0 0 {}", frame.spin[static_cast<std::size_t>(i)]);
}

std::string frame_name(std::int64_t frame, const char* extension) {
    return fmt::format("frame-{:06}.{}", frame, extension);
}

void make_folder(const std::filesystem::path& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) throw_file_error(folder, "make the folder", error.value());
}

// --- VTK: XML poly data, one vertex a body -----------------------------------------------------------------------

/// One array of a .vtp file; `add_row(i)` writes the numbers of body i.
void add_array(TextWriter& text, const Frame& frame, const std::string& attributes,
               const std::function<void(std::int64_t)>& add_row) {
    text.add("<DataArray {} format=\"ascii\">\n", attributes);
    for (std::int64_t i = 0; i < frame.size(); ++i) {
        add_row(i);
        text.add("\n");
    }
    text.add("</DataArray>\n");
}

void add_point_data(TextWriter& text, const Frame& frame) {
    const auto at = [](std::int64_t i) { return static_cast<std::size_t>(i); };
    text.add("<PointData Scalars=\"radius\" Vectors=\"velocity\">\n");
    add_array(text, frame, "type=\"Float64\" Name=\"radius\"", [&](auto i) { text.add("{}", frame.radius[at(i)]); });
    add_array(text, frame, "type=\"Float64\" Name=\"velocity\" NumberOfComponents=\"3\"",
              [&](auto i) { add_vector(text, frame.velocity, frame.dimension, i); });
    add_array(text, frame, "type=\"Float64\" Name=\"mass\"", [&](auto i) { text.add("{}", frame.mass[at(i)]); });
    if (!frame.spin.empty())
        add_array(text, frame, "type=\"Float64\" Name=\"spin\" NumberOfComponents=\"3\"",
                  [&](auto i) { add_spin(text, frame, i); });
    if (!frame.pressure.empty())
        add_array(text, frame, "type=\"Float64\" Name=\"pressure\"",
                  [&](auto i) { text.add("{}", frame.pressure[at(i)]); });
    add_array(text, frame, "type=\"Int64\" Name=\"id\"", [&](auto i) { text.add("{}", frame.id[at(i)]); });
    text.add("</PointData>\n");
}

void write_vtp(OutputFile& file, const Frame& frame) {
    TextWriter text(file);
    text.add(
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" "
        "header_type=\"UInt64\">\n<PolyData>\n<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"{}\" NumberOfLines=\"0\" "
        "NumberOfStrips=\"0\" NumberOfPolys=\"0\">\n",
        frame.size(), frame.size());
    add_point_data(text, frame);
    text.add("<Points>\n");
    add_array(text, frame, "type=\"Float64\" Name=\"position\" NumberOfComponents=\"3\"",
              [&](auto i) { add_vector(text, frame.position, frame.dimension, i); });
    text.add("</Points>\n<Verts>\n");
    add_array(text, frame, "type=\"Int64\" Name=\"connectivity\"", [&](auto i) { text.add("{}", i); });
    add_array(text, frame, "type=\"Int64\" Name=\"offsets\"", [&](auto i) { text.add("{}", i + 1); });
    text.add("</Verts>\n</Piece>\n</PolyData>\n</VTKFile>\n");
    text.finish();
}

void write_pvd(OutputFile& file, const std::vector<double>& times) {
    TextWriter text(file);
    text.add("<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\">\n<Collection>\n");
    for (std::size_t k = 0; k < times.size(); ++k)
        text.add("<DataSet timestep=\"{}\" part=\"0\" file=\"{}\"/>\n", times[k],
                 frame_name(static_cast<std::int64_t>(k), "vtp"));
    text.add("</Collection>\n</VTKFile>\n");
    text.finish();
}

// --- extended XYZ ------------------------------------------------------------------------------------------------

void write_xyz_frame(OutputFile& file, const Frame& frame) {
    TextWriter text(file);
    text.add("{}\nProperties=id:I:1:pos:R:3:radius:R:1:velo:R:3:mass:R:1{} Time={} Step={} pbc=\"F F F\"\n",
             frame.size(), frame.spin.empty() ? "" : ":angular_velocity:R:3", frame.time, frame.step);
    for (std::int64_t body = 0; body < frame.size(); ++body) {
        const auto i = static_cast<std::size_t>(body);
        text.add("{} ", frame.id[i]);
        add_vector(text, frame.position, frame.dimension, body);
        text.add(" {} ", frame.radius[i]);
        add_vector(text, frame.velocity, frame.dimension, body);
        text.add(" {}", frame.mass[i]);
        if (!frame.spin.empty()) {
            text.add(" ");
            add_spin(text, frame, body);
        }
        text.add("\n");
    }
    text.finish();
}

void convert_to_xyz(const TrajectoryReader& trajectory, const std::filesystem::path& out) {
    if (out.has_parent_path()) make_folder(out.parent_path());
    write_atomically(out, [&](OutputFile& file) {
        for (std::int64_t k = 0; k < trajectory.frames(); ++k) write_xyz_frame(file, trajectory.read(k));
    });
}

/// One file a frame, written by `write(file, frame)`.
template <class Write>
void convert_frames(const TrajectoryReader& trajectory, const std::filesystem::path& out, const char* extension,
                    Write&& write) {
    make_folder(out);
    for (std::int64_t k = 0; k < trajectory.frames(); ++k) {
        OutputFile file(out / frame_name(k, extension), OutputFile::Mode::replace);
        write(file, trajectory.read(k));
        file.close();
    }
}

}  // namespace

ConvertFormat convert_format(std::string_view name) {
    if (name == "vtk") return ConvertFormat::vtk;
    if (name == "xyz") return ConvertFormat::xyz;
    if (name == "csv") return ConvertFormat::csv;
    throw InputError(fmt::format("format \"{}\": expected vtk, xyz or csv", name));
}

std::filesystem::path convert_target(const std::filesystem::path& folder, ConvertFormat format) {
    if (format == ConvertFormat::vtk) return folder / "vtk";
    return folder / (format == ConvertFormat::xyz ? "trajectory.xyz" : "csv");
}

std::int64_t convert(const std::filesystem::path& folder, ConvertFormat format, const std::filesystem::path& out) {
    const TrajectoryReader trajectory(ResultFiles{folder}.trajectory());
    if (format == ConvertFormat::xyz) {
        convert_to_xyz(trajectory, out);
    } else if (format == ConvertFormat::vtk) {
        convert_frames(trajectory, out, "vtp", write_vtp);
        write_atomically(out / "trajectory.pvd", [&](OutputFile& file) { write_pvd(file, trajectory.times()); });
    } else {
        convert_frames(trajectory, out, "csv",
                       [](OutputFile& file, const Frame& frame) { write_body_table(file, BodyView(frame)); });
    }
    return trajectory.frames();
}

}  // namespace galet
