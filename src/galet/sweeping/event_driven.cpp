#include "galet/sweeping/event_driven.hpp"

#include <fmt/format.h>

#include <boost/math/tools/minima.hpp>
#include <boost/math/tools/toms748_solve.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <cmath>

#include "galet/sweeping/face_motion.hpp"

namespace galet::sweeping {
namespace {

constexpr double kClosed = 1e-12;       ///< of the size: faces nearer than this are closed
constexpr double kStepError = 1e-14;    ///< of the size: of one step of the integrator
constexpr int kSamples = 8;             ///< of a step of the integrator, where events are looked for
constexpr int kMostPieces = 1000;       ///< of a step: a jump or kink that is not named as a break takes some 60
constexpr int kMostEvents = 1000;       ///< in one piece: more accumulate
constexpr double kShortestStep = 1e-6;  ///< of a piece: taken whatever its error

using State = std::vector<double>;

Eigen::Map<const Vector> as_vector(const State& u) { return {u.data(), static_cast<Eigen::Index>(u.size())}; }
State as_state(const Vector& u) { return {u.begin(), u.end()}; }

/// The motion over one piece.
class Piece {
  public:
    Piece(const FaceMotion& faces, const Vector& u) : faces_(faces), t_(faces.from()), u_(u) {
        size_ = faces.size();
        near_ = kClosed * size_;
        slow_ = near_ / (faces.to() - faces.from());
    }

    const Vector& run(Projector& project, int& events);

  private:
    struct Push {
        Vector velocity, y;
    };
    /// Of the held faces: their velocity along the normals is theirs.
    Push push(double t, const Vector& u) const;
    void find_held();
    void mend(double t, Vector& u) const;
    Vector after(double way, State* error = nullptr) const;
    double excess(double way) const;
    double first_event(double way) const;
    double accurate_step(double longest) const;

