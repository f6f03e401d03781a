// Random worlds in every build, and proof that the checks can fail: a check that nothing can break says nothing.
#include <gtest/gtest.h>

#include "galet/core/error.hpp"
#include "soak/checks.hpp"
#include "soak/families.hpp"
#include "soak/shrink.hpp"
#include "soak/workers.hpp"

namespace galet::soak {
namespace {

/// Two equal discs that meet in the middle of the only step, above a floor that they do not reach.
SoakWorld two_discs() {
    SoakWorld world;
    world.family = "two discs";
    world.bodies = {{{0, 1, 0}, {1, 0, 0}, {}, 0.5, 1}, {{1.1, 1, 0}, {-1, 0, 0}, {}, 0.5, 2}};
    world.obstacles = {{"half-space", {{"point", "[0.0, 0.0]"}, {"normal", "[0.0, 1.0]"}}}};
    return world;
}

/// The record of the first step of a world.
StepRecord record_of(const SoakWorld& world) {
    Scene scene = parse_scene(scene_text(world), "soak.toml", ".");
    Simulation simulation(std::move(scene.world), scene.settings);
    StepRecord record = begin_record(simulation);
    EXPECT_TRUE(simulation.step());
    finish_record(simulation, record);
    return record;
}

Findings findings_of(const StepRecord& record) {
    Magnitudes sizes;
    sizes.add(record);
    Findings findings;
    check_step(record, sizes, findings);
    return findings;
}

/// The only promise that is broken once the record was changed.
template <class Change>
void expect_broken(std::initializer_list<Promise> promises, Change&& change) {
    StepRecord record = record_of(two_discs());
    ASSERT_TRUE(findings_of(record).all_broken().empty());
    change(record);
    const Findings findings = findings_of(record);
    for (const Promise promise : promises) EXPECT_TRUE(findings.broken(promise)) << name_of(promise);
}

TEST(Soak, TwoThousandWorldsKeepEveryPromise) {
    std::vector<std::uint64_t> numbers;
    for (std::uint64_t k = 0; k < 100 * families().size(); ++k) numbers.push_back(k);
    Crew crew;
    crew.seed = 2024;
    crew.jobs = 2;
    crew.seconds_each = 600;  // sanitizers make steps some twenty times as long
    const Tally tally = run_worlds(numbers, crew);
    EXPECT_EQ(tally.worlds(), static_cast<std::int64_t>(numbers.size()));
    for (const Failure& failure : tally.failures()) {
        const SoakWorld world = make_world(crew.seed, failure.number);
        const Findings findings = run_world(world, true).findings;
        ADD_FAILURE() << "world " << failure.number << " breaks " << name_of(failure.promise) << ": " << failure.note
                      << findings.message[static_cast<int>(failure.promise)] << "\n"
                      << scene_text(world);
    }
    // Enough happens in them.
    EXPECT_GT(tally.sum().steps, 5 * tally.worlds());
    EXPECT_GT(tally.sum().contacts, 3 * tally.sum().steps);
}

/// What longer runs found: forces that cancel, boxes without room, contacts that were jumped over, a restart that was
/// not exact.
TEST(Soak, WorldsThatBrokeAPromiseOnceKeepIt) {
    struct Once {
        std::uint64_t seed, number;
    };
    constexpr Once kOnce[] = {{7, 3405},  {7, 6202},  {7, 9400},  {8, 3292},  {8, 5572},  {22, 908},  {22, 4581},
                              {22, 5190}, {22, 5800}, {24, 6950}, {26, 4384}, {26, 7300}, {26, 9016}, {29, 545},
                              {29, 5946}, {29, 9084}, {29, 9282}, {30, 2136}, {31, 2008}, {31, 5564}, {31, 6254},
                              {32, 1744}, {32, 3658}, {33, 2660}, {33, 5814}, {1, 98769}};
    for (const Once& once : kOnce) {
        const Findings findings = run_world(make_world(once.seed, once.number), true).findings;
        for (const Promise promise : findings.all_broken()) {
            ADD_FAILURE() << "world " << once.number << " of seed " << once.seed << ": " << name_of(promise) << ": "
                          << findings.message[static_cast<int>(promise)];
        }
    }
}

/// With hardly any iterations steps fail, and are taken in parts that do not.
TEST(Soak, StepsTakenInPartsKeepEveryPromise) {
    constexpr std::uint64_t kSeed = 2025;
    int divided = 0;
    for (std::uint64_t number = 0; number < 40 * families().size(); ++number) {
        SoakWorld world = make_world(kSeed, number);
        world.warn = false;
        world.subdivide = true;
        world.max_iterations = 20;
        const Outcome outcome = run_world(world, true);
        divided += outcome.divided;
        for (const Promise promise : outcome.findings.all_broken()) {
            ADD_FAILURE() << "world " << number << ": " << name_of(promise) << ": "
                          << outcome.findings.message[static_cast<int>(promise)] << "\n"
                          << scene_text(world);
        }
    }
    EXPECT_GT(divided, 100);
}

TEST(Soak, AWorldIsTheSameAgainAndItsSceneReadsBackToTheSameNumbers) {
    for (std::uint64_t number = 0; number < 5 * families().size(); ++number) {
        const SoakWorld world = make_world(7, number);
        EXPECT_EQ(scene_text(world), scene_text(make_world(7, number)));
        EXPECT_NE(scene_text(world), scene_text(make_world(8, number)));
        const Scene scene = parse_scene(scene_text(world), "soak.toml", ".");
        ASSERT_EQ(scene.world.bodies.radius.size(), world.bodies.size());
        for (std::size_t i = 0; i < world.bodies.size(); ++i) {
            EXPECT_EQ(scene.world.bodies.radius[i], world.bodies[i].radius);
            for (int k = 0; k < world.dimension; ++k) {
                EXPECT_EQ(scene.world.bodies.position[i * world.dimension + k], world.bodies[i].position[k]);
            }
        }
        EXPECT_EQ(scene.settings.steps(), world.steps);
    }
}

TEST(Soak, AlteredStatesBreakThePromisesOfPlaces) {
    expect_broken({Promise::finite}, [](StepRecord& record) { record.after.velocity[0] = NAN; });
    expect_broken({Promise::min_distance}, [](StepRecord& record) { record.row.min_distance += 1e-9; });
    // One disc a little too far: found by brute force, whatever the row says.
    expect_broken({Promise::no_overlap, Promise::every_pair, Promise::min_distance},
                  [](StepRecord& record) { record.after.position[0] += 1e-3; });
    // Through the other one to its far side: apart at both ends of the step.
    expect_broken({Promise::between, Promise::every_pair}, [](StepRecord& record) { record.after.position[0] += 2.5; });
    expect_broken({Promise::no_overlap}, [](StepRecord& record) { record.row.min_distance = -1e-18; });
}

TEST(Soak, AWallThatWasForgottenIsFound) {
    StepRecord record = record_of(two_discs());
    add_obstacle(record.obstacles, HalfSpace{{0, 1.5, 0}, {0, -1, 0}}, 2);
    add_obstacle(record.obstacles_before, HalfSpace{{0, 1.5, 0}, {0, -1, 0}}, 2);
    record.after.position[1] += 0.01;
    EXPECT_TRUE(findings_of(record).broken(Promise::every_pair));
}

TEST(Soak, AlteredRowsBreakThePromisesOfBalances) {
    expect_broken({Promise::energy}, [](StepRecord& record) { record.row.dissipated += 1e-9; });
    expect_broken({Promise::momentum}, [](StepRecord& record) { record.row.momentum[0] += 1e-9; });
    expect_broken({Promise::momentum}, [](StepRecord& record) { record.totals.external_impulse[1] += 1e-9; });
    expect_broken({Promise::dissipative}, [](StepRecord& record) { record.row.dissipated = -1e-9; });
    expect_broken({Promise::dissipative}, [](StepRecord& record) { record.after.velocity[0] = 2; });
}

TEST(Soak, AlteredSolvesBreakTheirPromises) {
    expect_broken({Promise::certificate}, [](StepRecord& record) { record.row.error_bound = 2e-3; });
    expect_broken({Promise::certificate}, [](StepRecord& record) { record.row.violation = 1e-7; });
    expect_broken({Promise::body_impulses}, [](StepRecord& record) { record.contacts.impulse[0] *= 1 + 1e-9; });
    // 1e-3 is more than the square root of violation times force, some 4e-4.
    expect_broken({Promise::reference}, [](StepRecord& record) { record.after.velocity[0] += 3e-3; });
}

TEST(Soak, WhatSpinsKeepsItsAngularMomentum) {
    SoakWorld world = two_discs();
    world.obstacles.clear();
    world.law = "coulomb";
    world.friction = 0.5;
    world.bodies[0].spin = {3, 0, 0};
    world.bodies[1].position[1] = 1.2;
    StepRecord record = record_of(world);
    EXPECT_TRUE(findings_of(record).all_broken().empty());
    record.row.angular_momentum[0] += 1e-9;
    EXPECT_TRUE(findings_of(record).broken(Promise::angular));
}

TEST(Soak, AnUnsolvedStepOfTheDefaultMethodIsAFailureAndOfOthersIsCounted) {
    SoakWorld world = two_discs();
    world.bodies.push_back({{2.3, 1, 0}, {-3, 0, 0}, {}, 0.5, 1});
    world.bodies.push_back({{0.6, 2, 0}, {0, -3, 0}, {}, 0.5, 1});
    world.tolerance = 1e-9;
    world.max_iterations = 1;
    world.method = "uzawa";
    const Outcome other = run_world(world, false);
    EXPECT_EQ(other.unsolved, 1);
    EXPECT_FALSE(other.findings.broken(Promise::solved));
    world.method = "auto";
    EXPECT_TRUE(run_world(world, false).findings.broken(Promise::solved));
}

TEST(Soak, ASceneThatCannotBeReadIsAFailure) {
    SoakWorld world = two_discs();
    world.bodies[1].position = world.bodies[0].position;
    EXPECT_TRUE(run_world(world, false).findings.broken(Promise::runs));
}

TEST(Soak, TheShrinkerReducesAPlantedFailureToItsCause) {
    // "Broken" wherever a body heavier than 100 is there with gravity: one body, one force, one step are left of it.
    SoakWorld world = make_world(3, 0);
    for (std::uint64_t k = 0; world.bodies.size() < 20; k += families().size()) world = make_world(3, k);
    world.steps = 9;
    world.bodies[7].mass = 123.456;
    world.forces = {{"drag", {{"coefficient", "1.0"}}}, {"gravity", {{"acceleration", "[0.0, -1.0]"}}}};
    const Shrunk shrunk = shrink(world, [](const SoakWorld& tried) {
        const bool heavy =
            std::any_of(tried.bodies.begin(), tried.bodies.end(), [](const SoakBody& body) { return body.mass > 100; });
        return heavy && std::any_of(tried.forces.begin(), tried.forces.end(),
                                    [](const SoakEntry& force) { return force.kind == "gravity"; });
    });
    EXPECT_EQ(shrunk.world.bodies.size(), 1u);
    EXPECT_EQ(shrunk.world.forces.size(), 1u);
    EXPECT_EQ(shrunk.world.obstacles.size(), 0u);
    EXPECT_EQ(shrunk.world.steps, 1);
    EXPECT_EQ(shrunk.world.bodies[0].velocity, Point{});
    EXPECT_LE(shrunk.tries, 400);
}

TEST(Soak, ABrokenWorldIsTriedInAProcessOfItsOwn) {
    SoakWorld world = two_discs();
    EXPECT_FALSE(breaks_apart(world, Promise::runs, 10));
    world.bodies[1].position = world.bodies[0].position;
    EXPECT_TRUE(breaks_apart(world, Promise::runs, 10));
    EXPECT_FALSE(breaks_apart(world, Promise::crash, 10));
}

}  // namespace
}  // namespace galet::soak
