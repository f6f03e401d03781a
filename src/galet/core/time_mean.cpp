#include "galet/core/time_mean.hpp"

#include <boost/math/quadrature/gauss.hpp>
#include <boost/math/quadrature/gauss_kronrod.hpp>

namespace galet {
namespace {

/// Lagrange's basis: how much the value at each node counts in the polynomial through all of them, at x.
std::array<double, 15> extrapolation(const std::array<double, 15>& node, double x) {
    std::array<double, 15> weight;
    for (std::size_t i = 0; i < node.size(); ++i) {
        weight[i] = 1;
        for (std::size_t j = 0; j < node.size(); ++j) {
            if (j != i) weight[i] *= (x - node[j]) / (node[i] - node[j]);
        }
    }
    return weight;
}

MeanRule make_mean_rule() {
    namespace quadrature = boost::math::quadrature;
    // Boost lists 0 and the positive nodes, ascending; every other one, from 0 on, is a Gauss point.
    const auto& node = quadrature::gauss_kronrod<double, 15>::abscissa();
    const auto& kronrod = quadrature::gauss_kronrod<double, 15>::weights();
    const auto& gauss = quadrature::gauss<double, 7>::weights();

    MeanRule rule{};
    for (std::size_t i = 0; i < node.size(); ++i) {
        const double gauss_weight = i % 2 == 0 ? gauss[i / 2] : 0.0;
        for (const std::size_t place : {7 - i, 7 + i}) {
            rule.node[place] = place < 7 ? -node[i] : node[i];
            rule.kronrod[place] = 0.5 * kronrod[i];
            rule.gauss[place] = 0.5 * gauss_weight;
        }
    }
    rule.left = extrapolation(rule.node, -1.0);
    rule.right = extrapolation(rule.node, 1.0);
    rule.unseen = 0.5 * (1.0 - rule.node.back());
    return rule;
}

}  // namespace

const MeanRule& mean_rule() {
    static const MeanRule rule = make_mean_rule();
    return rule;
}

}  // namespace galet
