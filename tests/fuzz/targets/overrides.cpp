// Values of `--set`: every line of the input is one key=value, put into a small scene.
#include <vector>

#include "fuzz/modest.hpp"
#include "fuzz/target.hpp"
#include "galet/scene/document.hpp"

namespace galet::fuzz {
namespace {

constexpr const char* kScene = R"(
[simulation]
dimension = 2
step = 0.1
end = 1.0
[[bodies]]
count = 3
radius = 0.1
mass = 1.0
placement = { lattice = { min = [0.0, 0.0], counts = [2, 2], spacing = 0.5 } }
[[obstacles]]
shape = "half-space"
point = [0.0, 0.0]
normal = [0.0, 1.0]
[[forces]]
type = "gravity"
acceleration = [0.0, -9.81]
)";

std::vector<Override> lines_of(std::string_view bytes) {
    std::vector<Override> overrides;
    while (!bytes.empty()) {
        const std::string_view line = bytes.substr(0, bytes.find('\n'));
        bytes.remove_prefix(std::min(bytes.size(), line.size() + 1));
        const std::size_t equals = line.find('=');
        if (equals == std::string_view::npos) continue;
        overrides.push_back({std::string(line.substr(0, equals)), std::string(line.substr(equals + 1))});
    }
    return overrides;
}

}  // namespace

void overrides(std::string_view bytes) {
    const std::vector<Override> all = lines_of(bytes);
    if (is_modest(kScene, all)) parse_scene(kScene, "scene.toml", "/nowhere", all);
}

}  // namespace galet::fuzz
