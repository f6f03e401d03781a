// The parts of the experiment `sweeping`. Private to this folder.
#pragma once

#include "figures/chart.hpp"
#include "galet/sweeping/sweep.hpp"
#include "validation/verdict.hpp"

namespace galet::validation {

/// All places of a run, the start first. Throws Unsolved where a step is not done.
struct SweptPath {
    std::vector<double> time;
    std::vector<sweeping::Vector> point;
    double jump = 0, way = 0;  ///< lengths, over all steps

    figures::Series series(const std::string& name, figures::Mark mark, figures::Colour colour) const;  ///< y over x
};

SweptPath swept(const sweeping::MovingSet& set, const sweeping::Vector& start, const sweeping::Settings& settings,
                double end);

sweeping::Vector vector_of(std::initializer_list<double> components);

/// A closed curve: the circle, or the box with these corners.
figures::Series circle(double x, double y, double radius);
figures::Series rectangle(double x, double y, double half);

// Half-plane, turning half-plane, square, wedge, jump: closed forms.
void check_half_plane(Verdict& verdict);
void check_blade(Verdict& verdict);
figures::Panel check_square(Verdict& verdict);
void check_wedge(Verdict& verdict);
figures::Panel check_jump(Verdict& verdict);

// What holds for random sets.
figures::Panel check_parting(Verdict& verdict);
void check_rate(Verdict& verdict);

}  // namespace galet::validation
