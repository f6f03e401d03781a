#include "view/result_source.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <fstream>

#include "galet/core/error.hpp"
#include "galet/laws/law_names.hpp"
#include "show/bodies_result.hpp"
#include "show/body_values.hpp"
#include "view/describe.hpp"
#include "view/encode.hpp"

namespace galet::app {
namespace {

constexpr std::int64_t kMostFrames = 100000;                ///< told in one answer
constexpr std::size_t kMostHistory = std::size_t{1} << 20;  ///< bytes in one answer
constexpr auto kFresh = std::chrono::milliseconds(200);     ///< not looked at again within
constexpr const char* kBinary = "application/octet-stream";

Point centre_of(const Frame& frame) {
    const auto d = static_cast<std::size_t>(frame.dimension);
    Point centre{};
    for (std::size_t k = 0; k < d && frame.size() > 0; ++k) {
        double low = frame.position[k], high = low;
        for (std::size_t i = k; i < frame.position.size(); i += d) {
            low = std::min(low, frame.position[i]);
            high = std::max(high, frame.position[i]);
        }
        centre[k] = low + (high - low) / 2;
    }
    return centre;
}

double scale_of(const Frame& frame) {
    Bodies bodies;
    bodies.dimension = frame.dimension;
    bodies.position = frame.position;
    bodies.radius = frame.radius;
    return length_scale(bodies);
}

std::uint64_t size_of(const std::filesystem::path& path) {
    std::error_code error;
    const std::uint64_t size = std::filesystem::file_size(path, error);
    return error ? 0 : size;
}

FrameParts only(bool FrameParts::*part) {
    FrameParts parts;
    parts.*part = true;
    return parts;
}

}  // namespace

ResultSource::ResultSource(const std::filesystem::path& folder, std::string name)
    : files_(files_with_bodies(folder.string())),
      name_(std::move(name)),
      contents_(open(files_)),
      looked_(Clock::now()) {}

std::optional<ResultSource::FileId> ResultSource::identify(const std::filesystem::path& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return {};
    return FileId{status.st_dev, status.st_ino};
}

ResultSource::Contents ResultSource::open(const ResultFiles& files) {
    // Identified first: a file that takes its place in between is then found to be another.
    const FileId file = identify(files.trajectory()).value_or(FileId{});
    Contents contents{file, TrajectoryReader(files.trajectory()), load_stage(files.scene().string())};
    if (contents.trajectory.frames() == 0) return contents;
    FrameParts parts;
    parts.position = parts.radius = true;
    const Frame start = contents.trajectory.read(0, parts);
    contents.origin = centre_of(start);
    contents.violation_limit = contents.stage.settings.violation * scale_of(start);
    return contents;
}

void ResultSource::refresh() {
    if (Clock::now() - looked_ < kFresh) return;
    looked_ = Clock::now();
    const std::optional<FileId> file = identify(files_.trajectory());
    if (file && *file != contents_.file) return reopen();
    const std::int64_t before = contents_.trajectory.frames();
    contents_.trajectory.refresh();
    const std::int64_t now = contents_.trajectory.frames();
    // With the first frame come the origin and the length scale.
    if (now < before || (before == 0 && now > 0)) reopen();
}

void ResultSource::reopen() {
    // A run that has just begun may not have written all of it yet: then what was there is shown until it has.
    try {
        Contents contents = open(files_);
        if (contents.trajectory.frames() == 0) return;
        contents_ = std::move(contents);
        ++generation_;
    } catch (const std::exception&) {
    }
}

Json ResultSource::description(std::size_t index) const {
    const TrajectoryReader& trajectory = contents_.trajectory;
    const Settings& settings = contents_.stage.settings;
    Json values = Json::array();
    for (const BodyValue value : kBodyValues) {
        if (has_value(value, trajectory, settings.contact.law == Law::gluey))
            values.push_back({{"name", name_of(value)}, {"label", label_of(value, trajectory)}});
    }
    return {{"index", index},
            {"name", name_},
            {"folder", files_.folder.string()},
            {"title", contents_.stage.title},
            {"dimension", trajectory.dimension()},
            {"scheme", settings.scheme},
            {"law", galet::name_of(settings.contact.law)},
            {"step", settings.step},
            {"end", settings.end},
            {"bodies", trajectory.bodies()},
            {"rotates", trajectory.rotate()},
            {"crowd", trajectory.crowd()},
            {"origin", describe_point(contents_.origin, trajectory.dimension())},
            {"values", std::move(values)},
            {"groups", describe_groups(trajectory.groups())},
            {"limits", {{"error_bound", settings.tolerance}, {"violation", contents_.violation_limit}}},
            {"exits", describe_exits(contents_.stage.exits)},
            {"obstacles_move", !contents_.stage.prescribed.empty()},
            {"impulse_unit", trajectory.crowd() ? "m/s" : "N s"}};
}

Json ResultSource::state(std::int64_t from) {
    refresh();
    const TrajectoryReader& trajectory = contents_.trajectory;
    const std::int64_t first = std::min(from, trajectory.frames());
    const std::int64_t last = std::min(first + kMostFrames, trajectory.frames());
    Json steps = Json::array(), times = Json::array();
    for (std::int64_t k = first; k < last; ++k) {
        steps.push_back(trajectory.steps()[static_cast<std::size_t>(k)]);
        times.push_back(trajectory.times()[static_cast<std::size_t>(k)]);
    }
    return {{"frames", trajectory.frames()},
            {"generation", generation_},
            {"finished", std::filesystem::exists(files_.summary()) && !files_.being_written()},
            {"steps", std::move(steps)},
            {"times", std::move(times)},
            {"history_bytes", size_of(files_.history())}};
}

Frame ResultSource::read(std::int64_t frame, const FrameParts& parts) const {
    const std::int64_t frames = contents_.trajectory.frames();
    if (frame >= frames) {
        throw Refusal(404, "frame " + std::to_string(frame) + ": the result has " + std::to_string(frames) +
                               (frames == 1 ? " frame" : " frames") + ", counted from 0");
    }
    return contents_.trajectory.read(frame, parts);
}

Answer ResultSource::array(std::int64_t frame, std::string_view what) const {
    if (what == "position")
        return {200, kBinary, encode_positions(read(frame, only(&FrameParts::position)), contents_.origin), ""};
    if (what == "radius") return {200, kBinary, encode_floats(read(frame, only(&FrameParts::radius)).radius), ""};
    if (what == "id") return {200, kBinary, encode_ids(read(frame, {})), ""};
    if (what == "orientation") {
        if (!contents_.trajectory.rotate()) throw Refusal(404, "orientation: the bodies of this result do not rotate");
        return {200, kBinary, encode_floats(read(frame, only(&FrameParts::rotation)).orientation), ""};
    }
    if (what != "contacts") throw Refusal(404, "a frame has no array of that name");
    FrameParts parts;
    parts.radius = parts.impulse = parts.geometry = true;
    Frame touching = read(frame, parts);
    number_by_place(touching);
    return {200, kBinary, encode_contacts(touching), ""};
}

Answer ResultSource::value(std::int64_t frame, std::string_view name) const {
    const TrajectoryReader& trajectory = contents_.trajectory;
    const std::optional<BodyValue> value = body_value(name);
    if (!value || !has_value(*value, trajectory, contents_.stage.settings.contact.law == Law::gluey))
        throw Refusal(404, "the bodies of this result have no value of that name");
    const Frame state = read(frame, parts_of(*value, trajectory.crowd()));
    return {200, kBinary, encode_floats(values_of(*value, state, trajectory.groups())), ""};
}

Answer ResultSource::obstacles(std::int64_t frame) const {
    const double time = read(frame, {}).time;
    return json_answer(describe_obstacles(contents_.stage.obstacles_at(time), contents_.trajectory.dimension()));
}

Answer ResultSource::body(std::int64_t frame, std::int64_t id) const {
    const Frame state = read(frame, FrameParts::all());
    const auto place = std::lower_bound(state.id.begin(), state.id.end(), id);
    if (place == state.id.end() || *place != id)
        throw Refusal(404, "body " + std::to_string(id) + " is not in frame " + std::to_string(frame));
    return json_answer(
        describe_body(state, static_cast<std::size_t>(place - state.id.begin()), contents_.trajectory.groups()));
}

Answer ResultSource::history(std::int64_t from) const {
    std::ifstream file(files_.history(), std::ios::binary);
    const std::uint64_t size = file ? size_of(files_.history()) : 0, start = static_cast<std::uint64_t>(from);
    if (start > size) {
        throw Refusal(416, "from=" + std::to_string(from) + " is beyond the end of history.csv, which has " +
                               std::to_string(size) + " bytes");
    }
    std::string text(std::min<std::uint64_t>(kMostHistory, size - start), '\0');
    file.seekg(from);
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(file.gcount()));
    text.resize(text.rfind('\n') + 1);  // npos + 1 is 0: no line is whole
    const std::string next = std::to_string(start + text.size());
    return {200, "text/csv; charset=utf-8", std::move(text), next};
}

}  // namespace galet::app
