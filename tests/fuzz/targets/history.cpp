// history.csv as `galet info` reads it.
#include "galet/io/history.hpp"

#include "fuzz/memory_file.hpp"
#include "fuzz/target.hpp"

namespace galet::fuzz {

void history(std::string_view bytes) {
    static const MemoryFile file;
    read_history(file.filled_with(bytes));
}

}  // namespace galet::fuzz
