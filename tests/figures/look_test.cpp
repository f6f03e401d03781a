// How pictures look by choice: colours of signed values and of names, dark paper, marks of rotation.
#include <cmath>
#include <numbers>

#include "figures/colour_scale.hpp"
#include "figures/layout.hpp"
#include "figures/picture.hpp"
#include "figures/png_image.hpp"
#include "figures/temporary_folder.hpp"
#include "galet/core/error.hpp"

namespace galet::figures {
namespace {

constexpr double kByte = 1.01 / 255;  ///< colours are rounded to bytes

class Look : public TemporaryFolder {
  protected:
    Look() {
        style.width = style.height = 600;
        style.view = View{{-2, -2, -2}, {2, 2, 2}};
    }
    void draw(const Snapshot& state) {
        write_picture(state, style, folder / "picture.png");
        image = std::make_unique<PngImage>(folder / "picture.png");
        const Layout plan = plan_layout(style, shape_of({&state, 1}, 1), *style.view);
        seen = place(*style.view, camera_of(state.dimension, style), plan.panels[0]);
    }
    Colour at(double x, double y, double z = 0) const {
        const Seen spot = seen(Point{x, y, z});
        return image->at(static_cast<int>(spot.x), static_cast<int>(spot.y));
    }

    PictureStyle style;
    std::unique_ptr<PngImage> image;
    Placement seen;
};

TEST_F(Look, DarkPaperIsDarkAndInkLight) {
    const std::vector<double> position = {0, 0}, radius = {1};
    style.dark = true;
    draw({2, position, radius, {}, nullptr, nullptr, "t"});
    EXPECT_LE(PngImage::distance(at(1.5, 1.5), kNight.paper), kByte);
    EXPECT_LE(PngImage::distance(at(0, 0), kNight.body), kByte);
    EXPECT_LT(luminance(kNight.paper), 0.15);
    EXPECT_GT(image->count(kNight.ink, 0.35), 20);  // caption and scale bar
    EXPECT_EQ(image->count({1, 1, 1}, 0.02), 0);
}

TEST_F(Look, SignedValuesAreColouredAroundZero) {
    const std::vector<double> position = {-1, 0, 0, 0, 1, 0}, radius = {0.4, 0.4, 0.4}, value = {-1, 0, 4};
    style.diverging = true;
    draw({2, position, radius, value, nullptr, nullptr, ""});
    // By a quarter of the way from 0 to the largest; 0 is grey; the largest is red.
    EXPECT_LE(PngImage::distance(at(-1, 0), signed_colour(-0.25)), kByte);
    EXPECT_LE(PngImage::distance(at(0, 0), signed_colour(0)), kByte);
    EXPECT_LE(PngImage::distance(at(1, 0), signed_colour(1)), kByte);
    EXPECT_GT(at(-1, 0).blue, at(-1, 0).red);
    EXPECT_GT(at(1, 0).red, at(1, 0).blue);
    EXPECT_NEAR(at(0, 0).red, at(0, 0).blue, kByte);
}

TEST_F(Look, NamesHaveColoursOfTheirOwnAndALegend) {
    const std::vector<double> position = {-1, 0, 0, 0, 1, 0}, radius = {0.4, 0.4, 0.4}, value = {0, 1, -1};
    style.names = {"fine", "coarse"};
    draw({2, position, radius, value, nullptr, nullptr, ""});
    EXPECT_LE(PngImage::distance(at(-1, 0), name_colour(0)), kByte);
    EXPECT_LE(PngImage::distance(at(0, 0), name_colour(1)), kByte);
    EXPECT_LE(PngImage::distance(at(1, 0), kNoValue), kByte);  // in no group
    // A disc and a swatch.
    const double disc = std::numbers::pi * std::pow(0.4 * seen.scale, 2);
    EXPECT_GT(image->count(name_colour(0), kByte), 0.8 * disc + 30);
}

TEST_F(Look, NamesCanBeToldApart) {
    for (std::size_t a = 0; a < 14; ++a)
        for (std::size_t b = 0; b < a; ++b)
            EXPECT_GT(PngImage::distance(name_colour(a), name_colour(b)), 0.1) << a << " " << b;
}

TEST_F(Look, AMarkInThePlanePointsWhereTheBodyHasTurned) {
    const std::vector<double> position = {0, 0}, radius = {1.5};
    for (const double angle : {0.0, 0.7, 2.0, -2.5}) {
        const std::vector<double> orientation = {angle};
        Snapshot state{2, position, radius, {}, nullptr, nullptr, ""};
        state.orientation = orientation;
        draw(state);
        const double x = std::cos(angle), y = std::sin(angle);
        EXPECT_LT(luminance(at(x, y)), 0.5 * luminance(kBody)) << angle;
        for (const auto& [a, b] : {std::pair{-x, -y}, {-y, x}, {y, -x}})
            EXPECT_LE(PngImage::distance(at(a, b), kBody), kByte) << angle;
    }
}

TEST_F(Look, HalvesOfASphereTurnWithIt) {
    // Seen along +y; the pole starts upwards and is turned about y, which takes z to x.
    const std::vector<double> position = {0, 0, 0}, radius = {1.5};
    style.azimuth = style.elevation = 0;
    for (const double angle : {0.0, 1.0, 2.5, -1.5}) {
        const std::vector<double> orientation = {std::cos(angle / 2), 0, std::sin(angle / 2), 0};
        Snapshot state{3, position, radius, {}, nullptr, nullptr, ""};
        state.orientation = orientation;
        draw(state);
        const double x = 0.8 * std::sin(angle), z = 0.8 * std::cos(angle);
        const auto saturation = [](const Colour& c) { return (c.blue - c.red) / c.blue; };
        EXPECT_GT(saturation(at(x, 0, z)), 2 * saturation(at(-x, 0, -z))) << angle;
    }
}

TEST_F(Look, ARodInSpaceLooksAsWideAsItIs) {
    // A force between two bodies side by side, seen from above: a rod along x.
    const std::vector<double> position = {-1, 0, 0, 1, 0, 0}, radius = {0.3, 0.3};
    FrameContacts contacts;
    contacts.first = {0}, contacts.second = {1}, contacts.gap = {0}, contacts.impulse = {1};
    contacts.normal = {1, 0, 0};
    style.azimuth = 0, style.elevation = 90;
    draw({3, position, radius, {}, nullptr, &contacts, ""});
    const double width = std::clamp(0.35 * 0.6 * seen.scale, 2 * 0.6, 16 * 0.6) / seen.scale;
    EXPECT_GT(at(0, 0).red, 2 * at(0, 0).blue);
    EXPECT_GT(at(0.5, 0.35 * width).red, 2 * at(0.5, 0.35 * width).blue);
    EXPECT_LE(PngImage::distance(at(0, 0.8 * width), kPaper), kByte);
    EXPECT_LE(PngImage::distance(at(0, -0.8 * width), kPaper), kByte);
}

TEST_F(Look, ASheetWithoutRoomIsAnInputError) {
    const std::vector<double> position = {0, 0}, radius = {1};
    const std::vector<Snapshot> states(200, {2, position, radius, {}, nullptr, nullptr, ""});
    EXPECT_THROW(write_contact_sheet(states, 100, style, folder / "sheet.png"), InputError);
    style.height = 0;
    style.width = 1600;
    EXPECT_THROW(write_contact_sheet(states, 1, style, folder / "sheet.png"), InputError);
    EXPECT_EQ(entries(), 0);
}

}  // namespace
}  // namespace galet::figures
