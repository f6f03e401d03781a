// Counter-based random numbers (Philox 4x32-10, from Random123): a draw is a pure function of its seed, stream and
// number, so that it does not depend on threads, order or restarts.
#pragma once

#include <Random123/philox.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace galet {

/// Two numbers, independent and uniform in [0, 1), with 53 random bits each: draw `number` of `stream` under `seed`.
inline std::array<double, 2> uniform_draws(std::uint64_t seed, std::uint64_t stream, std::uint64_t number) {
    const r123::Philox4x32::ctr_type counter = {
        {static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(number >> 32),
         static_cast<std::uint32_t>(stream), static_cast<std::uint32_t>(stream >> 32)}};
    const r123::Philox4x32::key_type key = {{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)}};
    const auto bits = r123::Philox4x32{}(counter, key);
    const auto part = [](std::uint64_t high, std::uint64_t low) {
        return static_cast<double>(((high << 32) | low) >> 11) * 0x1.0p-53;
    };
    return {part(bits[0], bits[1]), part(bits[2], bits[3])};
}

/// The first of them.
inline double uniform_draw(std::uint64_t seed, std::uint64_t stream, std::uint64_t number) {
    return uniform_draws(seed, stream, number)[0];
}

/// Two independent normal numbers of mean 0 and variance 1, by Box and Muller's transform: exact but for 53 bits, which
/// end at 8.6 standard deviations.
inline std::array<double, 2> normal_draws(std::uint64_t seed, std::uint64_t stream, std::uint64_t number) {
    const auto [u, v] = uniform_draws(seed, stream, number);
    const double length = std::sqrt(-2 * std::log1p(-u));
    const double angle = 2 * std::numbers::pi * v;
    return {length * std::cos(angle), length * std::sin(angle)};
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
