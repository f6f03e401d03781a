// The sweeping process by a moving set,
//
//   -du in N_C(t)(u),   u(0) in C(0)      (Moreau99 eq. 1 and 21)
//
// u stays where it is while it is inside; the boundary, where it catches up with it, pushes it along its normal. Where
// C jumps, so does u: u(t) = prox(C(t), u(t-)) (Moreau99 6), but for method penalty, whose u is continuous.
//
// Steps are of equal length, t_n = n h. They are cut at the breaks of the set, so that no method sees a jump or a kink
// within: C(t-) is taken one unit in the last place before t.
#pragma once

#include <cstdint>
#include <string>

#include "galet/sweeping/convex_set.hpp"

namespace galet::sweeping {

enum class Method { catching_up, theta, penalty, event_driven };

struct Settings {
    Method method = Method::catching_up;
    double theta = 0.5;  ///< of method theta, in [0.5, 1]
    double lambda = 0;   ///< of method penalty [1/s], > 0
    double step = 0;     ///< h [s], > 0
};

/// What the last step did.
struct StepReport {
    double distance = 0;  ///< of u to C(t), after the step
    double moved = 0;     ///< length of the way from the start of the step to its end, straight between cuts
    double jump = 0;      ///< length of the jumps in it
    int projections = 0;  ///< event-driven: evaluations of the velocity as well
    int events = 0;       ///< of event-driven: faces met or left
    std::string reason;   ///< why the step was not taken; else empty
};

class Sweep {
  public:
    /// `start` is a point of C(0), or the first step begins with a way to it.
    Sweep(MovingSet set, Vector start, const Settings& settings);

    /// False where the set is empty, or a projection fails: nothing has then changed but the report.
    bool step();

    const Vector& point() const { return u_; }
    std::int64_t steps() const { return steps_; }
    double time() const { return static_cast<double>(steps_) * settings_.step; }
    const StepReport& report() const { return report_; }
    const MovingSet& set() const { return set_; }

  private:
    Vector advance(class Projector& project, double from, double to, const Vector& u);

    MovingSet set_;
    Settings settings_;
    Vector u_;
    std::int64_t steps_ = 0;
    StepReport report_;
};

}  // namespace galet::sweeping
