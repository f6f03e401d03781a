// A trajectory for other programs: ParaView (vtk), OVITO (xyz), spreadsheets (csv). One frame is in memory at a time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace galet {

enum class ConvertFormat {
    vtk,  ///< a folder: a .vtp of bodies and one of contacts a frame; trajectory.pvd and contacts.pvd list them with
          ///< their times
    xyz,  ///< one extended XYZ file
    csv   ///< a folder: one .csv a frame, with the columns of final.csv
};

/// "vtk", "xyz" or "csv"; else an InputError.
ConvertFormat convert_format(std::string_view name);

/// Where a conversion goes unless told: `folder`/vtk, `folder`/trajectory.xyz, `folder`/csv.
std::filesystem::path convert_target(const std::filesystem::path& folder, ConvertFormat format);

/// Converts `folder`/trajectory.h5; returns the number of frames. One and two dimensions are padded with zeros in vtk
/// and xyz; of bodies that rotate all carry the spin, of crowds vtk and xyz the pressure.
std::int64_t convert(const std::filesystem::path& folder, ConvertFormat format, const std::filesystem::path& out);

}  // namespace galet
