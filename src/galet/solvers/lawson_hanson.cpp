#include "galet/solvers/lawson_hanson.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace galet {
namespace {

constexpr int kRefinements = 3;

/// Rounds for each unknown after which the method gives up: it takes about one.
constexpr int kPatience = 10;

/// The rows and columns of W, and the entries of b, that are in.
Eigen::VectorXd solve_for(const Eigen::MatrixXd& W, const Eigen::VectorXd& b, const std::vector<int>& in) {
    return solve_soft(W(in, in), b(in));
}

}  // namespace

Eigen::VectorXd solve_soft(const Eigen::MatrixXd& W, const Eigen::VectorXd& b) {
    if (b.size() == 0) return b;
    Eigen::MatrixXd stiffer = W;
    stiffer.diagonal() *= 1 + kSoftness;
    const Eigen::LDLT<Eigen::MatrixXd> factor(stiffer);
    Eigen::VectorXd x = factor.solve(-b);
    for (int k = 0; k < kRefinements; ++k) x -= factor.solve(W * x + b);
    return x;
}

Eigen::VectorXd lawson_hanson(const Eigen::MatrixXd& W, const Eigen::VectorXd& b, double tolerance) {
    const int m = static_cast<int>(b.size());
    Eigen::VectorXd x = Eigen::VectorXd::Zero(m);
    std::vector<char> is_in(m, 0), refused(m, 0);
    std::vector<int> in;
    for (int round = 0; round < kPatience * m; ++round) {
        const Eigen::VectorXd w = W * x + b;
        int next = -1;
        double least = -tolerance;
        for (int c = 0; c < m; ++c) {
            if (!is_in[c] && !refused[c] && w[c] < least) least = w[next = c];
        }
        if (next < 0) break;
        is_in[next] = 1;
        in.push_back(next);
        for (;;) {
            const Eigen::VectorXd wanted = solve_for(W, b, in);
            // As far towards it as nothing becomes negative; what stops the way leaves.
            double part = 1;
            for (std::size_t k = 0; k < in.size(); ++k) {
                const double from = x[in[k]], to = wanted[static_cast<int>(k)];
                if (to <= 0) part = std::min(part, from > 0 ? from / (from - to) : 0.0);
            }
            for (std::size_t k = 0; k < in.size(); ++k) {
                const double to = wanted[static_cast<int>(k)];
                x[in[k]] = part < 1 ? x[in[k]] + part * (to - x[in[k]]) : to;
                // Rounding must not keep in what stopped the way.
                if (to <= 0 && x[in[k]] <= std::numeric_limits<double>::epsilon() * std::abs(to)) x[in[k]] = 0;
            }
            if (part == 1) break;
            std::erase_if(in, [&](int c) {
                if (x[c] > 0) return false;
                x[c] = 0;
                is_in[c] = 0;
                return true;
            });
            if (in.empty()) break;
        }
        // What is thrown out at once is w < 0 by rounding: not again until something else has changed.
        refused[next] = !is_in[next];
        if (is_in[next]) std::fill(refused.begin(), refused.end(), 0);
    }
    return x;
}

}  // namespace galet
