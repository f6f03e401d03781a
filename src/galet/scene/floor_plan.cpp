#include "galet/scene/floor_plan.hpp"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "galet/core/json_depth.hpp"
#include "galet/scene/toml_text.hpp"

namespace galet {
namespace {

using Json = nlohmann::json;

constexpr const char* kGeometries =
    "Polygon, MultiPolygon, LineString, MultiLineString, GeometryCollection, Feature or FeatureCollection";

/// Walks through a document; `where_` says how it got to the part it looks at.
class PlanReader {
  public:
    PlanReader(std::string file, const Place& place) : file_(std::move(file)), place_(place) {}

    FloorPlan read(const Json& document) {
        object(document, "the document");
        if (plan_.lines.empty()) fail("the document", "expected some walls, found none");
        return std::move(plan_);
    }

    [[noreturn]] void fail(const std::string& where, const std::string& problem) const {
        throw InputError(place_, fmt::format("{}: {}: {}", file_, where, problem));
    }

  private:
    const Json& member(const Json& json, const std::string& name, const std::string& where) const {
        if (!json.is_object()) fail(where, fmt::format("expected an object, found {}", shown(json)));
        if (!json.contains(name)) fail(where, fmt::format("has no \"{}\"", name));
        return json[name];
    }

    const Json& list(const Json& json, const std::string& where, const char* words) const {
        if (!json.is_array()) fail(where, fmt::format("expected {}, found {}", words, shown(json)));
        return json;
    }

    static std::string shown(const Json& json) {
        constexpr std::size_t kLongest = 40;
        const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
        return text.size() <= kLongest ? text : text.substr(0, kLongest) + "...";
    }

    void object(const Json& json, const std::string& where) {
        const Json& type = member(json, "type", where);
        const std::string name = type.is_string() ? type.get<std::string>() : shown(type);
        if (name == "FeatureCollection") return each(member(json, "features", where), "features", where);
        if (name == "GeometryCollection") return each(member(json, "geometries", where), "geometries", where);
        if (name == "Feature") {
            const Json& geometry = member(json, "geometry", where);
            if (!geometry.is_null()) object(geometry, where + ", geometry");
            return;
        }
        const int depth = name == "LineString"                             ? 0
                          : name == "MultiLineString" || name == "Polygon" ? 1
                          : name == "MultiPolygon"                         ? 2
                                                                           : -1;
        if (depth < 0) fail(where, fmt::format("expected a {}, found \"{}\"", kGeometries, name));
        coordinates(member(json, "coordinates", where), depth, name.ends_with("Polygon"), where + ", coordinates");
    }

    void each(const Json& all, const char* name, const std::string& where) {
        std::size_t k = 0;
        for (const Json& one : list(all, where, "a list")) object(one, fmt::format("{} {}", name, k++));
    }

    /// Lists of lists of points, `depth` deep.
    void coordinates(const Json& json, int depth, bool rings, const std::string& where) {
        if (depth == 0) return line(json, rings, where);
        std::size_t k = 0;
        for (const Json& one : list(json, where, "a list of lines")) {
            coordinates(one, depth - 1, rings, fmt::format("{} {}", where, k++));
        }
    }

    void line(const Json& json, bool ring, const std::string& where) {
        std::vector<Point> points;
        for (const Json& one : list(json, where, "a list of points")) {
            points.push_back(point(one, fmt::format("{}, point {}", where, points.size())));
        }
        if (points.size() < (ring ? 4U : 2U)) {
            fail(where, fmt::format("expected at least {} points, found {}", ring ? 4 : 2, points.size()));
        }
        if (ring && points.front() != points.back()) fail(where, "expected a ring that ends where it starts");
        for (std::size_t k = 0; k + 1 < points.size(); ++k) {
            if (points[k] != points[k + 1]) plan_.lines.push_back({points[k], points[k + 1]});
        }
    }

    Point point(const Json& json, const std::string& where) const {
        const bool fits = json.is_array() && json.size() >= 2 && json[0].is_number() && json[1].is_number();
        if (!fits) fail(where, fmt::format("expected two numbers (m), found {}", shown(json)));
        const Point at{json[0].get<double>(), json[1].get<double>(), 0};
        if (!std::isfinite(at[0]) || !std::isfinite(at[1])) fail(where, "expected finite numbers");
        return at;
    }

    std::string file_;
    Place place_;
    FloorPlan plan_;
};

}  // namespace

FloorPlan read_floor_plan(const std::filesystem::path& path, const Place& place) {
    std::ifstream input(path, std::ios::binary);
    if (!input || std::filesystem::is_directory(path)) throw InputError(place, path.string() + ": no such file");
    return parse_floor_plan(input, path.string(), place);
}

FloorPlan parse_floor_plan(std::istream& text, const std::string& file, const Place& place) {
    PlanReader reader(file, place);
    Json document;
    try {
        document = parse_shallow<Json>(text);
    } catch (const Json::exception& error) {
        throw InputError(place, fmt::format("{}: not JSON: {}", file, error.what()));
    } catch (const InputError& error) {
        throw InputError(place, fmt::format("{}: {}", file, error.what()));
    }
    return reader.read(document);
}

FloorPlan floor_plan_of(const TomlValue& lines) {
    const std::string words = "a list of lines, each a list of at least two points [x, y]";
    FloorPlan plan;
    for (const TomlValue& line : elements_of(lines, words)) {
        const std::vector<TomlValue> elements = elements_of(line, words);
        if (elements.size() < 2) line.expected(words);
        std::vector<Point> points;
        for (const TomlValue& element : elements) points.push_back(vector_of(element, 2));
        for (std::size_t k = 0; k + 1 < points.size(); ++k) {
            if (points[k] != points[k + 1]) plan.lines.push_back({points[k], points[k + 1]});
        }
    }
    if (plan.lines.empty()) lines.expected(words);
    return plan;
}

std::string lines_text(const FloorPlan& plan) {
    const auto point = [](const Point& p) { return fmt::format("[{}, {}]", toml_text(p[0]), toml_text(p[1])); };
    std::string text = "[";
    for (std::size_t k = 0; k < plan.lines.size(); ++k) {
        const Segment& line = plan.lines[k];
        const bool goes_on = k > 0 && plan.lines[k - 1].to == line.from;
        if (!goes_on) text += (k == 0 ? "[" : "], [") + point(line.from);
        text += ", " + point(line.to);
    }
    return text + "]]";
}

}  // namespace galet
