#include "galet/io/summary.hpp"

#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "galet/core/error.hpp"
#include "galet/io/output_file.hpp"
#include "io/samples.hpp"

namespace galet {
namespace {

using samples::Scratch;

/// A body of 2 kg that falls: energies and momenta by hand.
Summary falling() {
    Summary summary;
    summary.scene = "fall";
    summary.title = "A \"fall\", é";
    summary.dimension = 2;
    summary.bodies = 1;
    summary.threads = 4;
    summary.totals.steps = 10;
    summary.totals.iterations = 7;
    summary.totals.most_contacts = 3;
    summary.totals.smallest_distance = 0.25;
    summary.totals.start_kinetic = 1;
    summary.totals.start_potential = 20;
    summary.totals.start_momentum = {2, 0, 0};
    summary.totals.external_impulse = {0, -8, 0};
    summary.last.step = 10;
    summary.last.contacts = 2;
    summary.last.time = 0.5;
    summary.last.kinetic_energy = 17;
    summary.last.potential_energy = 4.5;
    summary.last.work_external = 0.5;
    summary.last.dissipated = 0.25;
    summary.last.scheme_energy = 0.25;
    summary.last.momentum = {5, -4, 0};
    summary.end_step = 10;
    return summary;
}

TEST(Summary, Balances) {
    EXPECT_DOUBLE_EQ(energy_imbalance(falling()), 0);
    EXPECT_DOUBLE_EQ(momentum_imbalance(falling()), 5);  // (3, 4)
}

TEST(Summary, Verdicts) {
    Summary summary = falling();
    EXPECT_EQ(verdict(summary), "certified");
    EXPECT_TRUE(summary.complete());
    summary.totals.failed_steps = 3;
    EXPECT_EQ(verdict(summary), "not certified: 3 steps over their limits");
    summary.end = RunEnd::interrupted;
    EXPECT_EQ(verdict(summary), "interrupted at step 10");
    summary.end = RunEnd::stopped;
    summary.end_step = 11;
    summary.reason = "error_bound 0.2 > 0.001";
    EXPECT_EQ(verdict(summary), "stopped at step 11: error_bound 0.2 > 0.001");
    EXPECT_FALSE(summary.complete());
}

TEST(Summary, HoldsWhatTheContractNames) {
    const Scratch scratch;
    write_summary(scratch / "summary.json", falling());
    const nlohmann::json json = nlohmann::json::parse(read_text(scratch / "summary.json"));
    for (const char* name : {"steps", "seconds", "bodies", "contacts", "contacts_last", "iterations", "worst_gap",
                             "worst_error_bound", "worst_violation", "smallest_distance", "energy", "momentum",
                             "threads", "version", "verdict", "complete", "scene", "title", "units"})
        EXPECT_TRUE(json.contains(name)) << name;
    EXPECT_EQ(json["verdict"], "certified");
    EXPECT_EQ(json["contacts"], 3);
    EXPECT_EQ(json["momentum"]["end"], nlohmann::json::array({5, -4}));
    EXPECT_FALSE(json.contains("missing"));
}

TEST(Summary, ReadsBack) {
    const Scratch scratch;
    write_summary(scratch / "summary.json", falling());
    const Summary read = read_summary(scratch / "summary.json");
    EXPECT_EQ(read.title, falling().title);
    EXPECT_EQ(read.totals.iterations, 7);
    EXPECT_EQ(read.last.contacts, 2);
    EXPECT_EQ(read.last.momentum, falling().last.momentum);
    EXPECT_EQ(verdict(read), verdict(falling()));
    EXPECT_EQ(momentum_imbalance(read), momentum_imbalance(falling()));
    write_summary(scratch / "again.json", read);
    EXPECT_EQ(read_text(scratch / "again.json"), read_text(scratch / "summary.json"));
}

TEST(Summary, BodiesThatRotateHaveMore) {
    const Scratch scratch;
    Summary summary = falling();
    write_summary(scratch / "plain.json", summary);
    const nlohmann::json plain = nlohmann::json::parse(read_text(scratch / "plain.json"));
    EXPECT_FALSE(plain.contains("friction"));
    EXPECT_FALSE(plain.contains("angular_momentum"));
    EXPECT_FALSE(read_summary(scratch / "plain.json").rotate);
    summary.rotate = true;
    summary.totals.worst_friction = {1e-7, 2e-9, 3e-8, 4e-6};
    summary.totals.start_angular_momentum = {5, 0, 0};
    summary.last.angular_momentum = {4.5, 0, 0};
    write_summary(scratch / "summary.json", summary);
    const nlohmann::json json = nlohmann::json::parse(read_text(scratch / "summary.json"));
    EXPECT_EQ(json["friction"]["worst_residual"], 1e-7);
    EXPECT_EQ(json["friction"]["worst_cone_primal"], 2e-9);
    EXPECT_EQ(json["friction"]["worst_cone_dual"], 3e-8);
    EXPECT_EQ(json["friction"]["worst_slip_gap"], 4e-6);
    EXPECT_EQ(json["angular_momentum"]["start"], nlohmann::json::array({5}));
    EXPECT_EQ(json["angular_momentum"]["end"], nlohmann::json::array({4.5}));
    EXPECT_TRUE(json["units"].contains("friction"));
    const Summary read = read_summary(scratch / "summary.json");
    EXPECT_TRUE(read.rotate);
    EXPECT_EQ(read.totals.worst_friction.slip_gap, 4e-6);
    write_summary(scratch / "again.json", read);
    EXPECT_EQ(read_text(scratch / "again.json"), read_text(scratch / "summary.json"));
}

TEST(Summary, WhatIsNotFiniteIsNullWithItsReason) {
    const Scratch scratch;
    Summary summary = falling();
    summary.totals.worst_gap = std::numeric_limits<double>::infinity();
    summary.last.kinetic_energy = std::numeric_limits<double>::quiet_NaN();
    summary.title = "not UTF-8: \xff";
    write_summary(scratch / "summary.json", summary);
    const nlohmann::json json = nlohmann::json::parse(read_text(scratch / "summary.json"));
    EXPECT_TRUE(json["worst_gap"].is_null());
    EXPECT_TRUE(json["energy"]["end_kinetic"].is_null());
    EXPECT_TRUE(json["missing"].contains("worst_gap"));
    EXPECT_TRUE(json["missing"].contains("energy.end_kinetic"));
    EXPECT_TRUE(std::isnan(read_summary(scratch / "summary.json").totals.worst_gap));
}

TEST(Summary, AForeignFileIsNamed) {
    const Scratch scratch;
    for (const char* text : {"", "{", "{}", "[1, 2]", "{\"scene\": 3}"}) {
        write_atomically(scratch / "summary.json", text);
        EXPECT_THROW(read_summary(scratch / "summary.json"), FileError) << text;
    }
}

}  // namespace
}  // namespace galet
