// FCLIB files: the frictionless part that comes out, against closed forms; everything else is refused.
#include "galet/io/fclib_file.hpp"

#include <fstream>
#include <functional>
#include <limits>

#include "galet/core/error.hpp"
#include "galet/io/output_file.hpp"
#include "io/fclib_sample.hpp"
#include "io/samples.hpp"

namespace galet {
namespace {

using samples::Dense;
using samples::FclibWriter;
using samples::Kind;
using samples::Scratch;
using samples::sparse;

/// Rows of a problem's matrix with the zeros written out.
Dense dense(const DelassusProblem& problem) {
    const auto n = static_cast<std::size_t>(problem.contacts());
    Dense rows(n, std::vector<double>(n, 0.0));
    for (Index c = 0; c < problem.contacts(); ++c)
        for (std::int64_t e = problem.start[c]; e < problem.start[c + 1]; ++e)
            rows[c][problem.column[e]] = problem.value[e];
    return rows;
}

/// Two contacts in the plane; the entries name their place: 10 row + column.
const Dense kLocalW = {{10, 1, 2, 3}, {10, 11, 12, 13}, {20, 21, 22, 23}, {30, 31, 32, 33}};

void write_local(const std::filesystem::path& path, Kind kind) {
    FclibWriter file(path);
    file.number("fclib_local/spacedim", 2);
    file.matrix("fclib_local/W", sparse(kLocalW, kind));
    file.list("fclib_local/vectors/q", std::vector<double>{-1, -2, -3, -4});
    file.list("fclib_local/vectors/mu", std::vector<double>{0.3, 0.7});
    file.text("fclib_local/info/title", "\n two discs\n");
}

TEST(FclibFile, LocalProblemsOfAllThreeKindsOfMatrices) {
    const Scratch scratch;
    for (const Kind kind : {Kind::triplets, Kind::columns, Kind::rows}) {
        write_local(scratch / "f.h5", kind);
        ASSERT_TRUE(is_fclib_file(scratch / "f.h5"));
        const FclibProblem problem = read_fclib(scratch / "f.h5");
        EXPECT_FALSE(problem.global);
        EXPECT_EQ(problem.dimension, 2);
        EXPECT_EQ(problem.title, "two discs");
        EXPECT_EQ(problem.friction, 0.7);
        EXPECT_EQ(dense(problem.normal), (Dense{{10, 2}, {20, 22}}));
        EXPECT_EQ(problem.normal.b, (std::vector<double>{-1, -3}));
        EXPECT_DOUBLE_EQ(problem.asymmetry, 18.0 / 22);
    }
}

/// A ball of mass 2 between a floor and a ball of mass 4, on a line upwards: degrees of freedom are their heights and
/// one that no contact sees. H holds the normals in every third column: W = [1/2, -1/2; -1/2, 3/4], and with f = (-2,
/// -8, 5) the free velocities are (-1, -2), so that b = w + (-1, -2 + 1).
struct Global {
    Dense mass = {{2, 0, 0}, {0, 4, 0}, {0, 0, 5}};
    Dense h = {{1, 0, 0, -1, 0, 0}, {0, 9, 0, 1, 8, 0}, {0, 0, 7, 0, 0, 6}};
    std::vector<double> f = {-2, -8, 5}, w = {0.5, 100, 100, 0.25, 100, 100}, mu = {0, 0};

