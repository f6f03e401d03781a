#include "validation/experiment.hpp"

#include <nlohmann/json.hpp>

#include "galet/core/error.hpp"
#include "galet/core/version.hpp"
#include "galet/io/output_file.hpp"
#include "validation/bd17/bd17.hpp"
#include "validation/bl10/bl10.hpp"
#include "validation/maury06/maury06.hpp"
#include "validation/maury07/maury07.hpp"
#include "validation/moreau99/moreau99.hpp"

namespace galet::validation {
namespace {

void write_verdict(const Experiment& experiment, const Request& request, const Verdict& verdict) {
    nlohmann::ordered_json object = {{"experiment", experiment.name}, {"source", experiment.source},
                                     {"version", kVersion},           {"reproduced", verdict.all_hold()},
                                     {"held", verdict.held()},        {"values", verdict.checks().size()}};
    if (request.steps) object["shortened_to_steps"] = *request.steps;
    object["checks"] = nlohmann::ordered_json::parse(verdict.as_json());
    if (!verdict.notes().empty()) object["notes"] = verdict.notes();
    write_atomically(request.folder / "verdict.json", object.dump(2) + "\n");
}

}  // namespace

const std::vector<Experiment>& experiments() {
    static const std::vector<Experiment> all = {
        {"nonuniqueness", "Maury06 6.1, fig. 2-4",
         "a point on a floor: even and odd powers of 2 as steps find two solutions", false, nonuniqueness},
        {"sticky", "Maury06 6.2, fig. 5-7",
         "50 points on a line: exact at every node, for steps of 0.01, 0.5 and 1.5 s", false, sticky},
        {"impact", "Maury06 6.3, fig. 8-11", "2000 spheres in a plane fall on the ground, three diameters a step",
         false, impact},
        {"fifty-thousand", "Maury06 6.3", "50,000 spheres are poured into a box; takes minutes", true, fifty_thousand},
        {"convergence", "Maury06 4 and 5, BL10 4",
         "order of the scheme; 14 discs, 29 contacts: one velocity, many forces", false, convergence},
        {"growing-radii", "BL10 4", "discs that grow: closed form for two, 150 of them in a box", false, growing_radii},
        {"gluey-plane", "Maury07", "a ball and a disc stick until the pull has undone the push", false, gluey_plane},
        {"gluey-suspension", "Maury07", "300 dry and gluey grains when gravity turns round", false, gluey_suspension},
        {"lubrication-limit", "Maury07", "a viscous film tends to the gluey law as its viscosity goes to 0", false,
         lubrication_limit},
        {"shear", "Maury07", "apparent viscosity of a suspension between rough rings, by solid fraction", false, shear},
        {"crowd", "Maury07", "300 people leave through a door: arches, pressure, flow, twice the speed, a column",
         false, crowd},
        {"corridor", "Maury07", "two groups in opposite directions, on a line and in a corridor", false, corridor},
        {"stadium", "Maury07", "10,000 people on a floor plan of 500 walls with 20 gates", true, stadium},
        {"stochastic", "Maury07", "20,000 paths of reflected Langevin, their mean squares", false, stochastic},
        {"capillary", "Maury07", "liquid bridges: when two grains part; wet grains cluster", false, capillary},
        {"chains", "Maury07", "springs and filaments: period, straightening, among grains", false, chains},
        {"macroscopic", "Maury07", "blocks on a line beside the congested pressureless gas, dry and lubricated", false,
         macroscopic},
        {"restitution-chain", "Maury06 2, Moreau99 8", "a shock is shared by all balls that touch", false,
         restitution_chain},
        {"angle-of-repose", "after Moreau99", "a heap of discs on a rough plate: the steeper the more friction", false,
         angle_of_repose},
        {"hopper", "after Moreau99", "discs and spheres run out of a hopper: rate by aperture, Beverloo's form", false,
         hopper},
        {"three-ways", "Moreau99 1, 4 and 8",
         "one motion by contact dynamics, from event to event and by stiff springs", false, three_ways},
        {"sweeping", "Moreau99 2-6", "a moving convex set takes a point along: closed forms, orders of four methods",
         false, sweeping_process},
        {"vibrated", "Moreau99 10", "200 discs on a shaken floor", false, vibrated},
        {"ballistic", "Moreau99 8.3", "free flight, and a disc that falls on a rough plane and rolls", false,
         ballistic},
        {"billiard", "closed form, friction", "a ball slides, then rolls: with 2/3 or 5/7 of its speed, for any step",
         false, billiard},
        {"incline", "closed form, friction", "a disc and a ball on an incline: exact at every step, rolling or sliding",
         false, incline},
        {"pyramid", "closed form, friction", "three discs stand by friction, and fall with 2% less of it", false,
         pyramid},
        {"sliding-ball", "BD17 5.1, table 1", "one contact: sweeps of Gauss-Seidel by local solver", false,
         sliding_ball},
        {"sedimentation", "BD17 5.2, table 2, fig. 2",
         "500 balls settle in a box, with friction too: work by local solver", false, sedimentation},
        {"inclined", "BD17 5.3, table 3, fig. 3-4",
         "500 balls on a rough slope, with friction too: work by local solver, convergence by sweep", false, inclined},
    };
    return all;
}

Verdict reproduce(const Experiment& experiment, const Request& request) {
    std::error_code error;
    std::filesystem::create_directories(request.folder, error);
    if (error) throw FileError(request.folder.string() + ": could not make the folder: " + error.message());
    Verdict verdict;
    try {
        experiment.run(request, verdict);
    } catch (const Unsolved& unsolved) {
        verdict.failed(unsolved.what());
    }
    write_verdict(experiment, request, verdict);
    return verdict;
}

}  // namespace galet::validation
