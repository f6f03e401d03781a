#include "figures/field_map.hpp"

#include "figures/layout.hpp"
#include "figures/png_image.hpp"
#include "figures/temporary_folder.hpp"

namespace galet::figures {
namespace {

constexpr double kByte = 1.01 / 255;  ///< colours are rounded to bytes

using FieldMaps = TemporaryFolder;

TEST_F(FieldMaps, CellsHaveTheColoursOfTheirValuesFromZeroToTheLargest) {
    const std::vector<FieldCell> cells = {{0.5, 0.5, 4, 0, 0, 1}, {2.5, 0.5, 2, 0, 0, 3}};
    const FieldMap map = map_of(CrowdField::density, cells, 1, nullptr, "");
    PictureStyle style;
    style.width = style.height = 600;
    style.view = View{{0, -1, 0}, {3, 2, 0}};
    write_field_maps({&map, 1}, 1, style, folder / "map.png");
    const PngImage image(folder / "map.png");
    const std::vector<double> half = {0.5, 0.5};
    const Snapshot state{2, map.centre, half, map.value, nullptr, nullptr, ""};
    const Placement seen = place(*style.view, {}, plan_layout(style, shape_of({&state, 1}, 1), *style.view).panels[0]);
    const auto colour_at = [&](double x, double y) {
        const Seen spot = seen(Point{x, y, 0});
        return image.at(static_cast<int>(spot.x), static_cast<int>(spot.y));
    };
    for (const double off : {-0.45, 0.45}) {  // up to the corners: squares, not discs
        EXPECT_LE(PngImage::distance(colour_at(0.5 + off, 0.5 + off), value_colour(1)), kByte);
        EXPECT_LE(PngImage::distance(colour_at(2.5 + off, 0.5 - off), value_colour(0.5)), kByte);
    }
    EXPECT_LE(PngImage::distance(colour_at(1.5, 0.5), kPaper), kByte) << "nobody is there";
}

TEST_F(FieldMaps, ShowPressureWhereThatIsAskedFor) {
    const std::vector<FieldCell> cells = {{0.5, 0.5, 4, 0, 0, 1}, {2.5, 0.5, 2, 0, 0, 3}};
    EXPECT_EQ(map_of(CrowdField::pressure, cells, 1, nullptr, "").value, (std::vector<double>{1, 3}));
}

}  // namespace
}  // namespace galet::figures
