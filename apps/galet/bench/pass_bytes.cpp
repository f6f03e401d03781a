#include "bench/pass_bytes.hpp"

#include <algorithm>
#include <vector>

#include "galet/core/parallel.hpp"
#include "galet/core/timer.hpp"
#include "galet/problem/contact_operator.hpp"

namespace galet::app {

double least_bytes(const std::string& method, int dimension, Index bodies, Index contacts) {
    const bool cg = method == "face-cg" || method == "auto", single = cg || method == "apgd in single precision";
    const double number = single ? sizeof(float) : sizeof(double), vector = number * lanes(dimension);
    constexpr double kIndex = sizeof(Index);
    // Every pass: rows and two indices.
    const double row = vector + 2 * kIndex;
    // Pushes twice there and back, two masses.
    const double pushes = 4 * vector + 2 * number;
    if (method.starts_with("apgd")) {
        // w, floor, e and the last e read, the next written over it; x and x_y read and written.
        return contacts * (row + 5 * number) + bodies * (pushes + 4 * vector);
    }
    if (cg) {
        // e, r, p read and written, floor and face read; v read and written.
        return contacts * (row + 8 * number) + bodies * (pushes + 2 * vector);
    }
    if (method == "bb" || method == "uzawa") {
        // d, z read and written; U read, u read and written.
        return contacts * (row + 3 * number) + bodies * (pushes + 3 * vector);
    }
    if (method == "nlgs" || method == "nncg") {
        // d, W_cc, p read and written, the rate written; u there and back, 1/m.
        return contacts * (row + 5 * number) + bodies * (2 * vector + number);
    }
    return 0;
}

double triad_bandwidth() {
    constexpr Index kNumbers = 1 << 25;
    std::vector<double> a(kNumbers, 0.0), b(kNumbers, 1.0), c(kNumbers, 2.0);
    double best = 1e300;
    for (int repeat = 0; repeat < 5; ++repeat) {
        const Timer timer;
        parallel_for(kNumbers, [a = a.data(), b = b.data(), c = c.data()](Index k) { a[k] = b[k] + 3 * c[k]; });
        best = std::min(best, timer.seconds());
    }
    return 3.0 * sizeof(double) * kNumbers / best;
}

}  // namespace galet::app
