// How much room the contacts of a step are asked to leave, and what is tried next where that cannot be solved or leaves
// bodies that overlap (docs/theory.md, "Never overlapping"): the margin, what rounding may take, nothing more than
// they have; tighter and tighter limits; and where walls that move leave no room at all, a little more than there is.
#pragma once

#include <limits>
#include <vector>

#include "galet/core/types.hpp"
#include "galet/detection/clearance.hpp"
#include "galet/problem/solution.hpp"

namespace galet {

class Room {
  public:
    struct Settings {
        double margin;        ///< [m]
        double length_scale;  ///< [m]
        bool moves;           ///< walls or radii do
        bool rubs;            ///< contacts have friction: no solve is exact enough to mend rounding
    };
    Room(const Settings& settings, const Limits& limits);

    /// For a step in which rounding may do `rounding` to a distance [m].
    void begin(double rounding);

    const Limits& limits() const { return limits_; }
    const Clearance& clearance() const { return clearance_; }
    double rounding() const { return rounding_; }
    bool held() const { return clearance_.restored == Clearance::kNothing; }  ///< contacts keep what they have
    bool restores() const { return !held() || !mended_.empty(); }             ///< and some get more

    /// Changes distances of a problem whose first ones are those of the contacts.
    void adjust(std::vector<double>& distance, double& leeway) const;

    /// After a solve without an answer, one that costs too much energy or has none: whether there is less to ask for.
    bool ask_less(bool too_much);

    /// After an answer that misses its limits: likewise.
    bool ease();

    /// What follows a motion after which bodies overlap.
    enum class Next {
        take,   ///< nothing better is to be had
        again,  ///< from the forces that were reached
        anew,   ///< from those of the last step
        mend    ///< contacts that overlap get more, by `mend`, if there are such; else `take`
    };
    Next after_overlap(double smallest_distance);

    /// Pushes a contact that is held apart by what rounding may take, of `contacts`.
    void mend(Index contact, Index contacts);

    /// How much smaller than before distances may be after the step, because there was no room [m].
    double slack() const { return slack_; }

    /// Rounding of a distance, of the largest coordinate and displacement: that of one number, so often.
    static constexpr double kOperations = 16, kDistanceRounding = kOperations * std::numeric_limits<double>::epsilon();

  private:
    Clearance whole_clearance() const;
    bool leave_unmended();
    bool give_slack();

    Settings settings_;
    Limits asked_;  ///< of the scene
    Limits limits_;
    Clearance clearance_;
    std::vector<double> mended_;  ///< taken off the distances of contacts that are held, first ones first [m]
    double slack_ = 0;            ///< added to all distances [m]
    double rounding_ = 0;         ///< [m]
    int tightenings_ = 0, mendings_ = 0;
    bool may_mend_ = false;  ///< without a margin: by one as small as rounding
};

}  // namespace galet
