// Problems of the FCLIB collection.
#include "fuzz/hdf5_input.hpp"
#include "fuzz/target.hpp"
#include "galet/io/fclib_file.hpp"

namespace galet::fuzz {

void fclib(std::string_view bytes) {
    static const Hdf5Input input;
    input.read(bytes, [](const std::filesystem::path& path) { read_fclib(path); });
}

}  // namespace galet::fuzz
