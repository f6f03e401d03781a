#include "figures/picture.hpp"

#include <cassert>

#include "figures/sheet.hpp"

namespace galet::figures {

PictureStyle completed(const PictureStyle& style, const Survey& survey) {
    PictureStyle whole = style;
    if (!style.view) whole.view = survey.view();
    if (!style.range) whole.range = style.diverging ? symmetric(survey.range()) : survey.range();
    if (!style.widest) whole.widest = survey.largest_impulse();
    if (!style.mean_radius) whole.mean_radius = survey.mean_radius();
    return whole;
}

Colour body_colour(const Snapshot& state, const Shared& shared, std::size_t i) {
    const Theme& theme = shared.theme;
    if (state.value.empty()) return state.contacts ? theme.pale_body : theme.body;
    const Colour colour = shared.colours(state.value[i], theme.no_value);
    return state.contacts ? mix(colour, theme.paper, 0.5) : colour;
}

std::pair<Vec<3>, Vec<3>> force_line(const Snapshot& state, std::size_t c) {
    const FrameContacts& contacts = *state.contacts;
    const auto first = static_cast<std::size_t>(contacts.first[c]);
    const Vec<3> from = center_of(state, first);
    if (contacts.second[c] >= 0) return {from, center_of(state, static_cast<std::size_t>(contacts.second[c]))};
    Vec<3> normal = Vec<3>::Zero();
    for (int k = 0; k < state.dimension; ++k) normal[k] = contacts.normal[c * state.dimension + k];
    return {from, from + state.radius[first] * normal};
}

void write_picture(const Snapshot& state, const PictureStyle& style, const std::filesystem::path& png) {
    write_contact_sheet({&state, 1}, 1, style, png);
}

void write_contact_sheet(std::span<const Snapshot> states, int columns, const PictureStyle& style,
                         const std::filesystem::path& png) {
    assert(!states.empty());
    write_sheet(states, columns, style, drawing_of(states[0].dimension), png);
}

}  // namespace galet::figures
