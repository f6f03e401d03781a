// Rough spheres that jam and come to rest, which is what friction makes hardest: every step certified, tightly.
#include <gtest/gtest.h>

#include "galet/scene/scene.hpp"
#include "galet/simulation/simulation.hpp"

namespace galet {
namespace {

TEST(RoughPile, EveryStepIsCertifiedUntilItRests) {
    for (const char* friction : {"0.1", "0.3"}) {
        Scene scene = load_scene("rough-settling", {{"bodies.0.count", "150"},
                                                    {"bodies.0.placement.box.max", "[0.055, 0.055, 0.14]"},
                                                    {"obstacles.0.max", "[0.055, 0.055, 0.5]"},
                                                    {"contact.friction", friction},
                                                    {"solver.tolerance", "1e-6"}});
        const double violation = scene.settings.violation * length_scale(scene.world.bodies);
        Simulation simulation(std::move(scene.world), scene.settings);
        for (int step = 0; step < 150; ++step) {
            ASSERT_TRUE(simulation.step());
            const HistoryRow& row = simulation.row();
            ASSERT_TRUE(row.solved) << friction << ", step " << row.step;
            ASSERT_LE(row.friction.residual, 1e-6);
            ASSERT_LE(row.error_bound, 1e-6);
            ASSERT_LE(row.violation, violation);
            ASSERT_GE(row.min_distance, 0);
        }
        const HistoryRow& last = simulation.row();
        EXPECT_GT(last.contacts, 300);
        EXPECT_LT(last.kinetic_energy, 1e-3 * simulation.totals().start_potential);
    }
}

}  // namespace
}  // namespace galet
