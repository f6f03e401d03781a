#include "doctor/embedded.hpp"

#include "galet/core/error.hpp"
#include "galet/scene/sweeping_scene.hpp"

namespace galet::doctor {

void read_embedded(const Example& example) {
    if (example.text.find("\n[sweeping]") != std::string::npos) {
        parse_sweeping_scene(example.text, example.name);
    } else {
        parse_scene(example.text, example.name, ".");
    }
}

Scene embedded_scene(const std::string& name, const std::vector<Override>& overrides) {
    for (const Example& example : examples())
        if (example.name == name) return parse_scene(example.text, name, ".", overrides);
    throw InputError(name + ": no such example inside the program");
}

}  // namespace galet::doctor
