#include "render/frame_choice.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "galet/core/error.hpp"

namespace galet::app {
namespace {

constexpr std::int64_t kPictures = 4;
constexpr double kFilmSeconds = 10, kSlowest = 5, kFastest = 30;  ///< a film's length, and frames a second, unless told
constexpr double kRealTimeFps = 30;                               ///< where only the speed is told
constexpr std::int64_t kMostFrames = 1'000'000;                   ///< of a film

/// The parts of a text between separators.
std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts(1);
    for (const char c : text) {
        if (c == separator)
            parts.emplace_back();
        else
            parts.back() += c;
    }
    return parts;
}

std::int64_t read_index(const std::string& word, const std::string& item, std::int64_t available) {
    if (word == "last") return available - 1;
    std::int64_t index = -1;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), index);
    if (error != std::errc() || end != word.data() + word.size())
        throw InputError(
            fmt::format("--frames {}: frames are K, FIRST:LAST, FIRST:LAST:EVERY or the word last, like 0,3,6,9 or "
                        "0:100:5",
                        item));
    if (index < 0 || index >= available)
        throw InputError(fmt::format("--frames {}: the result has frames 0 to {}", item, available - 1));
    return index;
}

std::int64_t read_every(const std::string& word, const std::string& item) {
    std::int64_t every = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), every);
    if (error != std::errc() || end != word.data() + word.size() || every < 1)
        throw InputError(fmt::format("--frames {}: EVERY is a whole number, 1 or more", item));
    return every;
}

void add_item(const std::string& item, std::int64_t available, std::vector<std::int64_t>& frames) {
    const std::vector<std::string> words = split(item, ':');
    if (words.size() == 1) return frames.push_back(read_index(item, item, available));
    if (words.size() > 3) read_index(item, item, available);  // says what is expected
    const std::int64_t first = words[0].empty() ? 0 : read_index(words[0], item, available);
    const std::int64_t last = words[1].empty() ? available - 1 : read_index(words[1], item, available);
    const std::int64_t every = words.size() == 3 ? read_every(words[2], item) : 1;
    if (first > last) throw InputError(fmt::format("--frames {}: the first comes after the last", item));
    for (std::int64_t k = first; k <= last; k += every) frames.push_back(k);
}

/// The frame nearest in time; frames and times rise.
std::int64_t nearest(const std::vector<std::int64_t>& frames, const std::vector<double>& times, double time) {
    const auto at = [&](std::int64_t k) { return times[static_cast<std::size_t>(k)]; };
    const auto after =
        std::lower_bound(frames.begin(), frames.end(), time, [&](std::int64_t k, double t) { return at(k) < t; });
    if (after == frames.begin()) return *after;
    if (after == frames.end()) return frames.back();
    return time - at(*(after - 1)) <= at(*after) - time ? *(after - 1) : *after;
}

FilmPlan plan_by_time(double speed, double fps, std::vector<std::int64_t> chosen, const std::vector<double>& times) {
    std::sort(chosen.begin(), chosen.end());
    const double start = times[static_cast<std::size_t>(chosen.front())];
    const double length = times[static_cast<std::size_t>(chosen.back())] - start, count = length / speed * fps;
    if (!(count < static_cast<double>(kMostFrames)))
        throw InputError(fmt::format("--speed {}: a film of {:.3g} s and {:.3g} frames; {} are admissible", speed,
                                     length / speed, count, kMostFrames));
    FilmPlan plan{{}, fps};
    // The last moment is shown, too; a part of a frame at the end is not.
    for (std::int64_t k = 0; k <= std::llround(count); ++k)
        plan.frames.push_back(nearest(chosen, times, start + static_cast<double>(k) * speed / fps));
    return plan;
}

}  // namespace

std::vector<std::int64_t> read_frames(const std::string& text, std::int64_t available) {
    std::vector<std::int64_t> frames;
    for (const std::string& item : split(text, ',')) add_item(item, available, frames);
    return frames;
}

std::vector<std::int64_t> chosen_frames(const RenderOptions& options, std::int64_t available) {
    if (available == 0) throw InputError(options.folder + ": has no frame to show");
    if (!options.frames.empty()) return read_frames(options.frames, available);
    if (!options.film.empty()) return read_frames(":", available);
    const std::int64_t shown = std::min(kPictures, available);
    const std::int64_t stride = shown > 1 ? (available - 1) / (shown - 1) : 1;
    std::vector<std::int64_t> frames;
    for (std::int64_t k = 0; k < shown; ++k) frames.push_back(k * stride);
    return frames;
}

FilmPlan plan_film(const RenderOptions& options, const std::vector<std::int64_t>& chosen,
                   const std::vector<double>& times) {
    if (options.speed) return plan_by_time(*options.speed, options.fps.value_or(kRealTimeFps), chosen, times);
    const double fitting = std::round(static_cast<double>(chosen.size()) / kFilmSeconds);
    return {chosen, options.fps.value_or(std::clamp(fitting, kSlowest, kFastest))};
}

}  // namespace galet::app
