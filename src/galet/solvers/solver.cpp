#include "galet/solvers/solver.hpp"

#include <cassert>

#include "galet/solvers/active_set.hpp"
#include "galet/solvers/apgd.hpp"
#include "galet/solvers/auto.hpp"
#include "galet/solvers/bb.hpp"
#include "galet/solvers/face_cg.hpp"
#include "galet/solvers/friction_auto.hpp"
#include "galet/solvers/friction_interior_point.hpp"
#include "galet/solvers/interior_point.hpp"
#include "galet/solvers/nlgs.hpp"
#include "galet/solvers/nncg.hpp"
#include "galet/solvers/uzawa.hpp"

namespace galet {

const std::vector<SolverMethod>& solver_methods() {
    static const std::vector<SolverMethod> methods = {
        {"auto",
         "face-cg; where passes would be many and factors are affordable, interior-point; with friction: apgd, newton, "
         "nlgs, a homotopy",
         true, true, true},
        {"apgd",
         "accelerated projected gradient with adaptive restart; with friction on its cones, the slip as a fixed point",
         true, true, true},
        {"face-cg", "apgd, then conjugate gradients on the moving face of contacts that push: settled packings", true},
        {"bb", "projected gradient with the steps of Barzilai and Borwein"},
        {"nncg", "nonlinear conjugate gradients on symmetric Gauss-Seidel"},
        {"nlgs", "nonlinear Gauss-Seidel, contact by contact (BD17), for comparison", false, true},
        {"interior-point",
         "predictor-corrector with a sparse factor and crossover: large flat packings, tight limits; with friction on "
         "Coulomb's law itself",
         true, true, true},
        {"active-set",
         "primal-dual active set with a sparse factor (BD17 4.3, all contacts at once): exact, or says why not"},
        {"newton",
         "Newton's method on Coulomb's law of all contacts, with a sparse factor; problems with friction only", false,
         true, false, false},
        {"uzawa", "Uzawa's method with automatic rho (Maury06 3.3), for comparison"},
    };
    return methods;
}

const std::vector<SolverMethod>& local_solvers() {
    static const std::vector<SolverMethod> locals = {
        {"sbp", "standard bipotential: one projected step of length rho (BD17 4.2)"},
        {"sal", "standard augmented Lagrangian: one projected step of length rho (BD17 eq. 24)"},
        {"ebp", "enhanced bipotential: Newton on impulse and rate (BD17 eq. 33)"},
        {"eal", "enhanced augmented Lagrangian: Newton on impulse and rate (BD17 eq. 26)"},
        {"pdas", "primal-dual active set: decide whether the contact is closed, then solve (BD17 eq. 37-41)"},
    };
    return locals;
}

std::unique_ptr<Solver> make_solver(const SolverSettings& settings, bool friction) {
    if (friction) {
        if (settings.method == "nlgs") return std::make_unique<FrictionNlgs>(settings);
        if (settings.method == "interior-point") return std::make_unique<FrictionInteriorPoint>();
        if (settings.method == "newton") return std::make_unique<FrictionNewton>();
        if (settings.method == "apgd") return std::make_unique<FrictionApgd>();
        return std::make_unique<FrictionAuto>();
    }
    if (settings.method == "nlgs") return std::make_unique<Nlgs>(settings);
    if (settings.method == "face-cg") return std::make_unique<FaceCg>();
    if (settings.method == "uzawa") return std::make_unique<Uzawa>();
    if (settings.method == "interior-point") return std::make_unique<FactoringSolver<InteriorPoint>>();
    if (settings.method == "active-set") return std::make_unique<FactoringSolver<ActiveSet>>();
    if (settings.method == "apgd") return std::make_unique<Apgd>();
    if (settings.method == "bb") return std::make_unique<Bb>();
    if (settings.method == "nncg") return std::make_unique<Nncg>();
    assert(settings.method == "auto");
    return std::make_unique<Auto>();
}

}  // namespace galet
