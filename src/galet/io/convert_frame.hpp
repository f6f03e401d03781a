// One frame of a trajectory as other programs read it. Vectors have three components, 0 beyond the dimension.
#pragma once

#include <vector>

#include "galet/io/text_writer.hpp"
#include "galet/io/trajectory_reader.hpp"

namespace galet {

/// XML poly data (.vtp): one vertex a body.
void write_vtk_bodies(OutputFile& file, const Frame& frame);

/// XML poly data (.vtp): one line a contact, between two centres, or from a centre to its point on an obstacle.
void write_vtk_contacts(OutputFile& file, const Frame& frame);

/// A ParaView collection (.pvd): `name`-000000.vtp and so on, with their times [s].
void write_vtk_series(OutputFile& file, const std::string& name, const std::vector<double>& times);

/// The name of a frame's file: "frame-000012.vtp".
std::string frame_file(const std::string& name, std::int64_t frame, const char* extension);

/// One frame of an extended XYZ file. Columns have the names that OVITO knows.
void write_xyz_frame(OutputFile& file, const Frame& frame);

/// The spin of a body in space: about the third axis where bodies stay in a plane.
void add_spin(TextWriter& text, const Frame& frame, std::int64_t i);

}  // namespace galet
