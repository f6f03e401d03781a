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

/// When an iteration may stop.
enum class Criterion {
    certificate,  ///< the certificate is within its limits
    epsilon_glob  ///< BD17 eq. 42 is at most `epsilon`, and the complementarity beside it at most Limits::error_bound
};

/// Which method, and what single methods ask for beyond it.
struct SolverSettings {
    std::string method = "auto";  ///< one of `solver_methods()`

    // Of nlgs. W is the contact's own W_cc, so that rho and gamma have no unit.
    std::string local = "pdas";  ///< one of `local_solvers()`
    Criterion criterion = Criterion::certificate;
    double epsilon = 1e-7;  ///< largest epsilon_glob, of criterion epsilon_glob [m/s], > 0
    double rho = 0.43;      ///< rho W of sbp, sal, ebp, eal, in (0, 2)
    double gamma = 1;       ///< gamma W of pdas, > 0
    double relaxation = 1;  ///< part of the change of an impulse that is made, in (0, 2)
};

struct SolverMethod {
    std::string name;
    std::string line;       ///< what it is, for a list
    bool films = false;     ///< whether it solves problems with films
    bool friction = false;  ///< and with friction
    bool convex = false;    ///< and with the convex relaxation of it
    bool plain = true;      ///< and without either
};

const std::vector<SolverMethod>& solver_methods();

/// The one-contact solvers of nlgs.
const std::vector<SolverMethod>& local_solvers();

/// For problems with friction, or without.
std::unique_ptr<Solver> make_solver(const SolverSettings& settings, bool friction = false);

}  // namespace galet
