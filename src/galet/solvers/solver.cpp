#include "galet/solvers/solver.hpp"

#include <cassert>

#include "galet/solvers/apgd.hpp"
#include "galet/solvers/uzawa.hpp"

namespace galet {

const std::vector<SolverMethod>& solver_methods() {
    static const std::vector<SolverMethod> methods = {
        {"auto", "the method that suits the problem: here apgd"},
        {"apgd", "accelerated projected gradient with adaptive restart"},
        {"uzawa", "Uzawa's method with automatic rho (Maury06 3.3), for comparison"},
    };
    return methods;
}

std::unique_ptr<Solver> make_solver(const SolverSettings& settings) {
    if (settings.method == "uzawa") return std::make_unique<Uzawa>();
    assert(settings.method == "apgd" || settings.method == "auto");
    return std::make_unique<Apgd>();
}

}  // namespace galet
