// Parallel loops and reductions whose result does not depend on the number of threads.
//
// Work is cut into blocks of a fixed size; threads take blocks as they come, but every block writes its own output, and
// the partial results of a reduction are combined in block order. One thread or many: the same bits.
//
// The pool is a plain fork-join over std::thread. Blocks are short (microseconds), so idle workers spin for a moment
// before they sleep.
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <vector>

#include "galet/core/types.hpp"

namespace galet {

/// Threads used by all parallel loops of the process; 1 until set. Values below 1 mean one for each core.
void set_thread_count(int count);
int thread_count();

/// Indices a block of a body or contact loop holds: some microseconds of work, and its data fit into a first-level
/// cache.
inline constexpr Index kBlock = 1024;

namespace detail {
using BlockFunction = void (*)(void* context, std::size_t block);
void run_blocks(std::size_t blocks, BlockFunction function, void* context);
}  // namespace detail

/// Calls body(block, first, last) for the blocks [first, last) that cut [0, count) into pieces of `grain`.
template <class Body>
void parallel_blocks(Index count, Index grain, Body&& body) {
    if (count <= 0) return;
    const std::size_t blocks = (static_cast<std::size_t>(count) + grain - 1) / grain;
    struct Context {
        std::remove_reference_t<Body>* body;
        Index count, grain;
    } context{&body, count, grain};
    detail::run_blocks(
        blocks,
        [](void* pointer, std::size_t block) {
            auto& c = *static_cast<Context*>(pointer);
            const Index first = static_cast<Index>(block) * c.grain;
            // Written without `first + grain`, which may overflow for the last block.
            const Index last = c.count - first > c.grain ? first + c.grain : c.count;
            (*c.body)(block, first, last);
        },
        &context);
}

/// Calls body(i) for every i in [0, count).
template <class Body>
void parallel_for(Index count, Body&& body) {
    parallel_blocks(count, kBlock, [&body](std::size_t, Index first, Index last) {
        auto own = body;  // what it captures by value can be kept in registers
        for (Index i = first; i < last; ++i) own(i);
    });
}

/// Makes `to` a copy of `from`: two containers of numbers, side by side in memory.
template <class From, class To>
void parallel_copy(const From& from, To& to) {
    to.resize(from.size());
    parallel_for(static_cast<Index>(from.size()),
                 [source = from.data(), target = to.data()](Index i) { target[i] = source[i]; });
}

/// Combines the values partial(first, last) of all blocks, in block order, starting from `start`.
template <class T, class Partial, class Combine>
T ordered_reduce(Index count, T start, Partial&& partial, Combine&& combine) {
    if (count <= kBlock) return count > 0 ? combine(start, partial(Index{0}, count)) : start;
    // One buffer a thread and type: no allocation once it has grown. The reference is taken here, on the calling
    // thread.
    thread_local std::vector<T> buffer;
    std::vector<T>& results = buffer;
    results.resize((static_cast<std::size_t>(count) + kBlock - 1) / kBlock);
    parallel_blocks(count, kBlock,
                    [&](std::size_t block, Index first, Index last) { results[block] = partial(first, last); });
    for (const T& result : results) start = combine(start, result);
    return start;
}

/// Sum of term(i) over [0, count), the same for any number of threads.
template <class Term>
double ordered_sum(Index count, Term&& term) {
    return ordered_reduce(
        count, 0.0,
        [&term](Index first, Index last) {
            auto own = term;  // as above
            double sum = 0;
            for (Index i = first; i < last; ++i) sum += own(i);
            return sum;
        },
        [](double a, double b) { return a + b; });
}

/// Largest term(i) over [0, count), `start` when there is none.
template <class Term>
double ordered_max(Index count, double start, Term&& term) {
    return ordered_reduce(
        count, start,
        [&term, start](Index first, Index last) {
            double largest = start;
            for (Index i = first; i < last; ++i) largest = std::max(largest, term(i));
            return largest;
        },
        [](double a, double b) { return std::max(a, b); });
}

}  // namespace galet
