#include "galet/io/crowd_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <stdexcept>

#include "galet/crowd/coarse_field.hpp"

namespace galet {
namespace {

/// Time that a rate is the mean over [s].
constexpr double kWindow = 1;

}  // namespace

FlowLog::FlowLog(const std::filesystem::path& path, std::optional<std::uint64_t> resume_bytes)
    : file_(open_log(path, "step,time,exit,count,rate", resume_bytes)) {}

double flow_rate(const Leavings& leavings, Index exit, std::int64_t step, double h) {
    const auto window = static_cast<std::int64_t>(std::max(1.0, std::round(kWindow / h)));
    const std::int64_t from = std::max<std::int64_t>(0, step - window);
    if (step == from) return 0;
    return static_cast<double>(left_between(leavings, exit, from, step)) / (static_cast<double>(step - from) * h);
}

void FlowLog::append(const World& world, double h) {
    std::string text;
    for (std::size_t e = 0; e < world.exits.size(); ++e) {
        const auto exit = static_cast<Index>(e);
        fmt::format_to(std::back_inserter(text), "{},{},{},{},{}\n", world.step, world.time, world.exits[e].name,
                       left_between(world.leavings, exit, -1, world.step),
                       flow_rate(world.leavings, exit, world.step, h));
    }
    file_.write(text);
}

FieldLog::FieldLog(const std::filesystem::path& path, std::optional<std::uint64_t> resume_bytes)
    : file_(open_log(path, "step,time,x,y,density,vx,vy,pressure", resume_bytes)) {}

void FieldLog::append(const Simulation& simulation) {
    const World& world = simulation.world();
    std::string text;
    for (const FieldCell& cell : coarse_field(world.bodies, simulation.pressure(), simulation.field_cell())) {
        const auto& [x, y, density, vx, vy, pressure] = cell;
        if (!std::isfinite(x + y + density + vx + vy + pressure)) {
            throw std::domain_error(
                fmt::format("fields.csv: a value of step {} at ({}, {}) is not a finite number", world.step, x, y));
        }
        fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{},{},{}\n", world.step, world.time, x, y, density, vx,
                       vy, pressure);
    }
    file_.write(text);
}

}  // namespace galet
