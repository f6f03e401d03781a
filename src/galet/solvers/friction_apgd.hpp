// Accelerated projected gradient for problems with friction, with a correction that follows the slip.
//
// With a correction c = f |w_t| held fixed Coulomb's law is a convex problem,
//
//   minimise 1/2 z'W z + (b + c n)'z  over z in K                                                   (ACLM11)
//
// and Nesterov's method with adaptive step goes towards its solution, while c follows the velocities: the inner and
// the outer iteration are one. At the end the law holds exactly. In the convex relaxation c = 0.
//
// The law itself minimises nothing. The derivative of its residual has complex eigenvalues: momentum that is never
// lost makes them grow, or go round in circles. So a part of it, the damping, is lost in every iteration, the more
// where the residual stands still and the less where it falls. Where the problem is convex (the relaxation, or
// corrections that are held) none is, and momentum is lost at once when it leads uphill.
//
// First all of this is done for the distances as they are. In jamming piles that may have no answer that attracts:
// where the residual stands still it is done again with the leeway e of the problem (problem/friction_measure.hpp).
// Corrections that are right to e / h then stay, and the others follow more slowly.
//
// Where that does not settle either, iterations are in turns, from no impulses and from the given ones: corrections are
// held, the convex problem is solved to a part of what they are off by, and those that are off by more than e / h are
// moved, each by a part of its own: less after each change of its direction, more while there is none. At last the best
// of all goes on with so much damping that hardly anything grows. What settles in one way need not do so in another.
#pragma once

#include <limits>

#include "galet/problem/friction_operator.hpp"
#include "galet/solvers/solver.hpp"

namespace galet {

class FrictionApgd final : public Solver {
  public:
    void solve(const ContactProblem& problem, const Limits& limits, Solution& solution) override;

    /// Gives up where in the last stage the residual has not been halved in so many iterations; for callers who have
    /// another method.
    void be_patient_for(std::int64_t iterations) { patience_ = iterations; }

    /// Of the leeway, what corrections may be off by.
    static constexpr double kOfLeeway = 0.9;
    /// Residuals so many times the best one: that is taken up again.
    static constexpr double kWorse = 1000;
    static constexpr double kFirstLipschitz = 2.0;  ///< of W, whose diagonal is 1

  private:
    static constexpr std::int64_t kForever = std::numeric_limits<std::int64_t>::max();

    enum class Start { best, given, none };  ///< the best impulses so far, those that were given, no impulses

    /// How it is tried, until the residual has not been halved in `patience` iterations.
    struct Stage {
        Start start;
        double damping;       ///< part of the momentum that is lost in an iteration, at first
        double follow;        ///< part of what a correction is off by that it follows in one, at first
        double least_follow;  ///< and what slowing down leaves of it at least
        bool adapts;          ///< both change with the residual
        bool with_leeway;
        bool in_turns;  ///< corrections are held and moved in turns
        std::int64_t patience;
    };
    static constexpr Stage kConvex{Start::best, 0, 0, 0, false, false, false, kForever};
    static constexpr Stage kStages[] = {{Start::best, 0.03, 0.3, 0.3, true, false, false, 3000},
                                        {Start::best, 0.01, 0.1, 0.03, true, true, false, 6000},
                                        {Start::none, 0, 0, 0, false, true, true, 8000},
                                        {Start::given, 0, 0, 0, false, true, true, 8000},
                                        {Start::best, 0.3, 1, 1, false, true, false, kForever}};

    /// How the residual goes, and how fast the iteration therefore does.
    class Pace {
      public:
        void begin(std::int64_t k, const Stage& stage);
        void look(std::int64_t k, double residual);
        void slow_down(std::int64_t k);
        std::int64_t since_halved(std::int64_t k) const { return k - halved_at_; }
        double damping() const { return stage_.damping; }
        double follow() const { return stage_.follow; }
        bool minimises() const { return stage_.follow == 0; }  ///< corrections are held: a convex problem

        static constexpr double kLeastDamping = 0.005, kMostDamping = 0.05;
        /// After so many iterations without a halved residual the least one of them is compared with that of as many
        /// before: there is more damping, and slower following, or less damping.
        static constexpr std::int64_t kWindow = 1000;
        static constexpr double kMore = 2, kSlower = 0.7, kLess = 0.67;

      private:
        static constexpr double kNone = std::numeric_limits<double>::max();
        Stage stage_ = kConvex;
        double halved_ = kNone, least_ = kNone, last_least_ = kNone;
        std::int64_t halved_at_ = 0, window_at_ = 0;
    };

    /// When corrections are moved, where that is in turns with the convex problem.
    class Turns {
      public:
        void begin(std::int64_t k);
        void look(std::int64_t k, std::int64_t since_halved);
        /// Given the length of the gradient up to the cones, and of what corrections are off by.
        bool due(std::int64_t k, double inner, double outer);

        /// Of what corrections are off by, what the convex problem may be off by when they are moved: at first, and at
        /// least, halved where the residual has not been halved in so many iterations.
        static constexpr double kInner = 0.3, kLeastInner = 0.03;
        static constexpr std::int64_t kSteady = 2500;
        /// After so many iterations, times kInner over that part, they are moved in any case.
        static constexpr double kMostInner = 1000;

      private:
        double inner_ = kInner;
        std::int64_t steady_from_ = 0, moved_at_ = 0;
    };

    /// What is left to do after an iteration.
    struct Off {
        double inner = 0;  ///< length of the gradient that was followed, up to the cones
        double outer = 0;  ///< of what corrections of pushing contacts are off by, beyond what they may
        double slip = 0;   ///< the largest that one of them is off by [m/s]
    };

    template <int dim>
    void iterate(const Limits& limits, Solution& solution);
    template <int dim>
    void begin_stage(std::int64_t k, const Stage& stage);
    void begin();
    template <int dim>
    Off advance();
    template <int dim>
    void move_corrections();

    /// Part of what it is off by too much that a correction is moved by in its turn: at first and at most, at least,
    /// and what that is multiplied by with a change of direction and without one.
    static constexpr double kMostPart = 0.5, kLeastPart = 0.02, kTurned = 0.7, kStraight = 1.1;

    FrictionOperator op_;
    LaneArray z_, z_last_, z_best_, z_given_;
    LaneArray u_, u_y_;  ///< of z, and of the point the gradient is taken at
    std::vector<double> correction_;
    std::vector<double> part_, last_off_;  ///< by which each was moved in its turn, and what it was off by
    std::int64_t patience_ = kForever;
    double lipschitz_ = kFirstLipschitz, t_ = 1, beta_ = 0;
    double room_ = 0;  ///< what corrections may be off by [m/s]
    Pace pace_;
    Turns turns_;
};

}  // namespace galet
