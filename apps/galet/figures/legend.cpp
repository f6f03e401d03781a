#include "figures/legend.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "figures/text.hpp"

namespace galet::figures {
namespace {

constexpr double kTextSize = 15, kSmallText = 13, kTitleSize = 18;  ///< in units of the layout
constexpr double kLine = 1.2;

void fill_with_map(Canvas& canvas, const Rect& bar, const ColourScale& colours) {
    cairo_pattern_t* map = cairo_pattern_create_linear(0, bar.y + bar.height, 0, bar.y);
    constexpr int stops = 32;
    for (int k = 0; k <= stops; ++k) {
        const Range& range = colours.range;
        const Colour c = colours(range.low + (range.high - range.low) * k / stops, kNoValue);
        cairo_pattern_add_color_stop_rgb(map, double(k) / stops, c.red, c.green, c.blue);
    }
    cairo_set_source(canvas.pen(), map);
    cairo_rectangle(canvas.pen(), bar.x, bar.y, bar.width, bar.height);
    cairo_fill(canvas.pen());
    cairo_pattern_destroy(map);
}

/// The text, or its beginning where it is wider than `room` [pixel].
std::string cut_to(Canvas& canvas, const std::string& text, double size, double room) {
    std::string line = one_line(text);
    if (canvas.text_width(line, size) <= room) return line;
    do {
        while (!line.empty() && (line.back() & 0xC0) == 0x80) line.pop_back();  // the rest of a letter in UTF-8
        if (!line.empty()) line.pop_back();
    } while (!line.empty() && canvas.text_width(line + "…", size) > room);
    return line + "…";
}

/// Swatches with their names, from top to bottom, as many as there is room for.
void draw_names(Canvas& canvas, const Layout& plan, const Shared& shared, const std::string& quantity) {
    const Rect& bar = plan.colour_bar;
    const double u = plan.unit, line = 24 * u, text = bar.x + bar.width + 7 * u;
    const std::vector<std::string>& names = shared.colours.names;
    const std::size_t room = std::max<std::size_t>(1, static_cast<std::size_t>(bar.height / line) - 1);
    const std::size_t shown = std::min(names.size(), room);
    double y = bar.y + (bar.height - line * static_cast<double>(shown + 1)) / 2 + line;
    canvas.set_colour(shared.theme.ink);
    canvas.text({bar.x, y - 0.3 * line}, quantity, kTextSize * u);
    for (std::size_t k = 0; k < shown; ++k, y += line) {
        const Rect swatch{bar.x, y + 0.15 * line, bar.width, 0.7 * line};
        canvas.fill(swatch, shared.colours(static_cast<double>(k), shared.theme.no_value));
        canvas.frame(swatch, shared.theme.ink, 0.8 * u);
        const bool last = k + 1 == shown && shown < names.size();
        const std::string name = last ? fmt::format("… {} more", names.size() - k) : names[k];
        canvas.text({text, y + 0.5 * line + 0.36 * kSmallText * u},
                    cut_to(canvas, name, kSmallText * u, plan.width - text - 4 * u), kSmallText * u);
    }
}

void draw_bar(Canvas& canvas, const Layout& plan, const Shared& shared, const std::string& quantity) {
    const Rect& bar = plan.colour_bar;
    const Range& range = shared.colours.range;
    const double u = plan.unit;
    fill_with_map(canvas, bar, shared.colours);
    canvas.frame(bar, shared.theme.ink, 0.8 * u);
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

}  // namespace

void draw_colours(Canvas& canvas, const Layout& plan, const Shared& shared, const std::string& quantity) {
    const auto draw = shared.colours.names.empty() ? draw_bar : draw_names;
    draw(canvas, plan, shared, quantity);
}

void draw_scale_bar(Canvas& canvas, const Layout& plan, double pixels_per_metre, const Theme& theme) {
    const double u = plan.unit, metres = round_below(std::min(180 * u, 0.4 * plan.panels[0].width) / pixels_per_metre);
    const double length = metres * pixels_per_metre, x = plan.footer.x, y = plan.footer.y + 18 * u;
    canvas.set_colour(theme.ink);
    canvas.line({x, y}, {x + length, y}, 2 * kLine * u);
    for (const double end : {x, x + length}) canvas.line({end, y - 5 * u}, {end, y + 5 * u}, kLine * u);
    canvas.text({x + length + 9 * u, y + 0.36 * kTextSize * u}, short_number(metres) + " m", kTextSize * u);
}

void draw_force_key(Canvas& canvas, const Layout& plan, const Shared& shared) {
    const double u = plan.unit, y = plan.footer.y + 18 * u, right = plan.footer.x + plan.footer.width;
    const std::string text = fmt::format("{:.3g} N s", shared.widest);
    canvas.set_colour(shared.theme.ink);
    canvas.text({right, y + 0.36 * kTextSize * u}, text, kTextSize * u, Align::right);
    const double end = right - canvas.text_width(text, kTextSize * u) - 10 * u;
    canvas.set_colour(shared.theme.force);
    canvas.line({end - 40 * u, y}, {end, y}, shared.line_width);
}

void draw_title(Canvas& canvas, const Layout& plan, const std::string& title, const Theme& theme) {
    canvas.set_colour(theme.ink);
    canvas.text({plan.footer.x + plan.footer.width / 2, plan.title}, title, kTitleSize * plan.unit, Align::centre,
                true);
}

void draw_caption(Canvas& canvas, const Layout& plan, int panel, const std::string& caption, const Theme& theme) {
    canvas.set_colour(theme.ink);
    canvas.text(plan.captions[static_cast<std::size_t>(panel)], caption, kTextSize * plan.unit, Align::centre);
}

}  // namespace galet::figures
