// One interface for all methods: a problem and limits in, a solution with its certificate out. A solver knows nothing
// of bodies or detection, so that a stored problem runs with no simulation around it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "galet/problem/contact_problem.hpp"
#include "galet/problem/solution.hpp"

namespace galet {

class Solver {
  public:
    virtual ~Solver() = default;

    /// Solves from the forces in `solution.force` (as many as there are contacts) and replaces them. Work space is kept
    /// between calls; nothing else is: the same problem, start and limits give the same bits.
    virtual void solve(const ContactProblem& problem, const Limits& limits, Solution& solution) = 0;

    /// Whether problems of this dimension should say where their bodies are.
    virtual bool wants_positions(int dimension) const {
        static_cast<void>(dimension);
        return false;
    }
};

/// Which method, and what single methods ask for beyond it.
struct SolverSettings {
    std::string method = "auto";  ///< one of `solver_methods()`
};

struct SolverMethod {
    std::string name;
    std::string line;  ///< what it is, for a list
};

const std::vector<SolverMethod>& solver_methods();

std::unique_ptr<Solver> make_solver(const SolverSettings& settings);

}  // namespace galet
