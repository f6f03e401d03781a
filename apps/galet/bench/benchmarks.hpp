// The benchmarks of `galet bench`, one file each. Each prints its table to standard error and returns it as JSON.
#pragma once

#include <nlohmann/json.hpp>

namespace galet::app {

nlohmann::json bench_detection();  ///< time a body by number of bodies
nlohmann::json bench_threads();    ///< one thread against all
nlohmann::json bench_passes();     ///< one pass over the contacts, beside the bandwidth of the memory
nlohmann::json bench_solvers();    ///< every method on the set of problems
nlohmann::json bench_settle();     ///< one second of settling spheres

}  // namespace galet::app
