// Problems of the FCLIB collection: the whole, with friction, and their frictionless part, the normal row and column of
// each contact.
//
//   local:    u = W r + q
//   global:   M v = H r + f,  u = H' v + w          W = H' M^-1 H,  q = w + H' M^-1 f
//
// r: contact impulses (or forces), u: velocities of the contacts, each in the order normal, tangents; v: velocities of
// all degrees of freedom. Without friction what remains is the complementarity problem 0 <= rn, Wn rn + qn >= 0,
// rn.(Wn rn + qn) = 0 of problem/delassus.hpp with b = qn, Wn and qn the normal rows and columns. HDF5 as described by
// V. Acary, M. Bremond, T. Koziara, F. Perignon, FCLIB: a collection of discrete 3D frictional contact problems, INRIA
// RT-444, 2014.
#pragma once

#include <filesystem>
#include <string>

#include "galet/problem/cone_problem.hpp"
#include "galet/problem/delassus.hpp"

namespace galet {

struct FclibProblem {
    DelassusProblem normal;  ///< the frictionless part, in the units of the file
    ConeProblem cones;       ///< with friction
    std::string title;       ///< as the file has it, one line; may be empty
    bool global = false;     ///< which of the two forms
    int dimension = 3;       ///< 2 or 3
    double friction = 0;     ///< the largest coefficient of a contact
    double asymmetry = 0;    ///< max |Wn - Wn'| / max |Wn|; where this is not rounding there is nothing to minimise
};

/// A file that cannot be read is a FileError. One whose numbers are no such problem (sizes that do not fit, indices out
/// of range, numbers that are not finite, M not symmetric and positive, ...) or that has equality constraints is an
/// InputError.
FclibProblem read_fclib(const std::filesystem::path& path);

/// Writes a local problem, replacing `path` at once when complete and on disk.
void write_fclib(const std::filesystem::path& path, const ConeProblem& problem);

/// Writes a problem without friction: that of contacts in two dimensions whose tangential rows are empty.
void write_fclib(const std::filesystem::path& path, const DelassusProblem& normal);

/// Whether an HDF5 file holds such a problem. A FileError where it cannot be read.
bool is_fclib_file(const std::filesystem::path& path);

}  // namespace galet
