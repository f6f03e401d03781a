// summary.json.
#include "galet/io/summary.hpp"

#include "fuzz/memory_file.hpp"
#include "fuzz/target.hpp"

namespace galet::fuzz {

void summary(std::string_view bytes) {
    static const MemoryFile file;
    read_summary(file.filled_with(bytes));
}

}  // namespace galet::fuzz
