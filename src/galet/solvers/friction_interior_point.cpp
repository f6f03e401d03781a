#include "galet/solvers/friction_interior_point.hpp"

#include <algorithm>
#include <cmath>

#include "galet/laws/coulomb.hpp"
#include "galet/solvers/friction_rows.hpp"
#include "galet/solvers/friction_stopping.hpp"
#include "galet/solvers/lorentz_cone.hpp"
#include "galet/solvers/sparse_lu.hpp"

namespace galet {
namespace {

/// The compliance epsilon: the least that is not 0, the most, and by how much it changes after a short step and after a
/// good one.
constexpr double kCompliance = 1e-6, kMostCompliance = 1.0, kComplianceChange = 10;
constexpr double kShort = 0.05, kGood = 0.5;  ///< steps

constexpr double kToBoundary = 0.99;  ///< of the way to the boundary is gone
/// Iterates keep sqrt(det z det y) >= kCentred mu in every contact; a step that does not is shortened.
constexpr double kCentred = 0.001, kShorten = 0.8;
constexpr int kMostShortenings = 30;
constexpr double kLeastSigma = 1e-4;

template <int dim>
class Interior {
  public:
    using Square = lorentz::Square<dim>;

    explicit Interior(const FrictionOperator& op)
        : op_(op), corrected_(!op.problem().convex), rows_(op), F_(op.contacts()), inverse_(op.contacts()) {
        matrix_.assign(op.problem(), FrictionRows<dim>::kTwist);
        lu_.analyse(matrix_.pattern(), matrix_.order());
        for (std::vector<Vec<dim>>* v : {&z_, &y_, &dz_, &dy_, &rest_, &aim_, &lambda_, &along_}) {
            v->assign(op.contacts(), Vec<dim>::Zero());
        }
        soft_.resize(op.contacts());
        double square = 0;
        for (Index c = 0; c < op.contacts(); ++c) square += rows_[c].free.squaredNorm();
        const double size = std::sqrt(square / std::max<Index>(1, op.contacts()));
        d_.assign(matrix_.size(), 0.0);
        for (Index c = 0; c < op.contacts(); ++c) {
            z_[c][0] = y_[c][0] = size > 0 ? size : 1.0;
            rows_.push(c, z_[c], d_);
        }
    }

    /// The impulses of the iterate, as the operator has them: projected, so that open contacts have none.
    void write(LaneArray& z) const {
        for (Index c = 0; c < op_.contacts(); ++c) {
            Vec<dim> own = z_[c] - y_[c];
            auto tangent = own.template tail<dim - 1>();
            project_on_cone(own[0], tangent, 1.0);
            rows_.to(c, own, z);
        }
    }

    /// One step; false where the matrix is singular or nothing moves any more.
    bool step() {
        look();
        if (!factor()) return false;
        for (Index c = 0; c < op_.contacts(); ++c) aim_[c] = -lambda_[c];
        find_direction();
        const double reach = std::min(1.0, longest());
        const double mu = mean(0), sigma = std::clamp(std::pow(mean(reach) / mu, 3), kLeastSigma, 1.0);
        for (Index c = 0; c < op_.contacts(); ++c) {
            Vec<dim> want = -lorentz::product<dim>(lambda_[c], lambda_[c]) -
                            lorentz::product<dim>(F_[c] * dz_[c], inverse_[c] * dy_[c]);
            want[0] += sigma * mu;
            aim_[c] = lorentz::divide<dim>(want, lambda_[c]);
        }
        find_direction();
        const double length = centred(std::min(1.0, kToBoundary * longest()), mu);
        if (!std::isfinite(length)) return false;
        advance(length);
        if (length < kShort) {
            compliance_ = std::min(kMostCompliance, std::max(kCompliance, kComplianceChange * compliance_));
        } else if (length > kGood) {
            compliance_ = compliance_ <= kCompliance ? 0 : compliance_ / kComplianceChange;
        }
        return true;
    }

  private:
    /// What the law lacks at the iterate: rest = y - w~ - |w~_t| e, g, and the scaling.
    void look() {
        parallel_for(op_.contacts(), [&](Index c) {
            const Vec<dim> w = rows_[c].free + rows_.row(c, d_);
            rest_[c] = y_[c] - w;
            along_[c].setZero();
            const double slip = corrected_ ? w.template tail<dim - 1>().norm() : 0.0;
            if (slip > 0) along_[c].template tail<dim - 1>() = w.template tail<dim - 1>() / slip;
            rest_[c][0] -= slip;
            const lorentz::Scaling<dim> scaling(z_[c], y_[c]);
            F_[c] = scaling.F();
            inverse_[c] = scaling.inverse();
            lambda_[c] = F_[c] * z_[c];
            soft_[c] = scaling.softened(compliance_);
        });
    }

