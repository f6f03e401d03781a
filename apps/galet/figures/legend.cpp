#include "figures/legend.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "figures/text.hpp"

namespace galet::figures {
namespace {

constexpr double kTextSize = 15, kSmallText = 13, kTitleSize = 18;  ///< in units of the layout
constexpr double kLine = 1.2;

void fill_with_map(Canvas& canvas, const Rect& bar) {
    cairo_pattern_t* map = cairo_pattern_create_linear(0, bar.y + bar.height, 0, bar.y);
    constexpr int stops = 32;
    for (int k = 0; k <= stops; ++k) {
        const Colour c = value_colour(double(k) / stops);
        cairo_pattern_add_color_stop_rgb(map, double(k) / stops, c.red, c.green, c.blue);
    }
    cairo_set_source(canvas.pen(), map);
    cairo_rectangle(canvas.pen(), bar.x, bar.y, bar.width, bar.height);
    cairo_fill(canvas.pen());
    cairo_pattern_destroy(map);
}

}  // namespace

void draw_colour_bar(Canvas& canvas, const Layout& plan, const Range& range, const std::string& quantity) {
    const Rect& bar = plan.colour_bar;
    const double u = plan.unit;
    fill_with_map(canvas, bar);
    canvas.frame(bar, kInk, 0.8 * u);
    const Ticks ticks = ticks_of(range, std::clamp(static_cast<int>(bar.height / (45 * u)), 4, 6));
    const double span = range.high > range.low ? range.high - range.low : 0;
    const double right = bar.x + bar.width;
    double widest = 0;
    for (std::size_t k = 0; k < ticks.at.size(); ++k) {
        const double fraction = span > 0 ? (ticks.at[k] - range.low) / span : 0.5;
        const double y = bar.y + bar.height * (1 - fraction);
        canvas.line({right, y}, {right + 4 * u, y}, 0.8 * u);
        canvas.text({right + 7 * u, y + 0.36 * kSmallText * u}, ticks.label[k], kSmallText * u);
        widest = std::max(widest, canvas.text_width(ticks.label[k], kSmallText * u));
    }
    std::string label = quantity;
    if (ticks.exponent != 0) label += (label.empty() ? "" : "   ") + power_of_ten(ticks.exponent);
    const double fitting = 1.15 * bar.height / std::max(1.0, canvas.text_width(label, kTextSize * u));
    canvas.text_upwards({right + 22 * u + widest, bar.y + bar.height / 2}, label,
                        kTextSize * u * std::min(1.0, fitting));
}

void draw_scale_bar(Canvas& canvas, const Layout& plan, double pixels_per_metre) {
    const double u = plan.unit, metres = round_below(std::min(180 * u, 0.4 * plan.panels[0].width) / pixels_per_metre);
    const double length = metres * pixels_per_metre, x = plan.footer.x, y = plan.footer.y + 18 * u;
    canvas.set_colour(kInk);
    canvas.line({x, y}, {x + length, y}, 2 * kLine * u);
    for (const double end : {x, x + length}) canvas.line({end, y - 5 * u}, {end, y + 5 * u}, kLine * u);
    canvas.text({x + length + 9 * u, y + 0.36 * kTextSize * u}, short_number(metres) + " m", kTextSize * u);
}

void draw_force_key(Canvas& canvas, const Layout& plan, double line_width, double impulse) {
    const double u = plan.unit, y = plan.footer.y + 18 * u, right = plan.footer.x + plan.footer.width;
    const std::string text = fmt::format("{:.3g} N s", impulse);
    canvas.set_colour(kInk);
    canvas.text({right, y + 0.36 * kTextSize * u}, text, kTextSize * u, Align::right);
    const double end = right - canvas.text_width(text, kTextSize * u) - 10 * u;
    canvas.set_colour(kForce);
    canvas.line({end - 40 * u, y}, {end, y}, line_width);
}

void draw_captions(Canvas& canvas, const Layout& plan, const std::string& title, std::span<const Snapshot> states) {
    canvas.set_colour(kInk);
    canvas.text({plan.footer.x + plan.footer.width / 2, plan.title}, title, kTitleSize * plan.unit, Align::centre,
                true);
    for (std::size_t k = 0; k < states.size(); ++k)
        canvas.text(plan.captions[k], states[k].caption, kTextSize * plan.unit, Align::centre);
}

}  // namespace galet::figures
