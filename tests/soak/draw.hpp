// Random choices that make a world. They use nothing but exact arithmetic and square roots, so that the same seed and
// number give the same world on every machine, for ever.
#pragma once

#include <cmath>
#include <initializer_list>

#include "galet/core/random.hpp"
#include "galet/geometry/wall.hpp"

namespace galet::soak {

class Draw {
  public:
    Draw(std::uint64_t seed, std::uint64_t world) : random_(seed, world) {}

    double uniform(double low, double high) { return random_.uniform(low, high); }
    bool chance(double part) { return random_.uniform() < part; }

    /// A whole number of [low, high].
    int whole(int low, int high) { return low + static_cast<int>(random_.uniform() * (high - low + 1)); }

    /// As many small as large: of [low, high], 0 < low < high, uniform in the exponent of two and then within it.
    double magnitude(double low, double high) {
        const double drawn = std::ldexp(1 + random_.uniform(), whole(std::ilogb(low), std::ilogb(high)));
        return std::min(std::max(drawn, low), high);
    }

    template <class T>
    T one_of(std::initializer_list<T> choices) {
        return choices.begin()[whole(0, static_cast<int>(choices.size()) - 1)];
    }

    /// A unit vector; on a line one of two.
    Point direction(int dimension) {
        while (true) {
            Point p{};
            double square = 0;
            for (int k = 0; k < dimension; ++k) {
                p[k] = uniform(-1, 1);
                square += p[k] * p[k];
            }
            if (square > 1 || square < 1e-4) continue;
            const double length = std::sqrt(square);
            for (double& component : p) component /= length;
            return p;
        }
    }

  private:
    RandomStream random_;
};

}  // namespace galet::soak
