#include "galet/core/parallel.hpp"

#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace galet {
namespace {

/// Polls before a thread that waits gives its core away: about 1 ms, longer than what lies between two loops of a
/// solver. Few where there are more threads than cores: those that work need ours.
constexpr int kSpins = 20000, kFewSpins = 100;

int cores() { return static_cast<int>(std::max(1U, std::thread::hardware_concurrency())); }

void relax() {
#if defined(__x86_64__)
    _mm_pause();
#endif
}

/// Workers wait for the epoch to change, enter the loop while it is open, work on blocks and leave. A loop is closed
/// when no block is left; the caller waits for those inside, never for one that has not woken up yet. Each thread has a
/// stretch of consecutive blocks, the same in every loop of a length, so that its data stay in its own cache; when it
/// is through it takes what is left of the others'. What a block throws is thrown again to the caller when all are
/// done.
class Pool {
  public:
    explicit Pool(int threads) : spins_(threads > cores() ? kFewSpins : kSpins), stretches_(threads) {
        workers_.reserve(static_cast<std::size_t>(threads));
        try {
            for (int i = 1; i < threads; ++i) workers_.emplace_back([this, i] { work(i); });
        } catch (const std::system_error&) {
            // The system gives no more threads. Those that are there do the work of all, to the same bits.
        }
    }

    ~Pool() {
        stop_.store(true);
        epoch_.fetch_add(1);
        epoch_.notify_all();
        for (std::thread& worker : workers_) worker.join();
    }

    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

    int size() const { return static_cast<int>(workers_.size()) + 1; }

    void run(std::size_t blocks, detail::BlockFunction function, void* context) {
        function_ = function;
        context_ = context;
        const std::size_t threads = stretches_.size();
        for (std::size_t i = 0; i < threads; ++i) {
            stretches_[i].next.store(blocks * i / threads, std::memory_order_relaxed);
            stretches_[i].last = blocks * (i + 1) / threads;
        }
        loop_.store(kOpen, std::memory_order_release);
        epoch_.fetch_add(1, std::memory_order_release);
        epoch_.notify_all();
        take_blocks(0);
        loop_.fetch_and(~kOpen, std::memory_order_acq_rel);
        for (int spin = 0; loop_.load(std::memory_order_acquire) != 0; ++spin) {
            spin < spins_ ? relax() : std::this_thread::yield();
        }
        if (!failed_.load(std::memory_order_relaxed)) return;
        failed_.store(false, std::memory_order_relaxed);
        std::rethrow_exception(std::exchange(failure_, nullptr));
    }

  private:
    struct alignas(64) Stretch {
        std::atomic<std::size_t> next{0};
        std::size_t last = 0;
    };

    void take_blocks(std::size_t own) {
        for (std::size_t k = 0; k < stretches_.size(); ++k) {
            Stretch& stretch = stretches_[(own + k) % stretches_.size()];
            for (;;) {
                const std::size_t block = stretch.next.fetch_add(1, std::memory_order_relaxed);
                if (block >= stretch.last) break;
                call(block);
            }
        }
    }

    void call(std::size_t block) noexcept {
        try {
            function_(context_, block);
        } catch (...) {
            if (!failed_.exchange(true, std::memory_order_relaxed)) failure_ = std::current_exception();
        }
    }

    /// Whether the loop was open: then it waits for this thread to leave.
    bool enter() {
        std::uint32_t loop = loop_.load(std::memory_order_relaxed);
        while ((loop & kOpen) != 0) {
            if (loop_.compare_exchange_weak(loop, loop + 1, std::memory_order_acquire, std::memory_order_relaxed)) {
                return true;
            }
        }
        return false;
    }
    void leave() { loop_.fetch_sub(1, std::memory_order_release); }

    void work(std::size_t own);

    static constexpr std::uint32_t kOpen = std::uint32_t{1} << 31;

    const int spins_;
    detail::BlockFunction function_ = nullptr;
    void* context_ = nullptr;
    std::vector<Stretch> stretches_;
    std::atomic<std::uint32_t> loop_{0};  ///< kOpen, and how many workers are inside
    std::atomic<std::uint32_t> epoch_{0};
    std::atomic<bool> stop_{false};
    std::atomic<bool> failed_{false};  ///< did a block throw?
    std::exception_ptr failure_;       ///< what it threw, the first of several
    std::vector<std::thread> workers_;
};

/// True on a thread that already works on a block: a loop met there runs on that thread alone.
thread_local bool inside_loop = false;

void Pool::work(std::size_t own) {
    inside_loop = true;
    std::uint32_t seen = 0;
    for (;;) {
        for (int spin = 0; spin < spins_ && epoch_.load(std::memory_order_acquire) == seen; ++spin) relax();
        while (epoch_.load(std::memory_order_acquire) == seen) epoch_.wait(seen, std::memory_order_acquire);
        seen = epoch_.load(std::memory_order_acquire);
        if (stop_.load()) return;
        if (!enter()) continue;
        take_blocks(own);
        leave();
    }
}

std::unique_ptr<Pool> pool;

}  // namespace

void set_thread_count(int count) {
    if (count < 1) count = cores();
    if (count == thread_count()) return;
    pool.reset();
    if (count > 1) pool = std::make_unique<Pool>(count);
}

int thread_count() { return pool ? pool->size() : 1; }

void detail::run_blocks(std::size_t blocks, BlockFunction function, void* context) {
    if (!pool || blocks == 1 || inside_loop) {
        for (std::size_t block = 0; block < blocks; ++block) function(context, block);
        return;
    }
    struct Inside {
        Inside() { inside_loop = true; }
        ~Inside() { inside_loop = false; }
    } const inside;
    pool->run(blocks, function, context);
}

}  // namespace galet
