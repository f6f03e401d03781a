// summary.json: the totals of a run in plain names, with their units beside them.
#pragma once

#include <filesystem>
#include <string>

#include "galet/simulation/records.hpp"

namespace galet {

/// How a run ended.
enum class RunEnd {
    finished,    ///< all steps done
    stopped,     ///< a step missed its limits under policy `stop`
    interrupted  ///< by the user, or before the end by --steps
};

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
    HistoryRow last;  ///< row of the last step done; of the start before the first

    bool complete() const { return end == RunEnd::finished; }
};

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
