#include "galet/problem/delassus.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "galet/core/parallel.hpp"

namespace galet {
namespace {

/// The contacts of each body, ascending.
struct Incidence {
    std::vector<std::int64_t> start;
    std::vector<Index> contact;

    explicit Incidence(const ContactProblem& problem) : start(static_cast<std::size_t>(problem.bodies()) + 2, 0) {
        const Index m = problem.contacts();
        // Counts two places ahead, so that filling moves every start to where it belongs.
        for_each_body(problem, m, [&](Index, Index i) { ++start[i + 2]; });
        for (std::size_t i = 2; i < start.size(); ++i) start[i] += start[i - 1];
        contact.resize(static_cast<std::size_t>(start.back()));
        for_each_body(problem, m, [&](Index c, Index i) { contact[start[i + 1]++] = c; });
    }

    std::span<const Index> of(Index body) const {
        if (body == kFixed) return {};
        return {contact.data() + start[body], contact.data() + start[body + 1]};
    }

  private:
    template <class F>
    static void for_each_body(const ContactProblem& problem, Index contacts, F&& f) {
        for (Index c = 0; c < contacts; ++c) {
            if (problem.first[c] != kFixed && problem.first[c] != problem.second[c]) f(c, problem.first[c]);
            f(c, problem.second[c]);
        }
    }
};

/// Calls f(d) for the contacts in either list, ascending, each once.
template <class F>
void for_each_in_union(std::span<const Index> a, std::span<const Index> b, F&& f) {
    std::size_t i = 0, j = 0;
    while (i < a.size() || j < b.size()) {
        const Index d = j == b.size() || (i < a.size() && a[i] <= b[j]) ? a[i] : b[j];
        if (i < a.size() && a[i] == d) ++i;
        if (j < b.size() && b[j] == d) ++j;
        f(d);
    }
}

/// What n_c.n_d is multiplied by: 1/m of every shared body, with the signs of the two contacts at it.
double coupling(const ContactProblem& p, Index c, Index d) {
    double sum = 0;
    for (const Index i : {p.first[c], p.second[c]}) {
        if (i == kFixed) continue;
        const double at_c = (p.second[c] == i) - (p.first[c] == i), at_d = (p.second[d] == i) - (p.first[d] == i);
        sum += at_c * at_d * p.inverse_mass[i];
    }
    return sum;
}

template <int dim>
void fill_rows(const ContactProblem& p, const Incidence& incidence, DelassusProblem& w) {
    parallel_for(p.contacts(), [&](Index c) {
        const Vec<dim> n = load<dim>(p.normal, c);
        std::int64_t k = w.start[c];
        for_each_in_union(incidence.of(p.first[c]), incidence.of(p.second[c]), [&](Index d) {
            w.column[k] = d;
            const double softness = c == d && c >= p.pushing() ? p.softness[c - p.pushing()] : 0.0;
            w.value[k++] = coupling(p, c, d) * n.dot(load<dim>(p.normal, d)) + softness;
        });
        const auto velocity = [&](Index i) -> Vec<dim> {
            return i == kFixed ? Vec<dim>::Zero() : load<dim>(p.free_velocity, i);
        };
        w.b[c] = p.distance[c] / p.step + n.dot(velocity(p.second[c]) - velocity(p.first[c]));
    });
}

template <int dim>
void place(const ContactProblem& p, DelassusProblem& w) {
    w.dimension = dim;
    w.position.resize(static_cast<std::size_t>(p.contacts()) * dim);
    parallel_for(p.contacts(), [&](Index c) {
        const Vec<dim> second = load<dim>(p.position, p.second[c]);
        store<dim>(w.position, c, p.first[c] == kFixed ? second : 0.5 * (load<dim>(p.position, p.first[c]) + second));
    });
}

}  // namespace

DelassusProblem delassus_of(const ContactProblem& problem) {
    const Index m = problem.contacts();
    const Incidence incidence(problem);
    DelassusProblem w;
    w.films = problem.films();
    w.start.assign(static_cast<std::size_t>(m) + 1, 0);
    parallel_for(m, [&](Index c) {
        for_each_in_union(incidence.of(problem.first[c]), incidence.of(problem.second[c]),
                          [&](Index) { ++w.start[c + 1]; });
    });
    for (Index c = 0; c < m; ++c) w.start[c + 1] += w.start[c];
    w.column.resize(static_cast<std::size_t>(w.start[m]));
    w.value.resize(w.column.size());
    w.b.resize(m);
    with_dimension(problem.dimension, [&](auto dim) {
        fill_rows<dim()>(problem, incidence, w);
        if (!problem.position.empty()) place<dim()>(problem, w);
    });
    return w;
}

namespace {

/// W_cd, 0 where it is not stored.
const double* entry(const DelassusProblem& w, Index c, Index d) {
    const auto first = w.column.begin() + w.start[c], last = w.column.begin() + w.start[c + 1];
    const auto found = std::lower_bound(first, last, d);
    return found != last && *found == d ? &w.value[found - w.column.begin()] : nullptr;
}

double diagonal(const DelassusProblem& w, Index c) {
    const double* value = entry(w, c, c);
    return value ? *value : 0.0;
}

}  // namespace

double asymmetry(const DelassusProblem& problem) {
    return ordered_max(problem.contacts(), 0.0, [&](Index c) {
        double largest = 0;
        for (std::int64_t k = problem.start[c]; k < problem.start[c + 1]; ++k) {
            const Index d = problem.column[k];
            const double* mirrored = entry(problem, d, c);
            if (!mirrored) return std::numeric_limits<double>::infinity();
            const double scale = std::sqrt(std::max(0.0, diagonal(problem, c) * diagonal(problem, d)));
            largest = std::max(largest, std::abs(problem.value[k] - *mirrored) / (scale > 0 ? scale : 1.0));
        }
        return largest;
    });
}

std::vector<double> scale_to_unit_diagonal(DelassusProblem& problem) {
    const Index m = problem.contacts();
    std::vector<double> sigma(m);
    parallel_for(m, [&](Index c) {
        const double w = diagonal(problem, c);
        sigma[c] = w > 0 ? 1 / std::sqrt(w) : 1.0;
    });
    parallel_for(m, [&](Index c) {
        for (std::int64_t k = problem.start[c]; k < problem.start[c + 1]; ++k) {
            problem.value[k] *= sigma[c] * sigma[problem.column[k]];
        }
        problem.b[c] *= sigma[c];
    });
    return sigma;
}

void multiply(const DelassusProblem& problem, std::span<const double> z, std::span<double> product) {
    parallel_for(problem.contacts(), [&](Index c) {
        double sum = 0;
        for (std::int64_t k = problem.start[c]; k < problem.start[c + 1]; ++k) {
            sum += problem.value[k] * z[problem.column[k]];
        }
        product[c] = sum;
    });
}

}  // namespace galet
