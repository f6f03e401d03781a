// Contact problems as files.
#include "fuzz/hdf5_input.hpp"
#include "fuzz/target.hpp"
#include "galet/io/problem_file.hpp"

namespace galet::fuzz {

void problem(std::string_view bytes) {
    static const Hdf5Input input;
    input.read(bytes, [](const std::filesystem::path& path) { read_problem(path); });
}

}  // namespace galet::fuzz
