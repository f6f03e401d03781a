#include "galet/io/convert.hpp"

#include <cmath>
#include <iterator>
#include <sstream>

#include "galet/core/error.hpp"
#include "galet/io/final_state.hpp"
#include "galet/io/output_file.hpp"
#include "galet/io/trajectory.hpp"
#include "galet/io/xdmf.hpp"
#include "io/samples.hpp"

namespace galet {
namespace {

using samples::Scratch;

/// Two bodies, two frames, numbers that are short when written.
Bodies two_bodies(int dimension, double shift) {
    Bodies bodies;
    bodies.dimension = dimension;
    for (int i = 0; i < 2 * dimension; ++i) {
        bodies.position.push_back(i + shift);
        bodies.velocity.push_back(-i - shift);
    }
    bodies.radius = {0.5, 0.25};
    bodies.mass = {1, 2};
    return bodies;
}

void write_sample(const Scratch& scratch, int dimension) {
    TrajectoryWriter writer(scratch / "trajectory.h5", {dimension, 2});
    writer.append(0, 0.0, two_bodies(dimension, 0.0), {});
    writer.append(10, 0.1, two_bodies(dimension, 0.5), {});
    writer.close();
}

TEST(Convert, NamesOfFormats) {
    EXPECT_EQ(convert_format("vtk"), ConvertFormat::vtk);
    EXPECT_EQ(convert_format("xyz"), ConvertFormat::xyz);
    EXPECT_EQ(convert_format("csv"), ConvertFormat::csv);
    EXPECT_THROW(convert_format("stl"), InputError);
}

TEST(Convert, ExtendedXyzIsPaddedWithZeros) {
    const Scratch scratch;
    write_sample(scratch, 2);
    EXPECT_EQ(convert(scratch.folder(), ConvertFormat::xyz, scratch / "t.xyz"), 2);
    const std::string properties = "Properties=species:S:1:pos:R:3:id:I:1:radius:R:1:velo:R:3:mass:R:1";
    EXPECT_EQ(read_text(scratch / "t.xyz"), "2\n" + properties +
                                                " Time=0 Step=0 pbc=\"F F F\"\n"
                                                "X 0 1 0 0 0.5 0 -1 0 1\nX 2 3 0 1 0.25 -2 -3 0 2\n"
                                                "2\n" +
                                                properties +
                                                " Time=0.1 Step=10 pbc=\"F F F\"\n"
                                                "X 0.5 1.5 0 0 0.5 -0.5 -1.5 0 1\nX 2.5 3.5 0 1 0.25 -2.5 -3.5 0 2\n");
}

TEST(Convert, CsvFramesAreLikeTheFinalState) {
    const Scratch scratch;
    write_sample(scratch, 3);
    EXPECT_EQ(convert(scratch.folder(), ConvertFormat::csv, scratch / "csv"), 2);
    write_final_csv(scratch / "final.csv", two_bodies(3, 0.5));
    EXPECT_EQ(read_text(scratch / "csv/frame-000001.csv"), read_text(scratch / "final.csv"));
}

TEST(FinalState, HasSpinAndInertiaWhereBodiesRotate) {
    const Scratch scratch;
    Bodies bodies = two_bodies(2, 0.5);
    write_final_csv(scratch / "final.csv", bodies);
    EXPECT_EQ(read_text(scratch / "final.csv"),
              "id,x,y,radius,vx,vy,mass\n0,0.5,1.5,0.5,-0.5,-1.5,1\n1,2.5,3.5,0.25,-2.5,-3.5,2\n");
    bodies.inertia = {3, 4};
    bodies.spin = {-1, 0.1};
    bodies.orientation = {0, 0};
    write_final_csv(scratch / "final.csv", bodies);
    EXPECT_EQ(read_text(scratch / "final.csv"),
              "id,x,y,radius,vx,vy,mass,w,inertia\n"
              "0,0.5,1.5,0.5,-0.5,-1.5,1,-1,3\n1,2.5,3.5,0.25,-2.5,-3.5,2,0.1,4\n");
    bodies = two_bodies(3, 0.5);
    bodies.inertia = {3, 4};
    bodies.spin = {1, 2, 3, 4, 5, 6};
    write_final_csv(scratch / "final.csv", bodies);
    EXPECT_EQ(read_text(scratch / "final.csv"),
              "id,x,y,z,radius,vx,vy,vz,mass,wx,wy,wz,inertia\n"
              "0,0.5,1.5,2.5,0.5,-0.5,-1.5,-2.5,1,1,2,3,3\n1,3.5,4.5,5.5,0.25,-3.5,-4.5,-5.5,2,4,5,6,4\n");
}

/// Two bodies that spin, in two frames.
void write_spinning(const Scratch& scratch, int dimension) {
    TrajectoryWriter writer(scratch / "trajectory.h5", {dimension, 2, true});
    for (const double shift : {0.0, 0.5}) {
        Bodies bodies = two_bodies(dimension, shift);
        bodies.inertia = {3, 4};
        bodies.spin =
            dimension == 2 ? std::vector<double>{7, 8 + shift} : std::vector<double>{1, 2, 3, 4, 5, 6 + shift};
        bodies.orientation.resize(dimension == 2 ? 2 : 8);
        writer.append(shift == 0 ? 0 : 10, shift / 5, bodies, {});
        if (shift > 0) write_final_csv(scratch / "final.csv", bodies);
    }
    writer.close();
}

TEST(Convert, CarriesSpins) {
    for (const int dimension : {2, 3}) {
        const Scratch scratch;
        write_spinning(scratch, dimension);
        const std::string first = dimension == 2 ? "0 0 7" : "1 2 3", second = dimension == 2 ? "0 0 8.5" : "4 5 6.5";
        EXPECT_EQ(convert(scratch.folder(), ConvertFormat::csv, scratch / "csv"), 2);
        EXPECT_EQ(read_text(scratch / "csv/frame-000001.csv"), read_text(scratch / "final.csv"));
        EXPECT_EQ(convert(scratch.folder(), ConvertFormat::vtk, scratch / "vtk"), 2);
        EXPECT_NE(
            read_text(scratch / "vtk/frame-000001.vtp")
                .find("Name=\"spin\" NumberOfComponents=\"3\" format=\"ascii\">\n" + first + "\n" + second + "\n"),
            std::string::npos);
        EXPECT_EQ(convert(scratch.folder(), ConvertFormat::xyz, scratch / "t.xyz"), 2);
        // A quaternion of zeros in space; in the plane the angle 0.
        const std::string turned = dimension == 2 ? " 0 0 0 1\n" : " 0 0 0 0\n";
        const std::string xyz = read_text(scratch / "t.xyz");
        EXPECT_NE(xyz.find("mass:R:1:omega:R:3:orientation:R:4 Time=0.1 Step=10"), std::string::npos);
        EXPECT_NE(xyz.find(" 1 " + first + turned), std::string::npos);
        EXPECT_NE(xyz.find(" 2 " + second + turned), std::string::npos);
        write_xdmf(scratch.folder());
        const std::string xdmf = read_text(scratch / "trajectory.xdmf");
        EXPECT_NE(xdmf.find(dimension == 2 ? "Name=\"spin\" AttributeType=\"Scalar\""
                                           : "Name=\"spin\" AttributeType=\"Vector\""),
                  std::string::npos);
        EXPECT_NE(xdmf.find(dimension == 2 ? "trajectory.h5:/particles/all/spin/value|1 0:1 1:1 2:2 2\n"
                                           : "trajectory.h5:/particles/all/spin/value|1 0 0:1 1 1:1 2 3:2 2 3\n"),
                  std::string::npos);
    }
}

TEST(Convert, VtkSeries) {
    const Scratch scratch;
    write_sample(scratch, 1);
    EXPECT_EQ(convert(scratch.folder(), ConvertFormat::vtk, scratch / "vtk"), 2);
    const std::string series = read_text(scratch / "vtk/trajectory.pvd");
    EXPECT_NE(series.find("timestep=\"0.1\" part=\"0\" file=\"frame-000001.vtp\""), std::string::npos);
    const std::string frame = read_text(scratch / "vtk/frame-000001.vtp");
    EXPECT_NE(frame.find("Name=\"position\" NumberOfComponents=\"3\" format=\"ascii\">\n0.5 0 0\n1.5 0 0\n"),
              std::string::npos);
    EXPECT_NE(frame.find("Name=\"radius\" format=\"ascii\">\n0.5\n0.25\n"), std::string::npos);
}

TEST(Convert, OrientationsAreQuaternionsOfOvito) {
    for (const int dimension : {2, 3}) {
        const Scratch scratch;
        TrajectoryWriter writer(scratch / "trajectory.h5", {dimension, 2, true});
        Bodies bodies = two_bodies(dimension, 0);
        bodies.inertia = {3, 4};
        bodies.spin.resize(dimension == 2 ? 2 : 6);
        // Turned about z; w comes last in OVITO, first in the trajectory.
        bodies.orientation = dimension == 2 ? std::vector<double>{0, 2 * std::asin(0.6)}
                                            : std::vector<double>{1, 0, 0, 0, 0.8, 0, 0, 0.6};
        writer.append(0, 0.0, bodies, {});
        writer.close();
        convert(scratch.folder(), ConvertFormat::xyz, scratch / "t.xyz");
        std::istringstream rows(read_text(scratch / "t.xyz"));
        std::string line;
        for (int k = 0; k < 4; ++k) std::getline(rows, line);
        std::istringstream numbers(line.substr(2));
        const std::vector<double> row(std::istream_iterator<double>(numbers), {});
        ASSERT_EQ(row.size(), 16u);
        EXPECT_EQ(row[12], 0);
        EXPECT_EQ(row[13], 0);
        EXPECT_NEAR(row[14], 0.6, 1e-15);
        EXPECT_NEAR(row[15], 0.8, 1e-15);
    }
}

TEST(Convert, ContactsAreLines) {
    const Scratch scratch;
    TrajectoryWriter writer(scratch / "trajectory.h5", {2, 2});
    FrameContacts contacts;
    contacts.first = {0, 1};
    contacts.second = {1, -1};  // the other body, and the first obstacle
    contacts.gap = {0.125, 0.25};
    contacts.normal = {0, 1, 0, -1};
    contacts.impulse = {3, 4};
    contacts.glue = {-1, 0};
    writer.append(0, 0.0, two_bodies(2, 0), {});
    writer.append(10, 0.1, two_bodies(2, 0.5), contacts);
    writer.close();
    EXPECT_EQ(convert(scratch.folder(), ConvertFormat::vtk, scratch / "vtk"), 2);
    const std::string empty = read_text(scratch / "vtk/contacts-000000.vtp");
    EXPECT_NE(empty.find("NumberOfPoints=\"0\" NumberOfVerts=\"0\" NumberOfLines=\"0\""), std::string::npos);
    const std::string lines = read_text(scratch / "vtk/contacts-000001.vtp");
    EXPECT_NE(lines.find("NumberOfPoints=\"4\" NumberOfVerts=\"0\" NumberOfLines=\"2\""), std::string::npos);
    // From (0.5, 1.5) to (2.5, 3.5); from there radius and gap, 0.25 + 0.25, along the normal.
    EXPECT_NE(lines.find(">\n0.5 1.5 0\n2.5 3.5 0\n2.5 3.5 0\n2.5 3 0\n<"), std::string::npos) << lines;
    EXPECT_NE(lines.find("Name=\"impulse\" format=\"ascii\">\n3\n4\n<"), std::string::npos);
    EXPECT_NE(lines.find("Name=\"gap\" format=\"ascii\">\n0.125\n0.25\n<"), std::string::npos);
    EXPECT_NE(lines.find("Name=\"glue\" format=\"ascii\">\n-1\n0\n<"), std::string::npos);
    EXPECT_NE(lines.find("Name=\"connectivity\" format=\"ascii\">\n0\n1\n2\n3\n<"), std::string::npos);
    EXPECT_NE(lines.find("Name=\"offsets\" format=\"ascii\">\n2\n4\n<"), std::string::npos);
    EXPECT_EQ(lines.find("tangential"), std::string::npos);
    EXPECT_NE(read_text(scratch / "vtk/contacts.pvd").find("timestep=\"0.1\" part=\"0\" file=\"contacts-000001.vtp\""),
              std::string::npos);
}

TEST(Convert, WithoutATrajectoryNothingIsMade) {
    const Scratch scratch;
    EXPECT_THROW(convert(scratch.folder(), ConvertFormat::vtk, scratch / "vtk"), FileError);
    EXPECT_FALSE(std::filesystem::exists(scratch / "vtk"));
}

TEST(Xdmf, DescribesEveryFrame) {
    const Scratch scratch;
    for (int dimension = 1; dimension <= 3; ++dimension) {
        write_sample(scratch, dimension);
        write_xdmf(scratch.folder());
        const std::string text = read_text(scratch / "trajectory.xdmf");
        EXPECT_NE(text.find("<Time Value=\"0\"/>"), std::string::npos);
        EXPECT_NE(text.find("<Time Value=\"0.1\"/>"), std::string::npos);
        const std::string path = dimension == 3 ? "/particles/all/position/value" : "/galet/view/position";
        EXPECT_NE(text.find("trajectory.h5:" + path + "|1 0 0:1 1 1:1 2 3:2 2 3\n"), std::string::npos) << text;
        EXPECT_NE(text.find(">1 0 0 1 1 1 1 2 3</DataItem>"), std::string::npos);
    }
}

}  // namespace
}  // namespace galet