    const FaceMotion& faces_;
    double t_, size_, near_, slow_;
    Vector u_;
    std::vector<int> held_;
};

Piece::Push Piece::push(double t, const Vector& u) const {
    const Polyhedron place = faces_.place(t), rate = faces_.rate(t);
    const Matrix N = place.normals(held_, Eigen::all);
    const Vector along = rate.offsets(held_) - rate.normals(held_, Eigen::all) * u;
    const Vector velocity = N.completeOrthogonalDecomposition().solve(along);
    return {velocity, N.transpose().completeOrthogonalDecomposition().solve(-velocity)};
}

/// Which faces push now, from place and velocities alone.
void Piece::find_held() {
    const Polyhedron place = faces_.place(t_), rate = faces_.rate(t_);
    const Nearest inside = nearest(place, u_);
    if (inside.outcome == Outcome::empty) throw CannotStep(fmt::format("the set is empty at t = {}", t_));
    if (inside.outcome == Outcome::found) u_ = inside.point;
    const Vector gap = place.normals * u_ - place.offsets, along = rate.offsets - rate.normals * u_;
    std::vector<int> closed;
    for (int k = 0; k < gap.size(); ++k) {
        if (gap[k] >= -near_) closed.push_back(k);
    }
    held_.clear();
    if (closed.empty()) return;
    const Nearest velocity =
        nearest(Polyhedron{place.normals(closed, Eigen::all), along(closed)}, Vector(Vector::Zero(u_.size())));
    if (velocity.outcome == Outcome::empty) throw CannotStep(fmt::format("the set is empty just after t = {}", t_));
    for (std::size_t k = 0; k < closed.size(); ++k) {
        if (velocity.multipliers[static_cast<Eigen::Index>(k)] > slow_) held_.push_back(closed[k]);
    }
}

void Piece::mend(double t, Vector& u) const {
    const Polyhedron place = faces_.place(t);
    const Matrix N = place.normals(held_, Eigen::all);
    u -= N.completeOrthogonalDecomposition().solve(N * u - place.offsets(held_));
}

/// u a while later, with the held faces held throughout.
Vector Piece::after(double way, State* error) const {
    Vector u = u_;
    if (held_.empty()) return u;
    if (!faces_.turns()) {
        // u' is a combination of fixed normals: the shortest way onto the faces is the way it goes.
        mend(t_ + way, u);
        return u;
    }
    const auto system = [this](const State& state, State& rate, double t) {
        rate = as_state(push(t, as_vector(state)).velocity);
    };
    boost::numeric::odeint::runge_kutta_dopri5<State> stepper;
    State out(u_.size()), ignored(u_.size());
    stepper.do_step(system, as_state(u_), t_, out, way, error ? *error : ignored);
    u = as_vector(out);
    mend(t_ + way, u);
    return u;
}

/// Positive once an event has happened: a face is beyond the point, or would have to pull.
double Piece::excess(double way) const {
    const Vector u = after(way);
    const Polyhedron place = faces_.place(t_ + way);
    double worst = ((place.normals * u - place.offsets).maxCoeff() - near_) / size_;
    if (!held_.empty()) worst = std::max(worst, (-push(t_ + way, u).y.minCoeff() - slow_) * (near_ / slow_) / size_);
    return worst;
}

double Piece::accurate_step(double longest) const {
    if (held_.empty() || !faces_.turns()) return longest;
    State error(u_.size());
    double way = longest;
    for (;;) {
        after(way, &error);
        const double ratio = as_vector(error).cwiseAbs().maxCoeff() / (kStepError * size_);
        if (ratio <= 1 || way <= kShortestStep * (faces_.to() - faces_.from())) return way;
        way *= std::max(0.2, 0.9 * std::pow(ratio, -0.2));
    }
}

/// Within `way`, or `way` where there is none.
double Piece::first_event(double way) const {
    const auto root = [this](double low, double high) {
        std::uintmax_t most = 100;
        const auto sign = [this](double s) { return excess(s); };
        const auto end = boost::math::tools::eps_tolerance<double>(52);
        return boost::math::tools::toms748_solve(sign, low, high, end, most).second;
    };
    double before = excess(0), last = before;
    for (int k = 1; k <= kSamples; ++k) {
        const double at = way * k / kSamples, low = way * (k - 1) / kSamples, now = excess(at);
        if (now > 0) return last > 0 ? at : root(low, at);
        // A face may come and go between two samples: where the highest of three could reach it.
        if (last > before && last > now && last + std::max(last - before, last - now) > 0) {
            const double from = way * std::max(0, k - 2) / kSamples;
            const auto [top, value] =
                boost::math::tools::brent_find_minima([this](double s) { return -excess(s); }, from, at, 26);
            if (-value > 0) return root(from, top);
        }
        before = last, last = now;
    }
    return way;
}

const Vector& Piece::run(Projector& project, int& events) {
    for (int k = 0; t_ < faces_.to();) {
        find_held();
        const double longest = faces_.to() - t_, step = accurate_step(longest), way = first_event(step);
        u_ = after(way);
        t_ = way < longest ? t_ + way : faces_.to();
        if (way == step) continue;
        ++events;
        if (++k > kMostEvents) throw CannotStep(fmt::format("more than {} events just before t = {}", k, t_));
    }
    u_ = project(faces_.to(), u_);
    return u_;
}

/// A step, in pieces.
struct Pieces {
    Projector& project;
    double shortest;
    int& events;
    int left = kMostPieces;

    Vector follow(double from, double to, const Vector& u) {
        if (to - from <= shortest) return project(to, u);
        if (--left < 0) {
            throw CannotStep(fmt::format("the motion of the set near t = {} is not smooth piece by piece", from));
        }
        const FaceMotion faces(project.set(), from, to, u.cwiseAbs().maxCoeff());
        if (faces.resolved()) return Piece(faces, u).run(project, events);
        const double middle = from + (to - from) / 2;
        return follow(middle, to, follow(from, middle, u));
    }
};

}  // namespace

Vector from_event_to_event(Projector& project, double from, double to, double shortest, const Vector& u, int& events) {
    return Pieces{project, shortest, events}.follow(from, to, u);
}

}  // namespace galet::sweeping
