#include "galet/detection/film_memory.hpp"

namespace galet {

void FilmMemory::remember(const Bodies& bodies, Entries entries) {
    entries_ = std::move(entries);
    table_.build(bodies, entries_.first, entries_.second);
}

}  // namespace galet
