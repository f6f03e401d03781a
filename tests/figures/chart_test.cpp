#include "figures/chart.hpp"

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>

#include "figures/chart_frame.hpp"
#include "figures/gnuplot.hpp"
#include "figures/png_image.hpp"
#include "figures/temporary_folder.hpp"
#include "figures/text.hpp"
#include "galet/core/error.hpp"
#include "galet/io/output_file.hpp"

namespace galet::figures {
namespace {

class ChartFile : public TemporaryFolder {
  protected:
    std::filesystem::path png() const { return folder / "chart.png"; }
};

Chart parabola() {
    Series series;
    series.name = "parabola";
    for (int k = 0; k <= 20; ++k) {
        series.x.push_back(0.1 * k);
        series.y.push_back(series.x.back() * series.x.back());
    }
    Panel panel;
    panel.x.label = "time [s]";
    panel.y.label = "height [m]";
    panel.series = {series};
    Chart chart;
    chart.title = "Free flight";
    chart.panels = {panel};
    return chart;
}

TEST_F(ChartFile, IsAPictureOfTheSizeAskedForThatShowsItsSeries) {
    Chart chart = parabola();
    chart.width = 900;
    chart.height = 600;
    write_chart(chart, png());
    const PngImage image(png());
    EXPECT_EQ(image.width(), 900);
    EXPECT_EQ(image.height(), 600);
    EXPECT_GT(image.count(series_colour(0), 0.02), 150);
    EXPECT_GT(image.count(kPaper, 0.01), 900 * 600 / 2);
}

TEST_F(ChartFile, KeepsAScriptThatDrawsItAgain) {
    write_chart(parabola(), png());
    EXPECT_EQ(entries(), 2);
    std::filesystem::remove(png());
    run_gnuplot(folder / "chart.gp", folder / "again.png", folder / "again.png");
    EXPECT_EQ(PngImage(folder / "again.png").width(), 1600);
}

TEST_F(ChartFile, EveryFormatAndKindOfMark) {
    Chart chart = parabola();
    chart.panels.push_back(chart.panels[0]);
    chart.panels[1].x.logarithmic = chart.panels[1].y.logarithmic = true;
    for (const Mark mark : {Mark::points, Mark::line_points, Mark::line_dots, Mark::steps}) {
        chart.panels[1].series.push_back(chart.panels[1].series[0]);
        chart.panels[1].series.back().mark = mark;
    }
    chart.panels[1].series.push_back(order_guide(2, 0.1, 0.01, 2));
    chart.panels[1].lines = {{ReferenceLine::Across::x, 1, "one"}, {ReferenceLine::Across::y, 10, "ten"}};
    chart.panels[1].notes = {{0.5, 0.5, "note"}};
    chart.panels[1].legend = Legend::below;
    chart.panels[0].equal_scales = chart.aligned = true;
    for (const char* name : {"chart.png", "chart.svg", "chart.pdf"}) {
        write_chart(chart, folder / name);
        EXPECT_GT(std::filesystem::file_size(folder / name), 4000u) << name;
    }
    EXPECT_THROW(write_chart(chart, folder / "chart.bmp"), InputError);
}

TEST_F(ChartFile, DrawsEmptyConstantAndUndefinedSeries) {
    const double none = std::nan(""), infinite = std::numeric_limits<double>::infinity();
    Chart chart;
    chart.panels.resize(4);
    chart.panels[0].series = {{"empty", {}, {}, Mark::line, false, {}}};
    chart.panels[1].series = {{"constant", {0, 1, 2}, {3, 3, 3}, Mark::line, false, {}}};
    chart.panels[2].series = {{"undefined", {0, 1, 2}, {none, infinite, -infinite}, Mark::points, false, {}}};
    chart.panels[3].y.logarithmic = true;
    chart.panels[3].series = {{"not positive", {0, 1, 2}, {0, -1, 0}, Mark::line, false, {}}};
    EXPECT_NO_THROW(write_chart(chart, png()));
}

TEST_F(ChartFile, TextIsNeverRun) {
    const std::filesystem::path trace = folder / "trace";
    const std::string touch = "touch " + trace.string();
    const std::vector<std::string> texts = {"`" + touch + "`",
                                            "'.system('" + touch + "').'",
                                            "\\' ; system '" + touch + "' #",
                                            "\"; ! " + touch + "\n! " + touch,
                                            "''''a''{ # \\",
                                            "@macro {/Bold x_1^2} \xff %s"};
    for (const std::string& text : texts) {
        Chart chart = parabola();
        chart.title = chart.panels[0].x.label = chart.panels[0].series[0].name = text;
        chart.panels[0].lines = {{ReferenceLine::Across::y, 1, text}};
        chart.panels[0].notes = {{0.5, 0.5, text}};
        EXPECT_NO_THROW(write_chart(chart, png())) << text;
        EXPECT_FALSE(std::filesystem::exists(trace)) << text;
    }
}

TEST_F(ChartFile, PathsMayHoldQuotesAndBars) {
    const std::filesystem::path odd = folder / "|it's `a` \"chart\".png";
    write_chart(parabola(), odd);
    EXPECT_EQ(PngImage(odd).width(), 1600);
}

TEST_F(ChartFile, AFolderThatIsNotThereIsAFileError) {
    EXPECT_THROW(write_chart(parabola(), folder / "nowhere" / "chart.png"), FileError);
    EXPECT_EQ(entries(), 0);
}

TEST_F(ChartFile, MissingGnuplotIsAFileErrorThatSaysSo) {
    const std::string path = std::getenv("PATH") ? std::getenv("PATH") : "";
    ::setenv("PATH", folder.c_str(), 1);
    std::string message;
    try {
        write_chart(parabola(), png());
    } catch (const FileError& error) {
        message = error.what();
    }
    ::setenv("PATH", path.c_str(), 1);
    EXPECT_NE(message.find("gnuplot-nox"), std::string::npos) << message;
    EXPECT_EQ(entries(), 0);
}

TEST_F(ChartFile, AScriptThatFailsIsAFileErrorWithItsWords) {
    std::ofstream(folder / "bad.gp") << "plot nonsense_function(x)\n";
    try {
        run_gnuplot(folder / "bad.gp", folder / "out.png", png());
        FAIL() << "no error";
    } catch (const FileError& error) {
        EXPECT_NE(std::string(error.what()).find("nonsense_function"), std::string::npos) << error.what();
    }
}

TEST(ChartFrameOf, HoldsDataAndReferenceLines) {
    Panel panel = parabola().panels[0];
    panel.lines = {{ReferenceLine::Across::y, 7, ""}};
    const ChartFrame frame = frame_of(panel);
    EXPECT_DOUBLE_EQ(frame.x.low, 0);
    EXPECT_DOUBLE_EQ(frame.x.high, 2);
    EXPECT_LT(frame.y.low, 0);
    EXPECT_GT(frame.y.high, 7);
    panel.y.low = 1;
    panel.y.high = 2;
    EXPECT_EQ(frame_of(panel).y.low, 1);
    EXPECT_EQ(frame_of(panel).y.high, 2);
}

TEST(ChartFrameOf, HasRoomForATextAboveTheHighestLine) {
    Panel panel = parabola().panels[0];
    panel.lines = {{ReferenceLine::Across::y, 7, "limit"}};
    EXPECT_LT(fraction_of(panel.y, frame_of(panel).y, 7), 0.9);
    panel.y.logarithmic = true;
    EXPECT_LT(fraction_of(panel.y, frame_of(panel).y, 7), 0.9);
}

TEST(FractionOf, IsLinearInTheLogarithm) {
    Axis axis;
    EXPECT_DOUBLE_EQ(fraction_of(axis, {1, 5}, 2), 0.25);
    axis.logarithmic = true;
    EXPECT_DOUBLE_EQ(fraction_of(axis, {1e-4, 1}, 1e-3), 0.25);
}

std::string axis_script(const Axis& axis, const Range& range) {
    std::string script;
    write_axis(script, 'y', axis, range);
    return script;
}

TEST(WriteAxis, ThePowerOfTenOfTinyNumbersStandsOnce) {
    const std::string script = axis_script({}, {-4e-16, 9e-16});
    EXPECT_NE(script.find("×10⁻¹⁶"), std::string::npos) << script;
    EXPECT_NE(script.find("'2' 2e-16"), std::string::npos) << script;
    EXPECT_EQ(axis_script({}, {0, 9000}).find("×10"), std::string::npos);
}

TEST(WriteAxis, FewDecadesHaveTicksBetweenThem) {
    Axis axis;
    axis.logarithmic = true;
    const std::string script = axis_script(axis, {4e-3, 0.07});
    for (const char* tick : {"'0.005'", "'0.01'", "'0.02'", "'0.05'"})
        EXPECT_NE(script.find(tick), std::string::npos) << script;
    EXPECT_NE(axis_script(axis, {1.1, 1.9}).find("'1.4' 1.4"), std::string::npos);
    EXPECT_NE(axis_script(axis, {1e-6, 1}).find("10^{%L}"), std::string::npos);
}

TEST(LegendPlace, IsAnEmptyCorner) {
    const Panel panel = parabola().panels[0];  // from lower left to upper right
    EXPECT_EQ(legend_place(panel, frame_of(panel)), Legend::top_left);
}

TEST(OrderGuide, FollowsItsPower) {
    const Series guide = order_guide(2, 0.1, 0.5, 0.01);
    EXPECT_EQ(guide.name, "order 2");
    EXPECT_NEAR(guide.y[1], 0.005, 1e-15);
}

TEST_F(ChartFile, GnuplotReadsQuotedTextAsItWas) {
    const std::vector<std::string> texts = {"plain",      "it's",        "'",        "''",        "'''a''''b'",
                                            "\"double\"", "\\",          "a\\'b\\",  "`ls`",      "@macro",
                                            "{ # << $d",  "} 100 % \\n", "µ → 10⁻³", "two\nlines"};
    std::ofstream script(folder / "print.gp");
    script << "set print ARG1\n";
    std::string expected;
    for (const std::string& text : texts) {
        script << "print " << quoted(text) << "\n";
        expected += one_line(text) + "\n";
    }
    script.close();
    run_gnuplot(folder / "print.gp", folder / "printed", folder / "printed");
    EXPECT_EQ(read_text(folder / "printed"), expected);
}

}  // namespace
}  // namespace galet::figures
