// Counter-based random numbers (Philox 4x32-10, from Random123): a draw is a pure function of its seed, stream and
// number, so that it does not depend on threads, order or restarts.
#pragma once

#include <Random123/philox.h>

#include <cstdint>

namespace galet {

/// Uniform in [0, 1) with 53 random bits: draw `number` of stream `stream` under `seed`.
inline double uniform_draw(std::uint64_t seed, std::uint64_t stream, std::uint64_t number) {
    const r123::Philox4x32::ctr_type counter = {
        {static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(number >> 32),
         static_cast<std::uint32_t>(stream), static_cast<std::uint32_t>(stream >> 32)}};
    const r123::Philox4x32::key_type key = {{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)}};
    const auto bits = r123::Philox4x32{}(counter, key);
    const std::uint64_t word = (static_cast<std::uint64_t>(bits[0]) << 32) | bits[1];
    return static_cast<double>(word >> 11) * 0x1.0p-53;
}

/// The draws of one stream, one after the other.
class RandomStream {
  public:
    RandomStream(std::uint64_t seed, std::uint64_t stream) : seed_(seed), stream_(stream) {}
    double uniform() { return uniform_draw(seed_, stream_, number_++); }
    double uniform(double low, double high) { return low + (high - low) * uniform(); }

  private:
    std::uint64_t seed_, stream_, number_ = 0;
};

}  // namespace galet
