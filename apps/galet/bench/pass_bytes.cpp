#include "bench/pass_bytes.hpp"

#include <algorithm>
#include <vector>

#include "galet/core/parallel.hpp"
#include "galet/core/timer.hpp"
#include "galet/problem/contact_operator.hpp"

namespace galet::app {

double least_bytes(const std::string& method, int dimension, Index bodies, Index contacts) {
    const double vector = 8.0 * lanes(dimension);
    constexpr double kNumber = 8, kIndex = 4;
    // Every pass: rows and two indices.
    const double row = vector + 2 * kIndex;
    // Pushes twice there and back, two masses, where further places begin.
    const double pushes = 4 * vector + 2 * kNumber + kIndex;
    if (method == "apgd") {
        // b, z and the last z read, the next written over it; x and x_y read and written.
        return contacts * (row + 4 * kNumber) + bodies * (pushes + 4 * vector);
    }
    if (method == "face-cg" || method == "auto") {
        // z, r, p read and written, the face read; v read and written.
        return contacts * (row + 7 * kNumber) + bodies * (pushes + 2 * vector);
    }
    if (method == "bb" || method == "uzawa") {
        // d, z read and written; U read, u read and written.
        return contacts * (row + 3 * kNumber) + bodies * (pushes + 3 * vector);
    }
    if (method == "nlgs" || method == "nncg") {
        // d, W_cc, p read and written, the rate written; u there and back, 1/m.
        return contacts * (row + 5 * kNumber) + bodies * (2 * vector + kNumber);
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
