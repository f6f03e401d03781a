// Bodies from CSV files.
#include <fmt/format.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "scene/scene_support.hpp"

namespace galet {
namespace {

class BodyFile : public testing::Test {
  protected:
    /// Reads a scene whose bodies come from a file with this text.
    Scene read(const std::string& csv, const std::string& keys = "density = 1.0",
               const std::vector<Override>& overrides = {}) {
        folder_ = testing::TempDir() + "galet_body_file_" + std::to_string(::getpid());  // tests run side by side
        std::filesystem::create_directories(folder_);
        std::ofstream(folder_ + "/grains.csv", std::ios::binary) << csv;
        const std::string text = replaced(
            replaced(kTwoDiscs, "position = [[0.0, 1.0], [0.5, 1.0]]\nradius = [0.1, 0.2]", "file = \"grains.csv\""),
            "mass = 1.0", keys);
        return parse_scene(text, "scene.toml", folder_, overrides);
    }

    void expect_error(const std::string& csv, const std::string& prefix, const std::string& keys = "density = 1.0",
                      const std::vector<Override>& overrides = {}) {
        try {
            read(csv, keys, overrides);
            ADD_FAILURE() << "accepted:\n" << csv;
        } catch (const InputError& error) {
            expect_prefix(replaced(error.what(), prefix.starts_with("scene") ? "" : folder_ + "/", ""), prefix);
        }
    }

    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::string folder_;
};

TEST_F(BodyFile, ColumnsByNameInAnyOrder) {
    const Scene scene = read(
        "\xef\xbb\xbfid, vy ,radius,x,y,vx,mass,colour\r\n0,-1,0.1,0.25,1,+2e0,3,red\r\n\r\n1,0,0.2,1,1,0,4,blue\r\n");
    EXPECT_EQ(scene.world.bodies.position, (std::vector<double>{0.25, 1, 1, 1}));
    EXPECT_EQ(scene.world.bodies.velocity, (std::vector<double>{2, -1, 0, 0}));
    EXPECT_EQ(scene.world.bodies.radius, (std::vector<double>{0.1, 0.2}));
    EXPECT_EQ(scene.world.bodies.mass, (std::vector<double>{3, 4}));  // its own, not the density's
}

TEST_F(BodyFile, KeysFillWhatTheFileDoesNotHave) {
    const Scene scene = read("x,y\n0,1\n1,1\n", "radius = 0.1\nmass = [1.0, 2.0]\nvelocity = [0.5, 0.0]");
    EXPECT_EQ(scene.world.bodies.mass, (std::vector<double>{1, 2}));
    EXPECT_EQ(scene.world.bodies.velocity, (std::vector<double>{0.5, 0, 0.5, 0}));
}

TEST_F(BodyFile, SpinAndInertiaAreReadWhereBodiesRotate) {
    const std::string csv = "x,y,radius,mass,w,inertia\n0,1,0.1,1,-2.5,0.25\n1,1,0.1,2,0,1e-3\n";
    const std::vector<Override> rub = {{"contact.law", "coulomb"}};
    const Bodies rotating = read(csv, "", rub).world.bodies;
    EXPECT_EQ(rotating.spin, (std::vector<double>{-2.5, 0}));
    EXPECT_EQ(rotating.inertia, (std::vector<double>{0.25, 1e-3}));
    EXPECT_EQ(rotating.orientation, (std::vector<double>{0, 0}));
    // Elsewhere they are columns like any other, whatever they hold.
    EXPECT_FALSE(read(csv, "").world.bodies.rotate());
    EXPECT_FALSE(read("x,y,radius,mass,w,inertia\n0,1,0.1,1,fast,\n", "").world.bodies.rotate());
    expect_error("x,y,radius,mass,w\n0,1,0.1,1,fast\n", "grains.csv:2: w: ", "", rub);
    expect_error("x,y,radius,mass,inertia\n0,1,0.1,1,0\n", "grains.csv:2: inertia: ", "", rub);
    expect_error(csv, "scene.toml:12: bodies.0.spin: given twice", "spin = 1.0", rub);
    expect_error(csv, "scene.toml:12: bodies.0.inertia: given twice", "inertia = 1.0", rub);
    // What the file does not have comes from the keys.
    const Bodies filled = read("x,y,radius,mass\n0,1,0.1,1\n1,1,0.1,2\n", "spin = [1.0, 2.0]", rub).world.bodies;
    EXPECT_EQ(filled.spin, (std::vector<double>{1, 2}));
    EXPECT_DOUBLE_EQ(filled.inertia[1], 2 * 0.1 * 0.1 / 2);
}

TEST_F(BodyFile, SpinIsAVectorInSpace) {
    const std::string scene =
        "[simulation]\nstep = 1\nend = 1\n[contact]\nlaw = \"coulomb\"\n[[bodies]]\nfile = \"grains.csv\"\nmass = 1\n";
    const auto spins = [&](const std::string& csv) {
        read("x,y,radius\n0,1,0.1\n");
        std::ofstream(folder_ + "/grains.csv") << csv;
        return parse_scene(scene, "scene.toml", folder_).world.bodies.spin;
    };
    EXPECT_EQ(spins("x,y,z,radius,wx,wy,wz,w\n0,0,0,1,1,2,3,9\n"), (std::vector<double>{1, 2, 3}));
    EXPECT_THROW(spins("x,y,z,radius,wx,wz\n0,0,0,1,1,3\n"), InputError);
}

TEST_F(BodyFile, NumbersReadBackToTheSameDouble) {
    const std::vector<double> numbers = {1.0 / 3, 1 + 0x1p-52, 5e-324, 0.1};
    std::string csv = "x,y,radius\n";
    for (std::size_t i = 0; i < numbers.size(); ++i) csv += fmt::format("{},{},0.01\n", numbers[i], i + 1);
    const Scene scene = read(csv);
    for (std::size_t i = 0; i < numbers.size(); ++i) EXPECT_EQ(scene.world.bodies.position[2 * i], numbers[i]);
    expect_same_bodies(parse(scene.resolved).world.bodies, scene.world.bodies);
}

TEST_F(BodyFile, MistakesNameFileLineColumn) {
    expect_error("", "grains.csv: ");
    expect_error("x,y,radius\n", "grains.csv:1: ");
    expect_error("x,radius\n0,1\n", "grains.csv:1: y: ");
    expect_error("radius\n1\n", "grains.csv:1: x: ");
    expect_error("x,y,radius,vx\n0,1,0.1,0\n", "grains.csv:1: vy: ");
    expect_error("x,x,y,radius\n0,0,1,0.1\n", "grains.csv:1: x: ");
    expect_error("x,y,radius\n0,1,0.1\n0,2\n", "grains.csv:3: expected 3 fields");
    expect_error("x,y,radius\n0,1,0.1\n\nnan,2,0.1\n", "grains.csv:4: x: ");
    expect_error("x,y,radius\n0,inf,0.1\n", "grains.csv:2: y: ");
    expect_error("x,y,radius\n0,1e999,0.1\n", "grains.csv:2: y: ");
    expect_error("x,y,radius\n0,,0.1\n", "grains.csv:2: y: ");
    expect_error("x,y,radius\n0,1 2,0.1\n", "grains.csv:2: y: ");
    expect_error("x,y,radius\n0,1,-0.1\n", "grains.csv:2: radius: ");
    expect_error("x,y,radius,mass\n0,1,0.1,0\n", "grains.csv:2: mass: ");
    expect_error("x,y,radius\n0,1,0.1\n", "scene.toml:12: bodies.0.radius: ", "radius = 0.1\ndensity = 1.0");
    expect_error("x,y,radius\n0,1,0.1\n", "scene.toml:9: bodies.0.mass: ", "");
    expect_error("x,y\n0,1\n", "scene.toml:9: bodies.0.radius: ");
}

TEST_F(BodyFile, OverlapNamesItsLines) {
    try {
        read("x,y,radius\n0,1,0.1\n0.1,1,0.1\n");
        FAIL();
    } catch (const InputError& error) {
        expect_holds(error.what(), "body 1 (bodies.0, " + folder_ + "/grains.csv:3)");
        expect_holds(error.what(), "body 0 (bodies.0, " + folder_ + "/grains.csv:2) by 0.1 m");
    }
}

}  // namespace
}  // namespace galet
