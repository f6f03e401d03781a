// CSV files of bodies. The first byte says how many dimensions, and whether bodies rotate.
#include <sstream>

#include "fuzz/target.hpp"
#include "galet/scene/body_table.hpp"

namespace galet::fuzz {

void body_table(std::string_view bytes) {
    if (bytes.empty()) return;
    const unsigned choice = static_cast<unsigned char>(bytes.front());
    std::istringstream text{std::string(bytes.substr(1))};
    parse_body_table(text, "bodies.csv", 1 + static_cast<int>(choice % 3), choice / 3 % 2 == 1 && choice % 3 > 0);
}

}  // namespace galet::fuzz
