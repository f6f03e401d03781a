// Checkpoints.
#include "galet/io/checkpoint.hpp"

#include "fuzz/hdf5_input.hpp"
#include "fuzz/target.hpp"

namespace galet::fuzz {

void checkpoint(std::string_view bytes) {
    static const Hdf5Input input;
    input.read(bytes, [](const std::filesystem::path& path) { read_checkpoint(path); });
}

}  // namespace galet::fuzz
