// Bodies from a CSV file. Columns are found by the names of its header, in any order; others are ignored, so that the
// final.csv of a result is accepted again.
#pragma once

#include <filesystem>
#include <istream>
#include <string>
#include <vector>

#include "galet/core/error.hpp"

namespace galet {

/// The columns of a file, body by body; those it does not have are empty.
struct BodyTable {
    std::vector<double> position;  ///< x[,y[,z]] [m]
    std::vector<double> velocity;  ///< vx[,vy[,vz]] [m/s]
    std::vector<double> radius;    ///< [m], > 0; in one dimension >= 0
    std::vector<double> mass;      ///< [kg], > 0
    std::vector<double> spin;      ///< w, or in three dimensions wx,wy,wz [rad/s]
    std::vector<double> inertia;   ///< [kg m2], > 0
    std::vector<int> line;         ///< of the file, for messages

    std::size_t size() const { return line.size(); }
};

/// Spins and inertias are read where bodies `rotate` only. Throws InputError at `origin` (the key that names the file)
/// where the file is missing, else at file, line and column.
BodyTable read_body_table(const std::filesystem::path& file, int dimension, bool rotate, const Place& origin);

/// The same of a text that messages call `file`.
BodyTable parse_body_table(std::istream& text, const std::string& file, int dimension, bool rotate);

}  // namespace galet
