#include "galet/problem/natural_map.hpp"

#include <algorithm>
#include <cmath>

namespace galet {
namespace {

struct Sums {
    double above = 0;      ///< |z - max(0, z - w)|^2
    double below = 0;      ///< |min(0, b)|^2
    double objective = 0;  ///< 1/2 z.(w + b) = 1/2 z'Wz + b'z

    void add(double z, double w, double b) {
        const double step = z < w ? z : w;  // not a number where w is none
        above += step * step;
        below += b < 0 ? b * b : 0.0;
        objective += 0.5 * z * (w + b);
    }
    void add_film(double z, double w, double b) {
        above += w * w;
        below += b * b;
        objective += 0.5 * z * (w + b);
    }
};

Sums combine(const Sums& a, const Sums& b) { return {a.above + b.above, a.below + b.below, a.objective + b.objective}; }

DualMeasure measure_of(const Sums& sums) {
    const double above = std::sqrt(sums.above);
    return {sums.below > 0 ? above / std::sqrt(sums.below) : above, sums.objective};
}

}  // namespace

DualMeasure measure_dual(const ContactOperator& op, std::span<const double> z, const LaneArray& u) {
    return measure_of(with_dimension(op.problem().dimension, [&](auto dim) {
        return ordered_reduce(
            op.contacts(), Sums{},
            [&](Index first, Index last) {
                Sums sums;
                for (Index c = first; c < last; ++c) {
                    const double root = std::sqrt(op.diagonal(c));
                    const double scaled = root * z[c], w = op.row<dim()>(c, z, u) / root,
                                 b = op.row<dim()>(c, op.free_velocity()) / root;
                    c < op.pushing() ? sums.add(scaled, w, b) : sums.add_film(scaled, w, b);
                }
                return sums;
            },
            combine);
    }));
}

DualMeasure measure_dual(const DelassusProblem& problem, std::span<const double> p, std::span<const double> w) {
    const std::vector<double> diagonal = diagonal_of(problem);
    return measure_of(ordered_reduce(
        problem.contacts(), Sums{},
        [&](Index first, Index last) {
            Sums sums;
            for (Index c = first; c < last; ++c) {
                const double root = std::sqrt(diagonal[c]);
                const double z = root * p[c], rate = w[c] / root, b = problem.b[c] / root;
                c < problem.pushing() ? sums.add(z, rate, b) : sums.add_film(z, rate, b);
            }
            return sums;
        },
        combine));
}

std::vector<double> diagonal_of(const DelassusProblem& problem) {
    std::vector<double> diagonal(problem.b.size(), 0.0);
    for (Index c = 0; c < problem.contacts(); ++c)
        for (std::int64_t e = problem.start[c]; e < problem.start[c + 1]; ++e)
            if (problem.column[e] == c) diagonal[c] = problem.value[e];
    return diagonal;
}

}  // namespace galet
