// A step that could not be solved to its limits, taken in parts: as two halves, each of them solved to the same limits,
// and a half that fails likewise. Every part is a step of the scheme, with all that the scheme promises for any h.
#pragma once

#include <functional>
#include <memory>

#include "galet/schemes/scheme.hpp"

namespace galet {

class Subdivision {
  public:
    /// Makes the scheme of the world with steps of another length [s].
    using MakeScheme = std::function<std::unique_ptr<Scheme>(double step)>;

    Subdivision(World& world, Law law, MakeScheme make) : world_(world), law_(law), make_(std::move(make)) {}

    /// Takes a step of length h [s] of which a solve failed with that report. False where a part of h / 2^kMostHalvings
    /// fails, too: then the world stands within the step.
    bool take(double h, const StepReport& failed);

    /// Of all parts together: sums of what was done, the worst certificate, contacts and distances of the last part;
    /// where a part failed, its outcome.
    const StepReport& report() const { return report_; }

    /// The scheme that took the last part.
    std::unique_ptr<Scheme> last_scheme() { return std::move(scheme_); }

    static constexpr int kMostHalvings = 10;

  private:
    bool halve(double h, int halvings);
    void count_effort(const StepReport& part);
    void add(const StepReport& part);
    void scale_glue(double factor);

    World& world_;
    Law law_;
    MakeScheme make_;
    std::unique_ptr<Scheme> scheme_;
    StepReport report_;
    int parts_ = 0;
};

}  // namespace galet
