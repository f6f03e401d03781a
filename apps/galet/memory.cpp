// The program's memory: large arrays lie in huge pages where the system has them. At a million bodies the arrays of a
// step are hundreds of megabytes, and looking up small pages costs a tenth of its time.
#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

constexpr std::size_t kHugePage = std::size_t{1} << 21;
constexpr std::size_t kLarge = 2 * kHugePage;

void* allocate(std::size_t size, std::size_t alignment) {
    const bool large = size >= kLarge;
    if (large && alignment < kHugePage) alignment = kHugePage;
    // aligned_alloc asks for a multiple of the alignment; malloc must not be asked for nothing.
    const std::size_t rounded = (size + alignment - 1) / alignment * alignment;
    if (rounded < size) throw std::bad_alloc();
    void* memory = alignment <= alignof(std::max_align_t) ? std::malloc(size > 0 ? size : 1)
                                                          : std::aligned_alloc(alignment, rounded);
    if (memory == nullptr) throw std::bad_alloc();
    if (large) madvise(memory, rounded, MADV_HUGEPAGE);  // a hint: without it nothing is lost but speed
    return memory;
}

}  // namespace

void* operator new(std::size_t size) { return allocate(size, alignof(std::max_align_t)); }
void* operator new[](std::size_t size) { return allocate(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
    return allocate(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
    return allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
