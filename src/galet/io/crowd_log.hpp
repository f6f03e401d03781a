// What a crowd leaves beside history and trajectory, as text that grows while the run goes on.
//
//   flow.csv    step,time,exit,count,rate        a row a step and exit: people who left through it until then, and per
//                                                second over the last second (the time run so far where that is less)
//   fields.csv  step,time,x,y,density,vx,vy,pressure   a row a cell and frame that holds somebody
//   (crowd/coarse_field.hpp)
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "galet/io/output_file.hpp"
#include "galet/simulation/simulation.hpp"

namespace galet {

/// flow.csv: where there are exits.
class FlowLog {
  public:
    FlowLog(const std::filesystem::path& path, std::optional<std::uint64_t> resume_bytes);
    void append(const World& world, double step);
    std::uint64_t bytes() const { return file_.bytes(); }
    void sync() { file_.sync(); }

  private:
    OutputFile file_;
};

/// People per second through an exit over the last second before the end of step `step`, of h [s].
double flow_rate(const Leavings& leavings, Index exit, std::int64_t step, double h);

/// fields.csv: of crowds in two dimensions.
class FieldLog {
  public:
    FieldLog(const std::filesystem::path& path, std::optional<std::uint64_t> resume_bytes);
    /// A number that is not finite is refused (std::domain_error).
    void append(const Simulation& simulation);
    std::uint64_t bytes() const { return file_.bytes(); }
    void sync() { file_.sync(); }

  private:
    OutputFile file_;
};

}  // namespace galet
