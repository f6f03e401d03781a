#include "figures/picture.hpp"

#include <numbers>

#include "figures/colour.hpp"
#include "figures/layout.hpp"
#include "figures/png_image.hpp"
#include "figures/temporary_folder.hpp"
#include "galet/core/error.hpp"

/// Fontconfig keeps what it knows of fonts until the process ends, which the leak sanitizer takes for a leak.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libfontconfig"; }

namespace galet::figures {
namespace {

constexpr double kByte = 1.01 / 255;  ///< colours are rounded to bytes

class Picture : public TemporaryFolder {
  protected:
    std::filesystem::path png() const { return folder / "picture.png"; }

    static Placement placement(const Snapshot& state, const PictureStyle& style) {
        const Layout plan = plan_layout(style, shape_of({&state, 1}, 1), *style.view);
        return place(*style.view, camera_of(state.dimension, style), plan.panels[0]);
    }

    static Colour at(const PngImage& image, const Seen& seen) {
        return image.at(static_cast<int>(seen.x), static_cast<int>(seen.y));
    }
};

PictureStyle square_style(const View& view) {
    PictureStyle style;
    style.width = style.height = 600;
    style.view = view;
    return style;
}

TEST_F(Picture, HasTheSizeAskedFor) {
    const std::vector<double> position = {0, 0}, radius = {1};
    PictureStyle style;
    style.width = 640;
    style.height = 482;
    write_picture({2, position, radius, {}, nullptr, nullptr, ""}, style, png());
    const PngImage image(png());
    EXPECT_EQ(image.width(), 640);
    EXPECT_EQ(image.height(), 482);
}

TEST_F(Picture, ShowsADiscWhereItIsAndAsLargeAsItIs) {
    const std::vector<double> position = {1, 2}, radius = {1};
    const Snapshot state{2, position, radius, {}, nullptr, nullptr, ""};
    const PictureStyle style = square_style({{-1, -1, 0}, {4, 4, 0}});
    write_picture(state, style, png());
    const PngImage image(png());
    const Placement seen = placement(state, style);
    EXPECT_LE(PngImage::distance(at(image, seen(Point{1, 2, 0})), kBody), kByte);
    EXPECT_LE(PngImage::distance(at(image, seen(Point{1.9, 2, 0})), kBody), kByte);
    EXPECT_LE(PngImage::distance(at(image, seen(Point{1, 3.1, 0})), kPaper), kByte);
    EXPECT_LE(PngImage::distance(at(image, seen(Point{-0.1, 2, 0})), kPaper), kByte);
    const double area = std::numbers::pi * seen.scale * seen.scale;
    EXPECT_NEAR(image.count(kBody, kByte), area, 0.04 * area);  // the outline is not counted
}

TEST_F(Picture, KeepsProportionsAndUpIsUp) {
    const std::vector<double> position = {0, 0}, radius = {0.1};
    const Snapshot state{2, position, radius, {}, nullptr, nullptr, ""};
    PictureStyle style = square_style({{-2, -1, 0}, {2, 1, 0}});
    const Placement seen = placement(state, style);
    const Seen origin = seen(Point{0, 0, 0}), right = seen(Point{1, 0, 0}), up = seen(Point{0, 1, 0});
    EXPECT_DOUBLE_EQ(right.x - origin.x, origin.y - up.y);
    EXPECT_GT(right.x, origin.x);
}

TEST_F(Picture, ColoursFollowValues) {
    const std::vector<double> position = {0, 0, 3, 0, 6, 0}, radius = {1, 1, 1};
    const std::vector<double> value = {10, 15, 20};
    const Snapshot state{2, position, radius, value, nullptr, nullptr, time_caption(0.3, 3)};
    PictureStyle style = square_style({{-1, -1, 0}, {7, 1, 0}});
    style.quantity = "speed [m/s]";
    write_picture(state, style, png());
    const PngImage image(png());
    const Placement seen = placement(state, style);
    EXPECT_LE(PngImage::distance(at(image, seen(Point{0, 0, 0})), value_colour(0)), kByte);
    EXPECT_LE(PngImage::distance(at(image, seen(Point{3, 0, 0})), value_colour(0.5)), kByte);
    EXPECT_LE(PngImage::distance(at(image, seen(Point{6, 0, 0})), value_colour(1)), kByte);
}

TEST_F(Picture, FillsTheForbiddenSideOfAHalfSpace) {
    const std::vector<double> position = {0, 2}, radius = {0.5};
    Obstacles ground;
    ground.shapes = {HalfSpace{{0, 0, 0}, {0, 1, 0}}};
    const Snapshot state{2, position, radius, {}, &ground, nullptr, ""};
    const PictureStyle style = square_style({{-2, -1, 0}, {2, 3, 0}});
    write_picture(state, style, png());
    const PngImage image(png());
    const Placement seen = placement(state, style);
    for (double x = -1.9; x < 2; x += 0.1) {
        EXPECT_LE(PngImage::distance(at(image, seen(Point{x, 0.5, 0})), kPaper), kByte) << x;
        EXPECT_GT(PngImage::distance(at(image, seen(Point{x, -0.5, 0})), kPaper), 0.1) << x;
    }
}

TEST_F(Picture, ANearerSphereHidesAFartherOne) {
    // Seen along +y: the first stands before the second.
    const std::vector<double> position = {0, -5, 0, 0, 5, 0}, radius = {1, 1}, value = {0, 1};
    const Snapshot state{3, position, radius, value, nullptr, nullptr, ""};
    PictureStyle style = square_style({{-2, -6, -2}, {2, 6, 2}});
    style.azimuth = style.elevation = 0;
    write_picture(state, style, png());
    const PngImage image(png());
    const Colour seen = at(image, placement(state, style)(Point{0, -5, 0}));
    // Violet, not yellow.
    EXPECT_GT(seen.blue, seen.green);
    EXPECT_LE(PngImage::distance(at(image, placement(state, style)(Point{1.5, -5, 1.5})), kPaper), kByte);
}

TEST_F(Picture, EveryDimensionShapeAndForceCanBeDrawn) {
    Obstacles all;
    all.shapes = {HalfSpace{{0, 0, 0}, {1, 0, 0}}, Box{{-1, -1, -1}, {5, 5, 5}}, Block{{3, 0, 0}, {4, 1, 1}},
                  Ball{{4, 3, 0}, 0.5}, Segment{{0, 4, 0}, {3, 4, 1}}};
    for (const int dimension : {1, 2, 3}) {
        std::vector<double> position(2 * static_cast<std::size_t>(dimension), 1.0);
        position[static_cast<std::size_t>(dimension)] = 2;
        const std::vector<double> radius = {0.5, 0.5};
        FrameContacts contacts;
        contacts.first = {0, 0};
        contacts.second = {1, -1};
        contacts.gap = {0, 0};
        contacts.normal.assign(2 * static_cast<std::size_t>(dimension), 0.0);
        contacts.normal[static_cast<std::size_t>(dimension)] = -1;
        contacts.impulse = {1, 0.5};
        const Snapshot state{dimension, position, radius, {}, &all, &contacts, "all"};
        write_picture(state, PictureStyle{}, png());
        EXPECT_GT(PngImage(png()).count(kForce, 0.25), 100) << dimension;
    }
}

TEST_F(Picture, NothingToShowIsAnEmptyPicture) {
    write_picture(Snapshot{}, PictureStyle{}, png());
    EXPECT_EQ(PngImage(png()).width(), 1600);
}

TEST_F(Picture, ContactSheetSharesTheScale) {
    const std::vector<double> position = {0, 0}, radius = {1}, far = {8, 0};
    const std::vector<Snapshot> states = {{2, position, radius, {}, nullptr, nullptr, "a"},
                                          {2, far, radius, {}, nullptr, nullptr, "b"}};
    PictureStyle style;
    style.width = 1200;
    write_contact_sheet(states, 2, style, png());
    const PngImage image(png());
    const Layout plan = plan_layout(style, shape_of(states, 2), view_of(states));
    EXPECT_EQ(image.height(), plan.height);
    const Placement left = place(view_of(states), {}, plan.panels[0]),
                    right = place(view_of(states), {}, plan.panels[1]);
    EXPECT_DOUBLE_EQ(left.scale, right.scale);
    EXPECT_LE(PngImage::distance(at(image, left(Point{0, 0, 0})), kBody), kByte);
    EXPECT_LE(PngImage::distance(at(image, left(Point{8, 0, 0})), kPaper), kByte);
    EXPECT_LE(PngImage::distance(at(image, right(Point{8, 0, 0})), kBody), kByte);
}

TEST_F(Picture, AFolderThatIsNotThereIsAFileError) {
    const std::vector<double> position = {0, 0}, radius = {1};
    const Snapshot state{2, position, radius, {}, nullptr, nullptr, ""};
    EXPECT_THROW(write_picture(state, PictureStyle{}, folder / "nowhere" / "picture.png"), FileError);
    EXPECT_EQ(entries(), 0);
}

TEST_F(Picture, AFailureLeavesNoPartBehind) {
    const std::vector<double> position = {0, 0}, radius = {1};
    std::filesystem::create_directories(png() / "a folder in its place");
    EXPECT_THROW(write_picture({2, position, radius, {}, nullptr, nullptr, ""}, PictureStyle{}, png()), FileError);
    EXPECT_EQ(entries(), 1);
}

TEST_F(Picture, AnInadmissibleSizeIsAnInputError) {
    PictureStyle style;
    style.width = 10;
    EXPECT_THROW(write_picture(Snapshot{}, style, png()), InputError);
}

TEST(ViewOf, HoldsBodiesAndTheGroundNearThem) {
    const std::vector<double> position = {0, 2, 1, 3}, radius = {0.5, 0.5};
    Obstacles ground;
    ground.shapes = {HalfSpace{{0, 0, 0}, {0, 1, 0}}};
    const Snapshot state{2, position, radius, {}, &ground, nullptr, ""};
    const View view = view_of({&state, 1});
    EXPECT_LT(view.min[0], -0.5);
    EXPECT_GT(view.max[0], 1.5);
    EXPECT_LT(view.min[1], 0);
    EXPECT_GT(view.min[1], -0.5);
    EXPECT_GT(view.max[1], 3.5);
    EXPECT_LT(view.max[1], 4);
}

TEST(TimeCaption, WritesTwoDecimalsOrWhatIsNeeded) {
    EXPECT_EQ(time_caption(0.3, 3), "t = 0.30 s, step 3");
    EXPECT_EQ(time_caption(0.125, 1), "t = 0.125 s, step 1");
    EXPECT_EQ(time_caption(5e-5, 1), "t = 5e-05 s, step 1");
    EXPECT_EQ(time_caption(0, 0), "t = 0.00 s, step 0");
}

}  // namespace
}  // namespace galet::figures
