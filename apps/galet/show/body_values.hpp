// What bodies can be coloured by, in pictures and in the viewer alike.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "galet/io/trajectory_reader.hpp"

namespace galet::app {

enum class BodyValue {
    speed,     ///< |u| [m/s]
    radius,    ///< [m]
    pressure,  ///< sum of the impulses of a body's contacts [N s], those that pull negative; of crowds p [m/s]
    spin,      ///< [rad/s], anticlockwise positive in two dimensions; its length in three
    group,     ///< the [[bodies]] entry, counted from 0
    glue       ///< sum of gamma over a body's contacts [N s], <= 0 (law gluey)
};

inline constexpr BodyValue kBodyValues[] = {BodyValue::speed, BodyValue::radius, BodyValue::pressure,
                                            BodyValue::spin,  BodyValue::group,  BodyValue::glue};

std::string_view name_of(BodyValue value);
std::optional<BodyValue> body_value(std::string_view name);

/// With its unit: "speed [m/s]".
std::string label_of(BodyValue value, const TrajectoryReader& trajectory);

/// Whether a result has it: spins only where bodies rotate, groups where the file tells them, glue under law gluey
/// (`gluey`).
bool has_value(BodyValue value, const TrajectoryReader& trajectory, bool gluey);

/// What has to be read of a frame for it.
FrameParts parts_of(BodyValue value, bool crowd);

/// One number a body of a frame that holds these parts.
std::vector<double> values_of(BodyValue value, const Frame& frame, std::span<const Group> groups);

/// Makes the contacts of a frame name bodies by their places in it, which are not their ids where some have left.
void number_by_place(Frame& frame);

}  // namespace galet::app
