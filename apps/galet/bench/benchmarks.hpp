// The benchmarks of `galet bench`, one file each. Each prints its table to standard error and returns it as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include "galet/core/types.hpp"

namespace galet::app {

struct BenchOptions {
    /// Only problems of this many bodies, where the benchmark has several sizes; 0: all.
    Index bodies = 0;

    bool wants(Index count) const { return bodies == 0 || bodies == count; }
};

nlohmann::json bench_detection(const BenchOptions& options);  ///< time a body by number of bodies
nlohmann::json bench_threads(const BenchOptions& options);    ///< one thread against all
nlohmann::json bench_passes(
    const BenchOptions& options);  ///< one pass over the contacts, beside the bandwidth of the memory
nlohmann::json bench_solvers(const BenchOptions& options);   ///< every method on the set of problems
nlohmann::json bench_growth(const BenchOptions& options);    ///< passes by number of spheres, equally settled
nlohmann::json bench_settle(const BenchOptions& options);    ///< one second of settling spheres
nlohmann::json bench_glue(const BenchOptions& options);      ///< gluey grains against dry ones
nlohmann::json bench_friction(const BenchOptions& options);  ///< methods for friction

}  // namespace galet::app
