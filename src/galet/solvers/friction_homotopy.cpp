#include "galet/solvers/friction_homotopy.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "galet/laws/coulomb.hpp"
#include "galet/solvers/friction_rows.hpp"
#include "galet/solvers/friction_stopping.hpp"
#include "galet/solvers/sparse_lu.hpp"

namespace galet {
namespace {

constexpr double kEpsilon = 1e-7;  ///< added to W, whose diagonal is about 1

/// A step of length 1 changes t by 1 or the impulses by this part.
constexpr double kPart = 0.02;
/// Lengths of steps: of the first one, the most, and the least before giving up.
constexpr double kFirstStep = 0.1, kMostStep = 2, kLeastStep = 1e-6;
/// After an easy step the next one is longer, after a hard one shorter, and after one that failed much shorter.
constexpr double kLonger = 2, kShorter = 0.7, kMuchShorter = 0.4;
constexpr int kEasy = 1, kHard = 3, kMostNewton = 4;  ///< Newton steps across the path

/// |F - t F_0| at most this part of |F_0|, or of t |F_0| where t is more than kLow, counts as on the path.
constexpr double kNear = 0.3, kLow = 0.5;

/// Solves are refined until what is left of the right-hand side is at most this part of it, or as often as this.
constexpr double kRefined = 1e-7, kSlow = 0.5;
constexpr int kMostRefinements = 6;

template <int dim>
class Homotopy {
  public:
    using Vectors = std::vector<Vec<dim>>;
    using Square = Eigen::Matrix<double, dim, dim>;
    using Tangent = Eigen::Matrix<double, dim - 1, 1>;

    Homotopy(const FrictionOperator& op, const LaneArray& z) : op_(op), rows_(op), slope_(op.contacts()) {
        matrix_.assign(op.problem(), FrictionRows<dim>::kTwist);
        lu_.analyse(matrix_.pattern(), matrix_.order());
        z_.resize(op.contacts());
        for (Index c = 0; c < op.contacts(); ++c) z_[c] = rows_.from(c, z);
        anchor_ = z_;
        size_ = look(z_, F_);
        start_ = F_;
    }

    std::int64_t factors() const { return factors_; }

    /// The impulses of the iterate, as the operator has them, in their cones.
    void write(LaneArray& z) const {
        for (Index c = 0; c < op_.contacts(); ++c) {
            Vec<dim> own = z_[c];
            auto tangent = own.template tail<dim - 1>();
            project_on_cone(own[0], tangent, 1.0);
            rows_.to(c, own, z);
        }
    }

    /// One step along the path; false where there is none that can be made.
    bool step(std::int64_t most_factors) {
        if (!(size_ > 0) || !find_tangent()) return false;
        while (factors_ < most_factors && length_ > kLeastStep) {
            double t = 1;
            const int newton = go(most_factors, t);
            if (newton >= 0) {
                begin_again(t);
                if (newton <= kEasy) length_ = std::min(kMostStep, kLonger * length_);
                if (newton >= kHard) length_ *= kShorter;
                return true;
            }
            length_ *= kMuchShorter;
        }
        return false;
    }

  private:
    /// Derivative of F in one contact: dF = B dz + C A A' dz.
    struct Slope {
        Square B, C, R, S;  ///< R = B^-1, S = B^-1 C
    };

    static double square(const Vectors& a) {
        double sum = 0;
        for (const Vec<dim>& x : a) sum += x.squaredNorm();
        return sum;
    }
    static double dot(const Vectors& a, const Vectors& b) {
        double sum = 0;
        for (std::size_t c = 0; c < a.size(); ++c) sum += a[c].dot(b[c]);
        return sum;
    }

    /// |F(z)|, F and its derivative.
    double look(const Vectors& z, Vectors& F) {
        spread(z);
        F.resize(z.size());
        parallel_for(op_.contacts(), [&](Index c) {
            const Vec<dim> w = rows_[c].free + rows_.row(c, d_) + kEpsilon * (z[c] - anchor_[c]);
            F[c] = law(z[c], w, slope_[c]);
        });
        return std::sqrt(square(F));
    }

