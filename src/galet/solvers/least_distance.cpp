#include "galet/solvers/least_distance.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace galet {
namespace {

/// Rounds for each unknown after which the method gives up: it takes about one.
constexpr int kPatience = 10;

/// Slopes below this, of the largest they can be, are rounding.
constexpr double kFlat = 1e-15;

/// The least-squares solution with the columns `in`.
Eigen::VectorXd solve_with(const Eigen::MatrixXd& A, const Eigen::VectorXd& f, const std::vector<int>& in) {
    const Eigen::MatrixXd columns = A(Eigen::all, in);
    return columns.completeOrthogonalDecomposition().solve(f);
}

/// As far from y towards `wanted` as nothing becomes negative; true when that is all the way. What stops it leaves.
bool move_towards(const Eigen::VectorXd& wanted, std::vector<int>& in, Eigen::VectorXd& y) {
    double part = 1;
    int stops = -1;
    for (std::size_t k = 0; k < in.size(); ++k) {
        const double from = y[in[k]], to = wanted[static_cast<int>(k)];
        if (to > 0) continue;
        const double here = from > 0 ? from / (from - to) : 0.0;
        if (stops < 0 || here < part) part = here, stops = in[k];
    }
    for (std::size_t k = 0; k < in.size(); ++k) {
        const double to = wanted[static_cast<int>(k)];
        y[in[k]] = stops < 0 ? to : std::max(0.0, y[in[k]] + part * (to - y[in[k]]));
    }
    if (stops < 0) return true;
    y[stops] = 0;
    std::erase_if(in, [&](int c) { return y[c] <= 0; });
    return false;
}

}  // namespace

Eigen::VectorXd nonnegative_least_squares(const Eigen::MatrixXd& A, const Eigen::VectorXd& f) {
    const int m = static_cast<int>(A.cols());
    const Eigen::VectorXd length = A.colwise().norm();
    Eigen::VectorXd y = Eigen::VectorXd::Zero(m);
    std::vector<int> in;
    std::vector<char> refused(m, 0);
    for (int round = 0; round < kPatience * m; ++round) {
        const Eigen::VectorXd slope = A.transpose() * (f - A * y);
        int next = -1;
        double steepest = kFlat * f.norm();
        for (int c = 0; c < m; ++c) {
            const bool outside = std::find(in.begin(), in.end(), c) == in.end();
            if (outside && !refused[c] && slope[c] > steepest * length[c]) steepest = slope[next = c] / length[c];
        }
        if (next < 0) break;
        in.push_back(next);
        while (!in.empty() && !move_towards(solve_with(A, f, in), in, y)) continue;
        // What is thrown out at once came in by rounding: not again until something else has changed.
        const bool stays = std::find(in.begin(), in.end(), next) != in.end();
        refused[next] = !stays;
        if (stays) std::fill(refused.begin(), refused.end(), 0);
    }
    return y;
}

void LeastDistance::assign(DelassusProblem problem, const ContactProblem* bodies) {
    assert(bodies);
    problem_.assign(std::move(problem));
    const int d = bodies->dimension;
    const Eigen::Index motions = static_cast<Eigen::Index>(bodies->bodies()) * d;
    rows_ = Eigen::MatrixXd::Zero(bodies->contacts(), motions + bodies->films());
    for (Index c = 0; c < bodies->contacts(); ++c) {
        const auto set = [&](Index i, double sign) {
            for (int k = 0; k < d && i != kFixed; ++k) {
                const double n = bodies->normal[static_cast<std::size_t>(c) * d + k];
                rows_(c, static_cast<Eigen::Index>(i) * d + k) = sign * n * std::sqrt(bodies->inverse_mass[i]);
            }
        };
        set(bodies->first[c], -1);
        set(bodies->second[c], 1);
        const Index film = c - bodies->pushing();
        if (film >= 0) rows_(c, motions + film) = std::sqrt(bodies->softness[film]);
        rows_.row(c) *= problem_.sigma()[c];
    }
    z_.assign(static_cast<std::size_t>(bodies->contacts()), 0.0);
}

std::int64_t LeastDistance::run(std::span<const double>, std::int64_t, const Look& look, std::string& note) {
    const Eigen::VectorXd e = -Eigen::Map<const Eigen::VectorXd>(problem_.matrix().b.data(), rows_.rows());
    const double scale = e.cwiseAbs().maxCoeff();
    if (!(scale > 0)) return 0;
    const Eigen::Index m = rows_.rows(), films = problem_.matrix().films;
    Eigen::MatrixXd stacked(rows_.cols() + 1, m + films);
    stacked.leftCols(m) << rows_.transpose(), e.transpose() / scale;
    stacked.rightCols(films) = -stacked.middleCols(m - films, films);
    Eigen::VectorXd unit = Eigen::VectorXd::Zero(stacked.rows());
    unit[rows_.cols()] = 1;
    const Eigen::VectorXd parts = nonnegative_least_squares(stacked, unit);
    Eigen::VectorXd y = parts.head(m);
    y.tail(films) -= parts.tail(films);
    const double left = 1 - stacked.row(rows_.cols()).dot(parts);
    // Where nothing is left y itself shows the contradiction, whatever its length.
    constexpr double kNothing = 16 * std::numeric_limits<double>::epsilon();
    const bool contradiction = !(left > kNothing);
    const Eigen::VectorXd z = contradiction ? y : Eigen::VectorXd(y * (scale / left));
    std::copy(z.begin(), z.end(), z_.begin());
    if (look(1, z_)) return 1;
    note = contradiction ? "the contacts contradict each other: no motion is admissible"
                         : "the limits are below what double precision gives";
    return 1;
}

}  // namespace galet
