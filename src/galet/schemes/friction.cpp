#include "galet/schemes/friction.hpp"

#include <Eigen/Geometry>
#include <algorithm>

#include "galet/core/parallel.hpp"

namespace galet {

FrictionTable::FrictionTable(const LawSettings& law, const Bodies& bodies, const Obstacles& obstacles)
    : scene_(law.friction) {
    for (const Index owner : obstacles.owner) {
        const double own = obstacles.friction[owner];
        by_wall_.push_back(own >= 0 ? own : law.friction);
    }
    if (law.between.empty()) return;
    std::vector<std::string> names;
    const auto kind_of = [&names](const std::string& name) {
        return static_cast<Index>(std::find(names.begin(), names.end(), name) - names.begin());
    };
    for (const GroupFriction& pair : law.between) {
        for (const std::string& name : {pair.first, pair.second}) {
            if (kind_of(name) == static_cast<Index>(names.size())) names.push_back(name);
        }
    }
    kinds_ = static_cast<Index>(names.size()) + 1;  // the last one: every other name
    between_.assign(static_cast<std::size_t>(kinds_) * kinds_, law.friction);
    for (const GroupFriction& pair : law.between) {
        const Index a = kind_of(pair.first), b = kind_of(pair.second);
        between_[static_cast<std::size_t>(a) * kinds_ + b] = between_[static_cast<std::size_t>(b) * kinds_ + a] =
            pair.friction;
    }
    kind_.resize(bodies.radius.size());
    for (const Group& group : bodies.groups) {
        std::fill(kind_.begin() + group.first, kind_.begin() + group.last, kind_of(group.name));
    }
}

double FrictionTable::of(Index first, Index second) const {
    if (first < 0) return by_wall_[~first];
    if (between_.empty()) return scene_;
    return between_[static_cast<std::size_t>(kind_[first]) * kinds_ + kind_[second]];
}

void find_rubbing(const FrictionTable& table, const Bodies& bodies, std::span<const Wall> before,
                  std::span<const Wall> now, double step, const ContactSet& contacts, Rubbing& rubbing) {
    const Index m = contacts.size();
    rubbing.friction.resize(m);
    rubbing.arm.resize(2 * static_cast<std::size_t>(m));
    rubbing.drive.assign(before.empty() ? 0 : contacts.normal.size(), 0.0);
    with_plane_or_space(contacts.dimension, [&](auto dim) {
        parallel_for(m, [&](Index c) {
            const Index i = contacts.first[c], j = contacts.second[c];
            rubbing.friction[c] = table.of(i, j);
            const double half = i < 0 ? 0.0 : 0.5 * contacts.distance[c];
            double* const arm = &rubbing.arm[2 * static_cast<std::size_t>(c)];
            arm[0] = i < 0 ? 0.0 : bodies.radius[i] + half;
            arm[1] = bodies.radius[j] + half;
            if (before.empty() || i >= 0) return;
            const Vec<dim()> q = load<dim()>(bodies.position, j);
            store<dim()>(rubbing.drive, c, displacement_at<dim()>(before[~i], now[~i], q) / step);
        });
    });
}

template <int dim>
Vec<dim> slip_of(const ContactSet& contacts, const Rubbing& rubbing, Index c, std::span<const double> velocity,
                 std::span<const double> spin) {
    const Index i = contacts.first[c], j = contacts.second[c];
    const Vec<dim> n = load<dim>(contacts.normal, c);
    const double* const arm = &rubbing.arm[2 * static_cast<std::size_t>(c)];
    Vec<dim> relative = load<dim>(velocity, j);
    if (i >= 0) relative -= load<dim>(velocity, i);
    if constexpr (dim == 2) {
        const double turning = arm[1] * spin[j] + (i < 0 ? 0.0 : arm[0] * spin[i]);
        relative -= turning * Vec<2>(-n[1], n[0]);
    } else {
        Vec<3> turning = arm[1] * load<3>(spin, j);
        if (i >= 0) turning += arm[0] * load<3>(spin, i);
        relative -= turning.cross(n);
    }
    return relative - n.dot(relative) * n;
}

template Vec<2> slip_of<2>(const ContactSet&, const Rubbing&, Index, std::span<const double>, std::span<const double>);
template Vec<3> slip_of<3>(const ContactSet&, const Rubbing&, Index, std::span<const double>, std::span<const double>);

}  // namespace galet