    /// d = A' z
    void spread(const Vectors& z) {
        d_.assign(matrix_.size(), 0.0);
        for (Index c = 0; c < op_.contacts(); ++c) rows_.push(c, z[c], d_);
    }

    /// F of a contact, with w' = A A' + epsilon.
    static Vec<dim> law(const Vec<dim>& z, const Vec<dim>& w, Slope& slope) {
        const Vec<dim> tau = z - w;
        const double slip = tau.template tail<dim - 1>().norm();
        slope.R = Square::Identity();
        slope.S.setZero();
        slope.B = Square::Identity();
        slope.C.setZero();
        if (tau[0] <= 0) return z;
        if (slip <= tau[0]) {
            slope.B *= kEpsilon;
            slope.C.setIdentity();
            slope.R /= kEpsilon;
            slope.S = slope.R;
            return w;
        }
        const Tangent e = tau.template tail<dim - 1>() / slip;
        set_sliding(e, tau[0] / slip, slope);
        Vec<dim> F = w;
        F.template tail<dim - 1>() = z.template tail<dim - 1>() - tau[0] * e;
        return F;
    }

    /// dF_0 = dw_0,  dF_t = dz_t - e dtau_0 - rho Q dtau_t,  rho = tau_0 / |tau_t|,  Q = 1 - e e'.
    static void set_sliding(const Tangent& e, double rho, Slope& slope) {
        using Block = Eigen::Matrix<double, dim - 1, dim - 1>;
        const Block E = e * e.transpose(), Q = Block::Identity() - E;
        const double across = 1 - rho + rho * kEpsilon;
        slope.B(0, 0) = kEpsilon;
        slope.B.template block<dim - 1, 1>(1, 0) = -(1 - kEpsilon) * e;
        slope.B.template block<dim - 1, dim - 1>(1, 1) = E + across * Q;
        slope.C(0, 0) = 1;
        slope.C.template block<dim - 1, 1>(1, 0) = e;
        slope.C.template block<dim - 1, dim - 1>(1, 1) = rho * Q;
        slope.R(0, 0) = slope.S(0, 0) = 1 / kEpsilon;
        slope.R.template block<dim - 1, 1>(1, 0) = (1 / kEpsilon - 1) * e;
        slope.S.template block<dim - 1, 1>(1, 0) = e / kEpsilon;
        slope.R.template block<dim - 1, dim - 1>(1, 1) = E + Q / across;
        slope.S.template block<dim - 1, dim - 1>(1, 1) = (rho / across) * Q;
    }

    bool factor() {
        ++factors_;
        rows_.fill([&](Index c) -> const Square& { return slope_[c].S; }, matrix_);
        return lu_.factor(matrix_.value());
    }

    /// x with F' x = right.
    void solve(const Vectors& right, Vectors& x) {
        solve_once(right, x);
        const double whole = square(right);
        double last = std::numeric_limits<double>::max();
        for (int k = 0; k < kMostRefinements; ++k) {
            spread(x);
            rest_.resize(x.size());
            parallel_for(op_.contacts(),
                         [&](Index c) { rest_[c] = right[c] - slope_[c].B * x[c] - slope_[c].C * rows_.row(c, d_); });
            const double left = std::sqrt(square(rest_) / whole);
            if (!(left > kRefined) || left > kSlow * last) return;
            last = left;
            solve_once(rest_, more_);
            for (std::size_t c = 0; c < x.size(); ++c) x[c] += more_[c];
        }
    }

    void solve_once(const Vectors& right, Vectors& x) {
        d_.assign(matrix_.size(), 0.0);
        x.resize(right.size());
        for (Index c = 0; c < op_.contacts(); ++c) {
            x[c] = slope_[c].R * right[c];
            rows_.push(c, x[c], d_);
        }
        lu_.solve(d_);
        parallel_for(op_.contacts(), [&](Index c) { x[c] -= slope_[c].S * rows_.row(c, d_); });
    }

