#include "galet/solvers/nncg.hpp"

#include "galet/laws/inelastic.hpp"
#include "galet/solvers/contact_rows.hpp"
#include "galet/solvers/stopping.hpp"

namespace galet {

void Nncg::solve(const ContactProblem& problem, const Limits& limits, Solution& solution) {
    op_.assign(problem, RowScaling::none);
    z_.resize(op_.contacts());
    op_.from_force(solution.force, z_);
    op_.velocity(z_, u_);
    p_.assign(z_.size(), 0.0);
    projected_.resize(z_.size());
    square_ = 0;

    Stopping stopping(op_, limits, trial_z_, trial_u_);
    std::int64_t k = 0;
    for (;; ++k) {
        if (stopping.due(k) || k == limits.max_iterations) {
            // What is looked at must not pull; what the iteration goes on with may, until the next sweep.
            parallel_for(op_.contacts(), [&](Index c) { projected_[c] = project_inelastic(z_[c]); });
            op_.velocity(projected_, u_);
            if (stopping.done(k, projected_, u_) || k == limits.max_iterations) break;
            op_.velocity(z_, u_);
        }
        with_dimension(problem.dimension, [&](auto dim) { iterate<dim()>(); });
    }
    stopping.write(projected_, u_, solution);
    solution.iterations = k;
    solution.passes = 2 * k + stopping.passes();
}

template <int dim>
void Nncg::iterate() {
    BodyRows<dim> rows(op_, u_);
    const auto visit = [&](Index c) {
        const double next = project_inelastic(z_[c] - rows.row(c) / rows.diagonal(c));
        const double change = next - z_[c];
        if (change == 0) return;
        z_[c] = next;
        rows.add(c, change);
    };
    before_ = z_;
    for (Index c = 0; c < op_.contacts(); ++c) visit(c);
    for (Index c = op_.contacts() - 1; c >= 0; --c) visit(c);

    // In the norm of unit rows, so that light and heavy contacts count alike.
    const double square = ordered_sum(op_.contacts(), [&](Index c) {
        const double change = z_[c] - before_[c];
        return change * change * op_.diagonal(c);
    });
    const double beta = square_ > 0 ? square / square_ : 0.0;
    const bool restart = !(beta > 0 && beta <= 1);
    square_ = square;
    parallel_for(op_.contacts(), [&](Index c) {
        const double change = z_[c] - before_[c];
        if (restart) {
            p_[c] = change;
        } else {
            z_[c] += beta * p_[c];
            p_[c] = beta * p_[c] + change;
        }
    });
    if (!restart) op_.velocity(z_, u_);
}

}  // namespace galet
