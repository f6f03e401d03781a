#include "galet/io/convert.hpp"

#include <fmt/format.h>

#include <string>

#include "galet/core/error.hpp"
#include "galet/io/body_table.hpp"
#include "galet/io/convert_frame.hpp"
#include "galet/io/output_file.hpp"
#include "galet/io/result_folder.hpp"
#include "galet/io/trajectory_reader.hpp"

namespace galet {
namespace {

void make_folder(const std::filesystem::path& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) throw_file_error(folder, "make the folder", error.value());
}

void write_frame_file(const std::filesystem::path& path, const Frame& frame, void (*write)(OutputFile&, const Frame&)) {
    OutputFile file(path, OutputFile::Mode::replace);
    write(file, frame);
    file.close();
}

void convert_to_xyz(const TrajectoryReader& trajectory, const std::filesystem::path& out) {
    if (out.has_parent_path()) make_folder(out.parent_path());
    write_atomically(out, [&](OutputFile& file) {
        for (std::int64_t k = 0; k < trajectory.frames(); ++k) write_xyz_frame(file, trajectory.read(k));
    });
}

/// The series are written last: what they list is there.
void convert_to_vtk(const TrajectoryReader& trajectory, const std::filesystem::path& out) {
    make_folder(out);
    for (std::int64_t k = 0; k < trajectory.frames(); ++k) {
        const Frame frame = trajectory.read(k);
        write_frame_file(out / frame_file("frame", k, "vtp"), frame, write_vtk_bodies);
        write_frame_file(out / frame_file("contacts", k, "vtp"), frame, write_vtk_contacts);
    }
    const auto write_series = [&](const char* series, const std::string& name) {
        write_atomically(out / series, [&](OutputFile& file) { write_vtk_series(file, name, trajectory.times()); });
    };
    write_series("trajectory.pvd", "frame");
    write_series("contacts.pvd", "contacts");
}

void convert_to_csv(const TrajectoryReader& trajectory, const std::filesystem::path& out) {
    make_folder(out);
    for (std::int64_t k = 0; k < trajectory.frames(); ++k)
        write_frame_file(out / frame_file("frame", k, "csv"), trajectory.read(k),
                         [](OutputFile& file, const Frame& frame) { write_body_table(file, BodyView(frame)); });
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
    if (format == ConvertFormat::xyz) convert_to_xyz(trajectory, out);
    if (format == ConvertFormat::vtk) convert_to_vtk(trajectory, out);
    if (format == ConvertFormat::csv) convert_to_csv(trajectory, out);
    return trajectory.frames();
}

}  // namespace galet