    bool factor() {
        rows_.fill(
            [&](Index c) -> Square {
                Square G = Square::Identity();
                G.row(0) += along_[c].transpose();
                return soft_[c] * G;
            },
            matrix_);
        return lu_.factor(matrix_.value());
    }

    /// dd, dz and dy with F dz + F^-1 dy = aim and nothing left of the law.
    void find_direction() {
        dd_ = d_;
        for (double& x : dd_) x = -x;
        for (Index c = 0; c < op_.contacts(); ++c) {
            rows_.push(c, z_[c] + soft_[c] * (F_[c] * aim_[c] + rest_[c]), dd_);
        }
        lu_.solve(dd_);
        parallel_for(op_.contacts(), [&](Index c) {
            Vec<dim> w = rows_.row(c, dd_);
            w[0] += along_[c].dot(w);
            dz_[c] = soft_[c] * (F_[c] * aim_[c] + rest_[c] - w);
            dy_[c] = w + compliance_ * dz_[c] - rest_[c];
        });
    }

    double longest() const {
        double step = std::numeric_limits<double>::infinity();
        for (Index c = 0; c < op_.contacts(); ++c) {
            step =
                std::min({step, lorentz::longest_step<dim>(z_[c], dz_[c]), lorentz::longest_step<dim>(y_[c], dy_[c])});
        }
        return step;
    }

    /// mu after a part of the step.
    double mean(double part) const {
        double sum = 0;
        for (Index c = 0; c < op_.contacts(); ++c) sum += (z_[c] + part * dz_[c]).dot(y_[c] + part * dy_[c]);
        return sum / op_.contacts();
    }

    /// How well centred the worst contact is after a part of the step, over mu.
    double worst(double part, double mu) const {
        double least = std::numeric_limits<double>::infinity();
        for (Index c = 0; c < op_.contacts(); ++c) {
            const double z = lorentz::determinant<dim>(z_[c] + part * dz_[c]),
                         y = lorentz::determinant<dim>(y_[c] + part * dy_[c]);
            least = std::min(least, std::sqrt(std::max(0.0, z * y)) / mu);
        }
        return least;
    }

    /// The step shortened until all contacts are centred enough, or half as well as they were.
    double centred(double length, double mu) const {
        const double wanted = std::min(kCentred, 0.5 * worst(0, mu));
        for (int k = 0; k < kMostShortenings && worst(length, mean(length)) < wanted; ++k) length *= kShorten;
        return length;
    }

    void advance(double length) {
        for (std::size_t k = 0; k < d_.size(); ++k) d_[k] += length * dd_[k];
        for (Index c = 0; c < op_.contacts(); ++c) {
            z_[c] += length * dz_[c];
            y_[c] += length * dy_[c];
        }
    }

    const FrictionOperator& op_;
    bool corrected_;
    double compliance_ = 0;
    FrictionRows<dim> rows_;
    std::vector<Square> F_, inverse_;  ///< F and F^-1
    std::vector<Vec<dim>> z_, y_, dz_, dy_, rest_, aim_, lambda_;
    std::vector<Vec<dim>> along_;  ///< g
    std::vector<Square> soft_;     ///< S
    std::vector<double> d_, dd_;
    BodyMatrix matrix_;
    SparseLu<double> lu_;
};

template <int dim>
std::int64_t iterate(FrictionOperator& op, FrictionStopping& stopping, LaneArray& z, LaneArray& u, LaneArray& z_best) {
    Interior<dim> interior(op);
    double best = std::numeric_limits<double>::max(), halved = best;
    std::int64_t halved_at = 0, k = 0;
    for (;; ++k) {
        interior.write(z);
        op.velocity(z, u);
        const bool done = stopping.done(k, z, u);
        const double residual = stopping.found().measure.residual;
        if (residual < best) {
            best = residual;
            z_best = z;
        }
        if (residual < 0.5 * halved) {
            halved = residual;
            halved_at = k;
        }
        if (done || k - halved_at > FrictionInteriorPoint::kPatience || !interior.step()) break;
    }
    z = z_best;
    return k;
}

}  // namespace

void FrictionInteriorPoint::solve(const ContactProblem& problem, const Limits& limits, Solution& solution) {
    op_.assign(problem);
    z_.assign(op_.impulse_size(), 0.0);
    u_.resize(op_.velocity_size());
    z_best_ = z_;
    FrictionStopping stopping(op_, limits);
    const std::int64_t k = with_plane_or_space(
        problem.dimension, [&](auto dim) { return iterate<dim()>(op_, stopping, z_, u_, z_best_); });
    stopping.write(z_, u_, 0, solution);
    solution.iterations = k;
    solution.passes = k + stopping.passes();
}

}  // namespace galet
