#include "view/routes.hpp"

#include <charconv>

#include "galet/core/version.hpp"

namespace galet::app {
namespace {

constexpr std::string_view kResults = "api/results";
constexpr std::size_t kMostDigits = 18;  ///< of a number that surely fits 64 bits

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

std::int64_t whole_number(std::string_view text, const char* what) {
    const bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
    if (!digits || text.size() > kMostDigits) throw Refusal(400, std::string(what) + ": a whole number is expected");
    std::int64_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

/// The number `from` of a query; 0 where there is none.
std::int64_t from_of(std::string_view query) {
    constexpr std::string_view kName = "from=";
    for (const std::string_view part : split(query, '&'))
        if (part.starts_with(kName)) return whole_number(part.substr(kName.size()), "from");
    return 0;
}

Answer answer_frame(const ResultSource& result, const std::vector<std::string_view>& parts) {
    const std::int64_t frame = whole_number(parts[2], "frame");
    const std::string_view what = parts[3];
    if (parts.size() == 5 && what == "value") return result.value(frame, parts[4]);
    if (parts.size() == 5 && what == "bodies") return result.body(frame, whole_number(parts[4], "body"));
    if (parts.size() == 4 && what == "obstacles") return result.obstacles(frame);
    if (parts.size() == 4) return result.array(frame, what);
    throw Refusal(404, "there is nothing here");
}

Json describe_all(const std::vector<ResultSource>& results) {
    Json list = Json::array();
    for (std::size_t r = 0; r < results.size(); ++r) list.push_back(results[r].description(r));
    return {{"version", kVersion}, {"results", std::move(list)}};
}

}  // namespace

const PageFile* find_page_file(std::string_view path) {
    if (path.empty()) path = "index.html";
    for (const PageFile& file : page_files())
        if (file.path == path) return &file;
    return nullptr;
}

bool reads_a_frame(std::string_view path) { return path.find("/frames/") != std::string_view::npos; }

Answer Api::answer(std::string_view path, std::string_view query) {
    if (path == kResults) return json_answer(describe_all(results_));
    if (!path.starts_with(kResults) || path[kResults.size()] != '/') throw Refusal(404, "there is nothing here");
    // R, state or history; R, frames, K, ...
    const std::vector<std::string_view> parts = split(path.substr(kResults.size() + 1), '/');
    const std::int64_t index = whole_number(parts[0], "result");
    if (index >= static_cast<std::int64_t>(results_.size()))
        throw Refusal(404, "result " + std::to_string(index) + ": there are " + std::to_string(results_.size()));
    ResultSource& result = results_[static_cast<std::size_t>(index)];
    if (parts.size() == 2 && parts[1] == "state") return json_answer(result.state(from_of(query)));
    if (parts.size() == 2 && parts[1] == "history") return result.history(from_of(query));
    if (parts.size() >= 4 && parts[1] == "frames") {
        const std::string name = std::to_string(result.generation()) + " " + std::string(path);
        return recent_.get(name, [&] { return answer_frame(result, parts); });
    }
    throw Refusal(404, "there is nothing here");
}

}  // namespace galet::app
