// A contact problem as a file: what a solver was handed in one step, so that it can be solved again with nothing around
// it. HDF5; the layout is in docs/problem-files.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "galet/problem/contact_problem.hpp"

namespace galet {

/// Which run a problem comes from.
struct ProblemOrigin {
    std::string title;      ///< of the scene
    std::int64_t step = 0;  ///< that solved the problem, counted from 1
    double time = 0;        ///< at the end of that step [s]
};

struct StoredProblem {
    ContactProblem problem;
    std::vector<double> force;       ///< where the step's first solve started, by contact [N], >= 0
    std::vector<double> tangential;  ///< and along the contacts, vectors [N]; empty without friction
    ProblemOrigin origin;
};

/// Replaces `path` at once when complete and on disk.
void write_problem(const std::filesystem::path& path, const StoredProblem& stored);

/// A file that cannot be read is a FileError. One whose numbers are no contact problem (lengths that do not fit,
/// indices out of range, numbers that are not finite, normals that are not of length 1, ...) is an InputError that says
/// which.
StoredProblem read_problem(const std::filesystem::path& path);

/// Throws that InputError, naming `file`, for numbers that are no contact problem, wherever they come from.
void check_problem(const StoredProblem& stored, const std::string& file);

/// Whether an HDF5 file says of itself that it is one of these. A FileError where it cannot be read.
bool is_problem_file(const std::filesystem::path& path);

}  // namespace galet
