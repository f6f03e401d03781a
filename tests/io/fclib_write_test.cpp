#include <gtest/gtest.h>

#include "galet/io/fclib_file.hpp"
#include "io/samples.hpp"

namespace galet {
namespace {

TEST(FclibWrite, WhatIsWrittenReadsBackToTheSameNumbers) {
    const samples::Scratch scratch;
    ConeProblem cones;
    cones.dimension = 2;
    cones.friction = {0.3, 0.7};
    cones.rows.start = {0, 2, 4, 6, 7};
    cones.rows.column = {0, 2, 1, 2, 0, 2, 3};
    cones.rows.value = {2, 0.5, 1, 0.1, 0.5, 3, 4};
    cones.rows.b = {-1, 0.25, -2, 1.0 / 3};
    write_fclib(scratch / "p.h5", cones);
    const FclibProblem read = read_fclib(scratch / "p.h5");
    EXPECT_EQ(read.cones.rows.start, cones.rows.start);
    EXPECT_EQ(read.cones.rows.column, cones.rows.column);
    EXPECT_EQ(read.cones.rows.value, cones.rows.value);
    EXPECT_EQ(read.cones.rows.b, cones.rows.b);
    EXPECT_EQ(read.cones.friction, cones.friction);
    EXPECT_EQ(read.friction, 0.7);
}

TEST(FclibWrite, AProblemWithoutFrictionStaysOne) {
    const samples::Scratch scratch;
    DelassusProblem normal;
    normal.start = {0, 2, 4};
    normal.column = {0, 1, 0, 1};
    normal.value = {2, 1, 1, 2};
    normal.b = {-1, 4};
    write_fclib(scratch / "p.h5", normal);
    const FclibProblem read = read_fclib(scratch / "p.h5");
    EXPECT_EQ(read.friction, 0);
    EXPECT_EQ(read.normal.start, normal.start);
    EXPECT_EQ(read.normal.column, normal.column);
    EXPECT_EQ(read.normal.value, normal.value);
    EXPECT_EQ(read.normal.b, normal.b);
}

}  // namespace
}  // namespace galet
