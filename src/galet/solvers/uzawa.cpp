#include "galet/solvers/uzawa.hpp"

#include "galet/laws/inelastic.hpp"
#include "galet/solvers/stopping.hpp"

namespace galet {

void Uzawa::solve(const ContactProblem& problem, const Limits& limits, Solution& solution) {
    op_.assign(problem, RowScaling::none);
    z_.resize(op_.contacts());
    op_.from_force(solution.force, z_);
    op_.velocity(z_, u_);

    // In the impulse z = h mu and the rate w = s / h the step is h^2 rho.
    const double bound = op_.eigenvalue_bound();
    const double step = bound > 0 ? kSafety * 2 / bound : 0.0;

    Stopping stopping(op_, limits, trial_z_, trial_u_);
    std::int64_t k = 0;
    for (;; ++k) {
        if ((stopping.due(k) || k == limits.max_iterations) && stopping.done(k, z_, u_)) break;
        if (k == limits.max_iterations) break;
        with_dimension(problem.dimension, [&](auto dim) {
            parallel_for(op_.contacts(),
                         [&](Index c) { z_[c] = project_inelastic(z_[c] - step * op_.row<dim()>(c, u_)); });
        });
        op_.velocity(z_, u_);
    }
    stopping.write(z_, u_, solution);
    solution.iterations = k;
    solution.passes = k + stopping.passes();
}

}  // namespace galet
