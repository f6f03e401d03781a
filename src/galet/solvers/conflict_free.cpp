#include "galet/solvers/conflict_free.hpp"

#include <array>

#include "galet/core/pack.hpp"
#include "galet/core/parallel.hpp"

namespace galet {
namespace {

constexpr std::size_t kWindow = 64;

}  // namespace

void ConflictFreeOrder::assign(const ContactProblem& problem) {
    gather_packs(problem);
    permute(problem);
}

void ConflictFreeOrder::gather_packs(const ContactProblem& problem) {
    const Index m = problem.contacts();
    order_.clear();
    order_.reserve(m);
    window_.clear();
    alone_.clear();
    taken_.assign(problem.bodies(), -1);
    Index next = 0;
    for (Index pack = 0;; ++pack) {
        while (next < m && window_.size() < kWindow) window_.push_back(next++);
        if (window_.empty()) break;
        std::array<std::size_t, kPackWidth> chosen{};
        std::size_t found = 0;
        for (std::size_t k = 0; k < window_.size() && found < kPackWidth; ++k) {
            const Index i = problem.first[window_[k]], j = problem.second[window_[k]];
            if ((i != kFixed && taken_[i] == pack) || taken_[j] == pack) continue;
            if (i != kFixed) taken_[i] = pack;
            taken_[j] = pack;
            chosen[found++] = k;
        }
        if (found < kPackWidth) {
            alone_.push_back(window_.front());
            window_.erase(window_.begin());
            continue;
        }
        for (const std::size_t k : chosen) order_.push_back(window_[k]);
        for (std::size_t k = found; k-- > 0;) window_.erase(window_.begin() + static_cast<std::ptrdiff_t>(chosen[k]));
    }
    packed_ = static_cast<Index>(order_.size());
    order_.insert(order_.end(), alone_.begin(), alone_.end());
}

void ConflictFreeOrder::permute(const ContactProblem& problem) {
    const Index m = problem.contacts();
    permuted_.dimension = problem.dimension;
    permuted_.step = problem.step;
    permuted_.leeway = problem.leeway;
    permuted_.energy_outside = problem.energy_outside;
    parallel_copy(problem.inverse_mass, permuted_.inverse_mass);
    parallel_copy(problem.free_velocity, permuted_.free_velocity);
    permuted_.first.resize(m);
    permuted_.second.resize(m);
    permuted_.distance.resize(m);
    permuted_.normal.resize(problem.normal.size());
    with_dimension(problem.dimension, [&](auto dim) {
        parallel_for(m, [&](Index k) {
            const Index c = order_[k];
            permuted_.first[k] = problem.first[c];
            permuted_.second[k] = problem.second[c];
            permuted_.distance[k] = problem.distance[c];
            store<dim()>(permuted_.normal, k, load<dim()>(problem.normal, c));
        });
    });
}

void ConflictFreeOrder::forth(std::span<const double> values, std::span<double> permuted) const {
    parallel_for(static_cast<Index>(order_.size()), [&](Index k) { permuted[k] = values[order_[k]]; });
}

void ConflictFreeOrder::back(std::span<const double> permuted, std::span<double> values) const {
    parallel_for(static_cast<Index>(order_.size()), [&](Index k) { values[order_[k]] = permuted[k]; });
}

}  // namespace galet
