// The event-driven scheme (Moreau99 4.1, 8.4), for small systems: integrates from event to event.
//
// Between events the contacts that push are held shut and the motion is smooth (schemes/held_motion.hpp). It is
// integrated by the method of Dormand and Prince, of order 5 with an error estimate (Boost.Odeint), and its steps end
// where something happens:
//   - a distance falls to 0, which is an impact;
//   - the force of a held contact falls to 0: it opens;
//   - a closed contact that did not push would be entered: it is held from there on.
// Times of events are roots of these functions, found by toms748 (Boost.Math) on steps of the integrator itself.
//
// At the start of every step of the integrator, from positions and velocities alone:
//   - closed are contacts with D <= kClosed of the length scale (and what rounding does to a distance);
//   - where one of them is approaching, all closed contacts share a shock, u+ = u- + M^-1 sum_c (1 + e_c) G_c p_c with
//     p the impulses of the projection of u- onto G.v >= 0 (schemes/rebound.hpp); again, while one is approaching;
//   - closed contacts at rest have accelerations a + G.u' >= 0 complementary to their forces (solvers/
//     lawson_hanson.hpp): those that push are held.
// So the state of a simulation is all there is, and a run may be resumed at any step.
//
// Rebounds that accumulate (a ball with 0 < e < 1 comes to rest after infinitely many) are cut, and what is left of the
// bouncing does not happen: a shock is inelastic where all contacts that approach had their last one within kShortHop
// of the step, where all that took part would be back as soon, or would rise by less than a few times what counts as
// closed. After kMostShocks shocks in one step all others of that step are.
//
// Small: at most kMostBodies bodies, all pairs are looked at and systems are dense. Laws inelastic and restitution;
// nothing prescribed may move; no constraints of the user's own (their curvature is not known) and no noise (it has no
// value at an instant).
//
// Energy: contacts that are held do no work. `dissipated` is what shocks take, from their impulses; `work_external` is
// integrated with the motion; `scheme_energy` is what is left, the error of the integrator: 1e-12 of the energies where
// little happens. The certificate's violation is the largest distance that a held contact drifted by before it was
// mended [m]; it has no gap. `iterations` are evaluations of the forces, `rounds` events.
#pragma once

#include <map>

#include "galet/detection/contact_search.hpp"
#include "galet/schemes/held_motion.hpp"
#include "galet/schemes/scheme.hpp"

namespace galet {

/// Throws an InputError that says why the scheme does not go with this world.
void check_event_driven(const World& world);

class EventDrivenScheme final : public Scheme {
  public:
    static constexpr Index kMostBodies = 200;
    static constexpr double kClosed = 1e-12;    ///< of the length scale
    static constexpr double kShortHop = 1e-4;   ///< of the step
    static constexpr int kMostShocks = 1000;    ///< in one step, before all are inelastic
    static constexpr double kAccuracy = 1e-12;  ///< of one step of the integrator, of length scale and speeds

    /// The world must outlive the scheme. Throws as check_event_driven does.
    EventDrivenScheme(World& world, const SchemeSettings& settings);

    StepReport step() override;
    const ContactProblem& problem() const override { return problem_; }
    const ContactSet& contacts() const override { return pushed_; }
    const std::vector<double>& contact_forces() const override { return force_; }
    const std::vector<double>& contact_impulses() const override { return impulse_; }
    const std::vector<double>& glue() const override { return glue_; }
    double smallest_distance() override { return search_.smallest_distance(); }

  private:
    using State = HeldMotion::State;

    /// Something that ends a step of the integrator: its value falls below 0.
    struct Event {
        enum class Kind {
            closes,  ///< distance, less `floor`
            opens,   ///< force of a held contact
            enters   ///< acceleration of a closed contact that is not held
        } kind;
        Index which;  ///< constraint; of `opens`, held contact
        double floor = 0;
    };

    void list_constraints();
    void begin();
    void begin_stretch();
    void look();
    void set_scales();
    void mend_positions();
    bool approaching() const;
    void settle_shocks();
    void shock();
    void add_up(const ContactSet& contacts, const std::vector<Index>& constraints, const Eigen::VectorXd& impulse,
                const std::vector<double>& after);
    double restitution_at(Index constraint) const;
    bool came_back_soon(const Eigen::VectorXd& rate) const;
    bool only_short_hops(const ContactSet& contacts, const Eigen::VectorXd& impulse, const std::vector<double>& after);
    void choose_held();
    void drop_pulling(State& x, State& slope);
    void advance();
    double try_step(const State& x, const State& slope, double length);
    Eigen::VectorXd relative_accelerations(const State& slope, const State& next_slope) const;
    bool look_ahead(const State& x, const State& slope, double length);
    double value_of(const Event& event, const State& x, const State& slope) const;
    double first_event(const State& x, const State& slope, double length);
    void mend_held();
    void take_over();
    void account(StepReport& report);
    void show_problem();
    ContactSet some_of(const std::vector<Index>& constraints) const;

    World& world_;
    SchemeSettings settings_;
    ContactSearch search_;
    HeldMotion motion_;
    ContactSet all_;  ///< every pair, every body and wall: the constraints

    // Now, within a step.
    double time_ = 0, passed_ = 0, stretch_end_ = 0;  ///< t^n; since then; until when no force jumps [s]
    std::vector<double> q_, u_, free_;                ///< free_: accelerations without contacts [m/s^2]
    std::vector<double> curvature_;                   ///< a of all
    Eigen::VectorXd rate_;                            ///< G.u of all
    double closed_distance_ = 0;                      ///< distances below are 0 [m]
    double speed_ = 0;                                ///< scale of velocities [m/s]
    double slow_ = 0, weak_ = 0;                      ///< rates and accelerations below are 0 [m/s], [m/s^2]
    double settling_ = 0;                             ///< rates that a closed contact pushed together soon loses [m/s]
    std::vector<Index> closed_, resting_, held_;      ///< constraints
    std::vector<Event> events_;                       ///< met by the step of the integrator to next_
    State next_, next_slope_, error_;
    ContactSet ahead_;
    double try_ = 0;  ///< length of the next step of the integrator [s]
    int shocks_ = 0;
    std::map<Index, double> last_shock_;  ///< by constraint, since t^n [s]

    // What a step adds up.
    double potential_before_ = 0, kinetic_before_ = 0, work_ = 0, dissipated_ = 0;
    double drift_ = 0;                    ///< [m]
    std::array<double, 3> given_{};       ///< momentum [N s]
    std::map<Index, double> by_contact_;  ///< impulses by constraint [N s]
    std::size_t most_closed_ = 0;
    int happened_ = 0;

    ContactSet pushed_;  ///< contacts of the last step that pushed
    std::vector<double> force_, impulse_, glue_;
    ContactProblem problem_;  ///< of the accelerations at the end of the last step, its "step" 1
};

}  // namespace galet