    /// The direction of the path, onwards: at first t falls, and then the angle to the last direction is acute.
    bool find_tangent() {
        if (!factor()) return false;
        solve(start_, by_t_);
        weight_ = 1 / (kPart * kPart * std::max(square(z_), std::numeric_limits<double>::min()));
        const double length = std::sqrt(weight_ * square(by_t_) + 1);
        if (!std::isfinite(length)) return false;
        const bool falls = tangent_.empty() || weight_ * dot(tangent_, by_t_) + tangent_t_ < 0;
        tangent_t_ = (falls ? -1 : 1) / length;
        tangent_ = by_t_;
        for (Vec<dim>& x : tangent_) x *= tangent_t_;
        return true;
    }

    /// Along the tangent and back to the path across it: z and t of the end, and the Newton steps that took; -1 where
    /// they do not lead there.
    int go(std::int64_t most_factors, double& t) {
        const double length = tangent_t_ < 0 ? std::min(length_, -1 / tangent_t_) : length_;
        trial_ = z_;
        for (std::size_t c = 0; c < z_.size(); ++c) trial_[c] += length * tangent_[c];
        t = 1 + length * tangent_t_;
        for (int k = 0;; ++k) {
            look(trial_, F_);
            for (std::size_t c = 0; c < F_.size(); ++c) F_[c] -= t * start_[c];
            const double off = std::sqrt(square(F_));
            if (off < kNear * std::max(std::abs(t), kLow) * size_) return k;
            if (k == kMostNewton || !std::isfinite(off) || factors_ >= most_factors || !factor()) return -1;
            solve(F_, across_);
            solve(start_, by_t_);
            const double change = weight_ * dot(tangent_, across_) / (weight_ * dot(tangent_, by_t_) + tangent_t_);
            if (!std::isfinite(change)) return -1;
            for (std::size_t c = 0; c < z_.size(); ++c) trial_[c] += change * by_t_[c] - across_[c];
            t += change;
        }
    }

    /// The end of a step as the start of a path, in the same direction.
    void begin_again(double t) {
        z_.swap(trial_);
        anchor_ = z_;
        size_ = look(z_, F_);
        start_ = F_;
        if (t < 0) tangent_t_ = -tangent_t_;
    }

    const FrictionOperator& op_;
    FrictionRows<dim> rows_;
    std::vector<Slope> slope_;
    Vectors z_, anchor_;  ///< the iterate; epsilon acts on what differs from the anchor
    Vectors F_, start_;   ///< F, and F of where the path begins
    double size_ = 0;     ///< |start|
    Vectors tangent_;     ///< of the path, with
    double tangent_t_ = 0, weight_ = 1;
    Vectors by_t_, across_, trial_, rest_, more_;
    double length_ = kFirstStep;
    std::vector<double> d_;
    BodyMatrix matrix_;
    SparseLu<double> lu_;
    std::int64_t factors_ = 0;
};

template <int dim>
std::int64_t iterate(FrictionOperator& op, const Limits& limits, FrictionStopping& stopping, LaneArray& z, LaneArray& u,
                     LaneArray& z_best) {
    Homotopy<dim> homotopy(op, z);
    double best = std::numeric_limits<double>::max();
    for (;;) {
        homotopy.write(z);
        op.velocity(z, u);
        const bool done = stopping.done(homotopy.factors(), z, u);
        if (stopping.found().measure.residual < best) {
            best = stopping.found().measure.residual;
            z_best = z;
        }
        if (done || !homotopy.step(limits.max_iterations)) break;
    }
    if (stopping.status() != Status::converged) z = z_best;
    return homotopy.factors();
}

}  // namespace

void FrictionHomotopy::solve(const ContactProblem& problem, const Limits& limits, Solution& solution) {
    assert(!problem.convex);
    op_.assign(problem);
    op_.from_force(solution.force, solution.tangential, z_);
    z_best_ = z_;
    FrictionStopping stopping(op_, limits);
    const std::int64_t k = with_plane_or_space(
        problem.dimension, [&](auto dim) { return iterate<dim()>(op_, limits, stopping, z_, u_, z_best_); });
    stopping.write(z_, u_, 0, solution);
    solution.iterations = k;
    solution.passes = k + stopping.passes();
}

}  // namespace galet
