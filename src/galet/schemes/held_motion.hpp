// The smooth motion of bodies some of whose contacts are held shut (Moreau99 8.4), as a differential equation.
//
// With the rows G of the held contacts, and a what velocities do to the rates of their distances by themselves
// (geometry/curvature.hpp),
//
//   q' = u,     M u' = f(t, q) - c u + G' mu,     G M^-1 G' mu = -(a + G M^-1 (f - c u)),
//
// so that every held distance keeps D'' = 0. Whether mu stays positive is for the caller to see. Beside q and u the
// state carries what the motion adds up: the work of forces without a potential, the momentum given by forces and
// walls, and the impulse of every held contact.
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "galet/schemes/world.hpp"

namespace galet {

/// Distances, normals and a of given contacts (`first` and `second` of the set) at q and u.
void measure_contacts(const World& world, const std::vector<double>& q, const std::vector<double>& u,
                      ContactSet& contacts, std::vector<double>& curvature);

/// The rates G.v of the contacts.
Eigen::VectorXd rates_of(const ContactSet& contacts, const std::vector<double>& v);

/// W = G M^-1 G' [1/kg].
Eigen::MatrixXd delassus_of(const ContactSet& contacts, const std::vector<double>& mass);

class HeldMotion {
  public:
    /// q, u, work, momentum [1 + dimension numbers], impulses of the held contacts.
    using State = std::vector<double>;

    /// The world's bodies, walls and forces; its positions and velocities are not looked at.
    explicit HeldMotion(const World& world);

    /// Times between which no force jumps [s]. Forces are taken as their means over `instant` [s] around a time.
    void between(double from, double to, double instant);

    /// The contacts to hold.
    void hold(ContactSet contacts);
    const ContactSet& held() const { return held_; }

    State start(const std::vector<double>& q, const std::vector<double>& u) const;

    /// dx/dt, in the form that Boost.Odeint calls.
    void operator()(const State& x, State& dxdt, double t);

    /// M^-1 (f - c u) of all bodies [m/s^2].
    const std::vector<double>& free_acceleration(const std::vector<double>& q, const std::vector<double>& u, double t);

    /// Parts of a state or of its derivative.
    std::vector<double> positions(const State& x) const { return {x.begin(), x.begin() + size_}; }
    std::vector<double> velocities(const State& x) const { return {x.begin() + size_, x.begin() + 2 * size_}; }
    double work(const State& x) const { return x[2 * size_]; }
    double momentum(const State& x, int k) const { return x[2 * size_ + 1 + k]; }
    double impulse(const State& x, Index k) const { return x[2 * size_ + 1 + dimension_ + k]; }
    std::ptrdiff_t numbers() const { return size_; }  ///< in q

    std::int64_t evaluations() const { return evaluations_; }  ///< of the forces, since the start

  private:
    void take_forces(const std::vector<double>& q, const std::vector<double>& u, double t);

    const World& world_;
    int dimension_;
    std::ptrdiff_t size_;
    Bodies at_;  ///< what forces see
    StepForces forces_;
    double from_ = 0, to_ = 0, instant_ = 0;
    ContactSet held_;
    std::vector<double> curvature_, acceleration_;
    std::int64_t evaluations_ = 0;
};

}  // namespace galet
