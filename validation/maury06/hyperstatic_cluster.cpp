// 14 discs with 29 contacts: one velocity, many contact forces (Maury06 4, after prop. 4; BL10 4, lemma 4.2).
//
// Rows of 3, 4, 4 and 3 equal discs of a triangular lattice touch in 29 places, as many as 14 discs can. G has 29 rows
// and rank 2 * 14 - 3, because translations and the rotation change no distance, so that the forces mu with the same
// G'mu fill four dimensions: each of the four inner discs may press more on its six neighbours and these less on each
// other. The discs are squeezed by f = -G'1, which 1 N in every contact balances: u = 0 exactly. From several starts,
// both solvers must find that velocity, with different forces. The sum of the forces is 29 N in all cases (it is the
// virial, minus the sum of f_i.q_i, over the diameter), which bounds them.
#include <fmt/format.h>

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "figures/picture.hpp"
#include "galet/core/random.hpp"
#include "galet/solvers/solver.hpp"
#include "validation/follow.hpp"
#include "validation/maury06/maury06.hpp"

namespace galet::validation {
namespace {

constexpr double kRadius = 0.5, kMass = 1, kStep = 0.1;  ///< [m], [kg], [s]
constexpr double kTouching = 1e-12;                      ///< lattice distances are rounded [m]
constexpr double kVelocityAllowed = 1e-8;                ///< [m/s]; U is of order 0.1
constexpr double kForceAllowed = 1e-6;                   ///< [N], where forces are unique

std::vector<double> lattice_patch() {
    std::vector<double> position;
    const int row_size[] = {3, 4, 4, 3};
    const double row_start[] = {0.5, 0, 0.5, 1};
    for (int row = 0; row < 4; ++row) {
        for (int k = 0; k < row_size[row]; ++k) {
            position.push_back(2 * kRadius * (row_start[row] + k));
            position.push_back(2 * kRadius * row * std::numbers::sqrt3 / 2);
        }
    }
    return position;
}

/// All pairs that touch, without forces.
ContactProblem touching_discs(const std::vector<double>& position) {
    ContactProblem problem;
    problem.dimension = 2;
    problem.step = kStep;
    const Index bodies = static_cast<Index>(position.size() / 2);
    problem.inverse_mass.assign(bodies, 1 / kMass);
    problem.free_velocity.assign(position.size(), 0);
    for (Index i = 0; i < bodies; ++i) {
        for (Index j = i + 1; j < bodies; ++j) {
            const Vec<2> apart = load<2>(position, j) - load<2>(position, i);
            if (std::abs(apart.norm() - 2 * kRadius) > kTouching) continue;
            problem.first.push_back(i);
            problem.second.push_back(j);
            problem.normal.insert(problem.normal.end(), {apart[0] / apart.norm(), apart[1] / apart.norm()});
            problem.distance.push_back(0);
        }
    }
    return problem;
}

Eigen::MatrixXd dense_gradient(const ContactProblem& problem) {
    Eigen::MatrixXd G = Eigen::MatrixXd::Zero(problem.contacts(), 2 * problem.bodies());
    for (Index c = 0; c < problem.contacts(); ++c) {
        const Vec<2> n = load<2>(problem.normal, c);
        G.block<1, 2>(c, 2 * problem.first[c]) = -n.transpose();
        G.block<1, 2>(c, 2 * problem.second[c]) = n.transpose();
    }
    return G;
}

/// U = h M^-1 f with f = -G'1.
void squeeze(ContactProblem& problem, const Eigen::MatrixXd& G) {
    const Eigen::VectorXd f = -G.transpose() * Eigen::VectorXd::Ones(G.rows());
    for (Index k = 0; k < f.size(); ++k) problem.free_velocity[k] = kStep / kMass * f[k];
}

struct Start {
    std::string name;
    std::vector<double> force;  ///< [N]
};

/// 6 N where an inner disc of the set presses on its neighbours, nothing elsewhere. A disc is inner where six touch it.
Start spokes_of(const ContactProblem& problem, const std::string& name, bool first_only) {
    std::vector<int> neighbours(problem.bodies());
    for (Index c = 0; c < problem.contacts(); ++c) ++neighbours[problem.first[c]], ++neighbours[problem.second[c]];
    const auto inner = [&](Index i) {
        const auto first = std::find(neighbours.begin(), neighbours.end(), 6) - neighbours.begin();
        return neighbours[i] == 6 && (!first_only || i == first);
    };
    Start start{name, std::vector<double>(problem.contacts())};
    for (Index c = 0; c < problem.contacts(); ++c) {
        if (inner(problem.first[c]) || inner(problem.second[c])) start.force[c] = 6;
    }
    return start;
}

Start random_start(const ContactProblem& problem) {
    Start start{"random", std::vector<double>(problem.contacts())};
    RandomStream random(1, 1);
    for (double& force : start.force) force = random.uniform(0, 4);
    return start;
}

std::vector<Start> starts(const ContactProblem& problem) {
    return {{"none", std::vector<double>(problem.contacts())},
            spokes_of(problem, "spokes of one disc", true),
            spokes_of(problem, "spokes of four discs", false),
            random_start(problem)};
}

Solution solve(const ContactProblem& problem, const std::string& method, const Start& start) {
    Limits limits;
    limits.error_bound = 1e-6;
    limits.violation = 1e-10;  // [m], of a radius of 0.5
    Solution solution;
    solution.force = start.force;
    make_solver({method})->solve(problem, limits, solution);
    return solution;
}

double largest_size(const std::vector<double>& values) {
    double largest = 0;
    for (const double v : values) largest = std::max(largest, std::abs(v));
    return largest;
}

/// How far the forces of the solutions are from each other, at most [N].
double spread_of_forces(const std::vector<Solution>& solutions) {
    double spread = 0;
    for (std::size_t c = 0; c < solutions[0].force.size(); ++c) {
        const auto less = [c](const Solution& a, const Solution& b) { return a.force[c] < b.force[c]; };
        const auto [low, high] = std::minmax_element(solutions.begin(), solutions.end(), less);
        spread = std::max(spread, high->force[c] - low->force[c]);
    }
    return spread;
}

FrameContacts network(const ContactProblem& problem, const Solution& solution) {
    FrameContacts contacts;
    contacts.first.assign(problem.first.begin(), problem.first.end());
    contacts.second.assign(problem.second.begin(), problem.second.end());
    contacts.gap = problem.distance;
    contacts.normal = problem.normal;
    for (const double force : solution.force) contacts.impulse.push_back(kStep * force);
    return contacts;
}

void draw_networks(const std::vector<double>& position, const ContactProblem& problem, const Solution& left,
                   const Solution& right, const std::filesystem::path& png) {
    const std::vector<double> radius(problem.bodies(), kRadius);
    const FrameContacts first = network(problem, left), second = network(problem, right);
    const std::vector<figures::Snapshot> states = {
        {2, position, radius, {}, nullptr, &first, "solved from no forces"},
        {2, position, radius, {}, nullptr, &second, "solved from forces around one disc"}};
    figures::PictureStyle style;
    style.title = "14 discs, 29 contacts: the same velocity, two networks of contact forces";
    figures::write_contact_sheet(states, 2, style, png);
}

}  // namespace

void hyperstatic_cluster(const Request& request, Verdict& verdict) {
    const std::vector<double> position = lattice_patch();
    ContactProblem problem = touching_discs(position);
    const Eigen::MatrixXd G = dense_gradient(problem);
    squeeze(problem, G);
    verdict.near("contacts of 14 discs", problem.contacts(), 29, 0);
    verdict.near("rank of G", static_cast<double>(Eigen::JacobiSVD<Eigen::MatrixXd>(G).setThreshold(1e-10).rank()),
                 2 * 14 - 3, 0);

    std::vector<Solution> solutions;
    for (const std::string method : {"apgd", "uzawa"}) {
        for (const Start& start : starts(problem)) {
            solutions.push_back(solve(problem, method, start));
            const std::vector<double>& force = solutions.back().force;
            const Eigen::Map<const Eigen::VectorXd> mu(force.data(), problem.contacts());
            const std::string how = fmt::format("{}, start: {}", method, start.name);
            verdict.at_most("largest velocity (exact: 0), " + how, largest_size(solutions.back().velocity),
                            kVelocityAllowed, "m/s");
            verdict.near("sum of the contact forces, " + how, mu.sum(), 29, kForceAllowed, "N");
        }
    }
    verdict.at_least("largest difference of a contact force between solutions", spread_of_forces(solutions), 0.1, "N");
    draw_networks(position, problem, solutions[0], solutions[1], request.folder / "cluster.png");
}

}  // namespace galet::validation
