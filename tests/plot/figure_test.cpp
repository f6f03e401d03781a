#include "plot/figure.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "galet/core/error.hpp"

namespace galet::plot {
namespace {

Trace trace(const std::string& quantity, const std::string& part, const std::vector<double>& values) {
    Trace made{quantity, part, {}};
    for (std::size_t k = 0; k < values.size(); ++k) made.curve.add(0.5 * static_cast<double>(k + 1), values[k]);
    return made;
}

ResultRecord grains(const std::string& name) {
    ResultRecord record;
    record.name = name;
    record.title = "Grains";
    record.traces = {trace("kinetic_energy", "", {1, 2, 3}),    trace("potential_energy", "", {3, 2, 1}),
                     trace("error_bound", "", {1e-6, 0, 1e-4}), trace("violation", "", {2e-9, 3e-9, 4e-9}),
                     trace("momentum", "x", {1, 1, 1}),         trace("momentum", "y", {-1, -2, -3})};
    record.limits.error_bound = 1e-3;
    record.limits.violation = 5e-9;
    return record;
}

std::vector<figures::Panel> panels(const PanelPlan& plan, const std::vector<ResultRecord>& results,
                                   ScaleChoice scale = ScaleChoice::by_quantity) {
    return panels_of(plan, results, scale);
}

TEST(PanelOf, SeveralQuantitiesShareAnAxisWithTheirUnit) {
    const auto made = panels({"Energies", {"kinetic_energy", "potential_energy", "dissipated"}}, {grains("a")});
    ASSERT_EQ(made.size(), 1u);
    EXPECT_EQ(made[0].x.label, "time [s]");
    EXPECT_EQ(made[0].y.label, "energy [J]");
    ASSERT_EQ(made[0].series.size(), 2u);
    EXPECT_EQ(made[0].series[0].name, "kinetic");
    EXPECT_EQ(made[0].series[1].y, (std::vector<double>{3, 2, 1}));
    EXPECT_EQ(made[0].series[1].x, (std::vector<double>{0.5, 1, 1.5}));
}

TEST(PanelOf, ALimitIsALineAndZerosAreTold) {
    const auto made = panels({"", {"error_bound"}}, {grains("a")});
    EXPECT_TRUE(made[0].y.logarithmic);
    ASSERT_EQ(made[0].lines.size(), 1u);
    EXPECT_EQ(made[0].lines[0].at, 1e-3);
    EXPECT_EQ(made[0].series[0].name, "0 in 1 of 3 steps");
}

TEST(PanelOf, ValuesOfOneSizeHaveALinearAxisUnlessTold) {
    EXPECT_FALSE(panels({"", {"violation"}}, {grains("a")})[0].y.logarithmic);
    EXPECT_TRUE(panels({"", {"violation"}}, {grains("a")}, ScaleChoice::all_logarithmic)[0].y.logarithmic);
    EXPECT_FALSE(panels({"", {"error_bound"}}, {grains("a")}, ScaleChoice::all_linear)[0].y.logarithmic);
}

TEST(PanelOf, SeveralResultsArePanelsOfOneColumnEach) {
    ResultRecord other = grains("b");
    other.limits.error_bound = 1e-2;
    const auto made = panels({"Momentum", {"momentum"}}, {grains("a"), other});
    ASSERT_EQ(made.size(), 2u);
    for (const figures::Panel& panel : made) {
        ASSERT_EQ(panel.series.size(), 2u);
        EXPECT_EQ(panel.series[0].name, "a");
        EXPECT_EQ(panel.series[1].name, "b");
        EXPECT_EQ(panel.y.label, "momentum [kg m/s]");
    }
    const auto bounds = panels({"", {"error_bound"}}, {grains("a"), other});
    ASSERT_EQ(bounds[0].lines.size(), 2u);
    EXPECT_NE(bounds[0].lines[1].text.find("of b"), std::string::npos);
    EXPECT_EQ(panels({"", {"error_bound"}}, {grains("a"), grains("b")})[0].lines.size(), 1u);
}

TEST(PanelOf, SingleColumnsHaveAName) {
    const auto made = panels({"", {"momentum_y"}}, {grains("a")});
    ASSERT_EQ(made.size(), 1u);
    ASSERT_EQ(made[0].series.size(), 1u);
    EXPECT_EQ(made[0].series[0].y, (std::vector<double>{-1, -2, -3}));
}

TEST(Figures, AreThoseTheResultHasColumnsFor) {
    const auto names = [](const std::vector<ResultRecord>& results) {
        std::vector<std::string> found;
        for (const FigurePlan& plan : main_figures(results)) found.push_back(plan.name);
        return found;
    };
    EXPECT_EQ(names({grains("a")}), (std::vector<std::string>{"energy", "certificate", "momentum", "overview"}));
    ResultRecord people = grains("a");
    people.first_order = true;
    people.traces.push_back(trace("people_left", "door", {0, 1, 2}));
    EXPECT_EQ(names({people}), (std::vector<std::string>{"evacuation", "certificate", "overview"}));
    EXPECT_EQ(figure_named("energy", std::vector{people}).name, "energy");  // where it is asked for
    ResultRecord sweep;
    sweep.sweeping = true;
    sweep.traces = {trace("u", "x", {0, 1}), trace("u", "y", {2, 3}), trace("distance", "", {0, 0})};
    EXPECT_EQ(names({sweep}), (std::vector<std::string>{"point", "path", "distance", "overview"}));
}

TEST(Figures, AnUnknownNameIsAnErrorWithTheNearest) {
    const std::vector<ResultRecord> results = {grains("a")};
    for (const auto& [wrong, right] : {std::pair{"energi", "energy"}, {"kinetic_enrgy", "kinetic_energy"}}) {
        try {
            figure_named(wrong, results);
            FAIL() << wrong;
        } catch (const InputError& error) {
            EXPECT_NE(std::string(error.what()).find(std::string("did you mean \"") + right), std::string::npos)
                << error.what();
        }
    }
}

TEST(Figures, APathHasEqualScales) {
    ResultRecord sweep;
    sweep.sweeping = true;
    sweep.title = "Disc";
    sweep.traces = {trace("u", "x", {0, 1, 4}), trace("u", "y", {2, 3, 5})};
    const std::vector<ResultRecord> results = {sweep};
    const figures::Chart chart = chart_of(figure_named("path", results), results, ScaleChoice::by_quantity);
    ASSERT_EQ(chart.panels.size(), 1u);
    EXPECT_TRUE(chart.panels[0].equal_scales);
    EXPECT_EQ(chart.panels[0].series[0].x, (std::vector<double>{0, 1, 4}));
    EXPECT_EQ(chart.panels[0].series[0].y, (std::vector<double>{2, 3, 5}));
    EXPECT_EQ(chart.title, "Disc: path");
}

TEST(ShortNames, AreTheLastPartsUnlessTheseAreTheSame) {
    EXPECT_EQ(short_names({"out/dry", "out/gluey/"}), (std::vector<std::string>{"dry", "gluey"}));
    EXPECT_EQ(short_names({"a/out", "b/out"}), (std::vector<std::string>{"a/out", "b/out"}));
}

}  // namespace
}  // namespace galet::plot
