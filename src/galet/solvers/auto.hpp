// The method for those who do not want to choose: face-cg with an allowance of iterations, and where that is used up
// the interior point, if its factors are affordable there.
//
// First-order methods are the best at loose limits and at impacts, whatever the dimension, and at settled packings in
// space. On a line and in a plane, passes grow like N where factors cost little more than O(N): settled packings go to
// the interior point early, as soon as it is plain that the passes will be many. In space only small problems do, and
// late: a factor costs O(N^2) there. Crystals, where more contacts push than there are motions, have denser factors and
// need fewer passes than packings that just hold: there face-cg has more time. If the interior point fails, face-cg
// goes on. Few contacts that face-cg does not settle, with masses over many decades or without any room, go to the
// problem of least distance, which is dense and exact. What misses its limits by rounding of large forces alone is
// refined (solvers/refinement.hpp). The note says what was done.
#pragma once

#include "galet/solvers/face_cg.hpp"
#include "galet/solvers/interior_point.hpp"
#include "galet/solvers/least_distance.hpp"
#include "galet/solvers/refinement.hpp"
#include "galet/solvers/solver.hpp"

namespace galet {

class Auto final : public Solver {
  public:
    void solve(const ContactProblem& problem, const Limits& limits, Solution& solution) override;
    bool wants_positions(int dimension) const override { return dimension < 3; }

    /// Iterations of face-cg before the interior point is tried: flat problems, where that costs about as much, and
    /// problems in space. In flat ones it looks ahead from iteration kFlatLook on and gives up where kFlatExpected are
    /// to be expected: residuals fall faster towards the end than before.
    static constexpr std::int64_t kFlatAllowance = 5000, kFlatLook = 300, kFlatExpected = 4000, kSpaceAllowance = 20000;
    /// With films, which make rows but no motions and may be thin and thick side by side: there factors pay early, and
    /// in a plane whatever the size.
    static constexpr std::int64_t kFilmAllowance = 3000;
    /// With so few contacts that their least distance is found at once; nothing gets nearer than that.
    static constexpr std::int64_t kFewAllowance = 10000;
    /// and further ones in a flat crystal.
    static constexpr std::int64_t kCrystalAllowance = 10000;
    /// What is a crystal: more contacts push than motions times this. Gluey grains have about as many.
    static constexpr double kCrystal = 1.1;
    /// Contacts from which a flat problem is worth a factor, and up to which a problem in space can be.
    static constexpr Index kFlatSize = 500, kSpaceSize = 20000;

  private:
    void try_methods(const ContactProblem& problem, const Limits& limits, Solution& solution);

    FaceCg face_cg_;
    FactoringSolver<InteriorPoint> interior_point_;
    FactoringSolver<LeastDistance> least_distance_;
    Refinement refinement_;
};

}  // namespace galet
