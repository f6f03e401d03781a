// summary.json: the totals of a run in plain names, with their units beside them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "galet/simulation/simulation.hpp"

namespace galet {

/// How a run ended.
enum class RunEnd {
    finished,    ///< all steps done
    stopped,     ///< a step missed its limits under policy `stop`
    interrupted  ///< by the user, or before the end by --steps
};

/// What became of a crowd.
struct CrowdSummary {
    struct Flow {
        std::string exit;
        std::int64_t count = 0;                ///< who left through it
        double first_time = 0, last_time = 0;  ///< when the first and the last of them did [s]; 0 where there are none
        double rate = 0;  ///< between these two: (count - 1) / (last - first) [1/s]; 0 where that is not defined
    };
    std::int64_t people = 0, left = 0;
    double evacuation_time = 0;  ///< when the last one left [s]; 0 while somebody is inside
    std::vector<Flow> exits;
    std::int64_t most_pressed = -1;  ///< id; -1: nobody was
    double most_pressed_time = 0;    ///< [s]
    double largest_pressure = 0;     ///< of that person then [m/s]

    bool evacuated() const { return people > 0 && left == people; }
};

CrowdSummary crowd_summary(const Simulation& simulation);

struct Summary {
    std::string scene;  ///< its name
    std::string title;
    int dimension = 3;
    std::int64_t bodies = 0;
    bool rotate = false;  ///< whether the bodies do
    int threads = 1;
    RunEnd end = RunEnd::finished;
    std::int64_t end_step = 0;  ///< of `stopped`: the step that failed; else the last one done
    std::string reason;         ///< of `stopped`: what was missed
    Totals totals;
    std::optional<CrowdSummary> crowd;
    HistoryRow last;  ///< row of the last step done; of the start before the first

    bool complete() const { return end == RunEnd::finished; }
};

/// What is known of a run of a scene that has ended like this, for `reason` where a step was not solved.
Summary summarise(const Simulation& simulation, const std::string& scene, const std::string& title, RunEnd end,
                  const std::string& reason = "");

/// "certified"; "not certified: 3 steps over their limits"; "stopped at step 7: ..."; "interrupted at step 7".
std::string verdict(const Summary& summary);

/// The sum of energies at the end that the start and the work do not explain [J].
double energy_imbalance(const Summary& summary);

/// |end - start - external impulse| [kg m/s].
double momentum_imbalance(const Summary& summary);

/// Replaced at once. A number that is not finite becomes null, its reason in the object "missing".
void write_summary(const std::filesystem::path& path, const Summary& summary);

Summary read_summary(const std::filesystem::path& path);

}  // namespace galet
