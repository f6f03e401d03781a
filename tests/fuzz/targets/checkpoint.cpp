// Checkpoints. The input gets its seal here, which no chance would hit.
#include "galet/io/checkpoint.hpp"

#include "fuzz/hdf5_input.hpp"
#include "fuzz/target.hpp"
#include "galet/io/seal.hpp"

namespace galet::fuzz {

void checkpoint(std::string_view bytes) {
    static const Hdf5Input input;
    const std::string sealed = std::string(bytes) + seal_of(std::as_bytes(std::span(bytes)));
    input.read(sealed, [](const std::filesystem::path& path) { read_checkpoint(path); });
}

}  // namespace galet::fuzz