    void write(const std::filesystem::path& path, Kind kind) const {
        FclibWriter file(path);
        file.number("fclib_global/spacedim", 3);
        file.matrix("fclib_global/M", sparse(mass, kind));
        file.matrix("fclib_global/H", sparse(h, kind));
        file.list("fclib_global/vectors/f", f);
        file.list("fclib_global/vectors/w", w);
        file.list("fclib_global/vectors/mu", mu);
    }
};

TEST(FclibFile, GlobalProblemsHaveTheirBodiesEliminated) {
    const Scratch scratch;
    for (const Kind kind : {Kind::triplets, Kind::columns, Kind::rows}) {
        Global{}.write(scratch / "f.h5", kind);
        const FclibProblem problem = read_fclib(scratch / "f.h5");
        EXPECT_TRUE(problem.global);
        EXPECT_EQ(problem.dimension, 3);
        EXPECT_EQ(problem.friction, 0);
        EXPECT_EQ(problem.asymmetry, 0);
        const Dense w = dense(problem.normal);
        EXPECT_NEAR(w[0][0], 0.5, 1e-15);
        EXPECT_NEAR(w[0][1], -0.5, 1e-15);
        EXPECT_NEAR(w[1][0], -0.5, 1e-15);
        EXPECT_NEAR(w[1][1], 0.75, 1e-15);
        EXPECT_NEAR(problem.normal.b[0], -0.5, 1e-15);
        EXPECT_NEAR(problem.normal.b[1], -0.75, 1e-15);
    }
}

TEST(FclibFile, AMassMatrixThatCouples) {
    // M = [2 1; 1 2], H = (1, 0)': W = (M^-1)_11 = 2/3, b = (M^-1 f)_1 with f = (3, 0): 2.
    const Scratch scratch;
    Global global;
    global.mass = {{2, 1}, {1, 2}};
    global.h = {{1, 0, 0}, {0, 0, 0}};
    global.f = {3, 0}, global.w = {0, 0, 0}, global.mu = {0};
    global.write(scratch / "f.h5", Kind::triplets);
    const DelassusProblem problem = read_fclib(scratch / "f.h5").normal;
    EXPECT_NEAR(problem.value.at(0), 2.0 / 3, 1e-15);
    EXPECT_NEAR(problem.b.at(0), 2, 1e-15);
}

/// The message of a local problem of one contact in space, W = 2, something in which is changed.
struct Local {
    int dimension = 3;
    FclibWriter::Sparse w = sparse({{2, 0, 0}, {0, 3, 0}, {0, 0, 3}}, Kind::rows);
    std::vector<double> q = {-1, 0, 0}, mu = {0};
    std::function<void(FclibWriter&)> more = [](FclibWriter&) {};
};

std::string refusal(const std::function<void(Local&)>& change) {
    const Scratch scratch;
    Local local;
    change(local);
    {
        FclibWriter file(scratch / "f.h5");
        file.number("fclib_local/spacedim", local.dimension);
        file.matrix("fclib_local/W", local.w);
        file.list("fclib_local/vectors/q", local.q);
        file.list("fclib_local/vectors/mu", local.mu);
        local.more(file);
    }
    try {
        read_fclib(scratch / "f.h5");
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

void expect_in(const std::string& message, const std::string& part) {
    EXPECT_NE(message.find(part), std::string::npos) << message;
}

TEST(FclibFile, WhatIsNoProblemIsRefused) {
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(refusal([](Local&) {}), "accepted");
    expect_in(refusal([](Local& l) { l.dimension = 4; }), "spacedim: 4; expected 2 or 3");
    expect_in(refusal([](Local& l) { l.mu = {0, 0}; }), "vectors/q: holds 3 numbers; expected 6");
    expect_in(refusal([](Local& l) { l.mu = {-0.1}; }), "vectors/mu");
    expect_in(refusal([=](Local& l) { l.mu = {kNan}; }), "vectors/mu: entry 0 is nan");
    expect_in(refusal([=](Local& l) { l.q[1] = kNan; }), "vectors/q: entry 1 is nan");
    expect_in(refusal([](Local& l) { l.w.m = 6; }), "W: is 6 by 3; expected 3 by 3");
    expect_in(refusal([](Local& l) { l.w.n = -1; }), "W: is 3 by -1");
    expect_in(refusal([](Local& l) { l.w.nz = -3; }), "W/nz: -3");
    expect_in(refusal([](Local& l) { l.w.nz = 9; }), "W/nz: 9 triplets");
    expect_in(refusal([](Local& l) { l.w.p.pop_back(); }), "W/p: holds 3 numbers; expected 4");
    expect_in(refusal([](Local& l) { l.w.p[0] = 1; }), "W/p: starts with 1");
    expect_in(refusal([](Local& l) { l.w.p[1] = 3; }), "W/p: falls from 3 to 2");
    expect_in(refusal([](Local& l) { l.w.p[3] = 1000000; }), "W/p: ends with 1000000");
    expect_in(refusal([](Local& l) { l.w.i[0] = 3; }), "W/i: entry 0 is 3; expected 0 to 2");
    expect_in(refusal([](Local& l) { l.w.i[2] = -1; }), "W/i: entry 2 is -1");
    expect_in(refusal([=](Local& l) { l.w.x[0] = kNan; }), "W/x: entry 0 is nan");
    expect_in(refusal([](Local& l) { l.w.x[0] = 0; }), "W: normal diagonal entry of contact 0 is 0; expected > 0");
    expect_in(refusal([](Local& l) { l.w.x[0] = -2; }), "expected > 0");
    expect_in(refusal([](Local& l) { l.more = [](FclibWriter& file) { file.number("fclib_local/V/m", 1); }; }),
              "V: the problem has equality constraints");
}

std::string global_refusal(const std::function<void(Global&)>& change) {
    const Scratch scratch;
    Global global;
    change(global);
    global.write(scratch / "f.h5", Kind::columns);
    try {
        read_fclib(scratch / "f.h5");
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

TEST(FclibFile, AMassMatrixThatIsNoneIsRefused) {
    EXPECT_EQ(global_refusal([](Global&) {}), "accepted");
    expect_in(global_refusal([](Global& g) { g.mass[0][1] = 1; }), "M: is not symmetric");
    expect_in(global_refusal([](Global& g) { g.mass[1][1] = -4; }), "M: is not positive definite");
    expect_in(global_refusal([](Global& g) { g.mass[1][1] = 0; }), "M: is not positive definite");
    expect_in(global_refusal([](Global& g) { g.f = {1, 2}; }), "M: is 3 by 3; expected 2 by 2");
    expect_in(global_refusal([](Global& g) { g.w.pop_back(); }), "vectors/w: holds 5 numbers; expected 6");
    expect_in(global_refusal([](Global& g) { g.h[0][0] = 0, g.h[0][3] = 0, g.h[1][3] = 0; }), "expected > 0");
}

TEST(FclibFile, OtherFilesAreNamed) {
    const Scratch scratch;
    EXPECT_THROW(read_fclib(scratch / "none.h5"), FileError);
    std::ofstream(scratch / "text.h5") << "hello";
    EXPECT_THROW(is_fclib_file(scratch / "text.h5"), FileError);
    { FclibWriter(scratch / "other.h5").number("other", 1); }
    EXPECT_FALSE(is_fclib_file(scratch / "other.h5"));
    EXPECT_THROW(read_fclib(scratch / "other.h5"), InputError);
    { FclibWriter(scratch / "empty.h5").number("fclib_local/spacedim", 3); }
    EXPECT_THROW(read_fclib(scratch / "empty.h5"), FileError);
    {
        FclibWriter file(scratch / "fractions.h5");
        file.list("fclib_local/spacedim", std::vector<double>{3});
    }
    EXPECT_THROW(read_fclib(scratch / "fractions.h5"), FileError);
}

/// In a child of its own: on some damaged files HDF5 itself loses memory.
TEST(FclibFile, CutAndDamagedFilesAreNoCrash) {
    const Scratch scratch;
    Global{}.write(scratch / "f.h5", Kind::rows);
    const std::string whole = read_text(scratch / "f.h5");
    const int status = samples::wait_for_child([&] {
        const auto read = [&](const std::string& bytes) {
            write_atomically(scratch / "bad.h5", bytes);
            try {
                read_fclib(scratch / "bad.h5");
            } catch (const FileError&) {
            } catch (const InputError&) {
            }
        };
        for (std::size_t at = 0; at < whole.size(); at += 1 + whole.size() / 199) {
            read(whole.substr(0, at));
            std::string damaged = whole;
            damaged[at] = static_cast<char>(damaged[at] ^ 0x5a);
            read(damaged);
        }
    });
    EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace galet
