// Small scenes that tests change one thing of.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "galet/core/error.hpp"
#include "galet/scene/scene.hpp"

namespace galet {

/// Two discs above a floor. Line by line, because messages name lines.
inline const std::string kTwoDiscs = R"([simulation]
dimension = 2
step = 0.1
end = 1.0

[solver]
method = "auto"

[[bodies]]
name = "left"
position = [[0.0, 1.0], [0.5, 1.0]]
radius = [0.1, 0.2]
mass = 1.0

[[obstacles]]
shape = "half-space"
point = [0.0, 0.0]
normal = [0.0, 2.0]

[[forces]]
type = "gravity"
acceleration = [0.0, -9.81]
)";

/// The same discs with friction; lines from 6 on are three further down.
inline const std::string kRubbingDiscs = kTwoDiscs.substr(0, kTwoDiscs.find("[solver]")) +
                                         "[contact]\nlaw = \"coulomb\"\nfriction = 0.5\n" +
                                         kTwoDiscs.substr(kTwoDiscs.find("[solver]"));

/// The text with `from`, which must be there, replaced by `to`.
inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

inline Scene parse(const std::string& text, const std::vector<Override>& overrides = {}) {
    return parse_scene(text, "scene.toml", ".", overrides);
}

/// The message of the InputError that reading `text` must end with.
inline std::string error_of(const std::string& text, const std::vector<Override>& overrides = {}) {
    try {
        parse(text, overrides);
    } catch (const InputError& error) {
        return error.what();
    }
    ADD_FAILURE() << "accepted:\n" << text;
    return {};
}

inline void expect_prefix(const std::string& message, const std::string& prefix) {
    EXPECT_EQ(message.substr(0, prefix.size()), prefix);
}

inline void expect_holds(const std::string& message, const std::string& part) {
    EXPECT_NE(message.find(part), std::string::npos) << message;
}

inline void expect_same_bodies(const Bodies& a, const Bodies& b) {
    EXPECT_EQ(a.dimension, b.dimension);
    EXPECT_EQ(a.position, b.position);
    EXPECT_EQ(a.velocity, b.velocity);
    EXPECT_EQ(a.radius, b.radius);
    EXPECT_EQ(a.mass, b.mass);
    EXPECT_EQ(a.inertia, b.inertia);
    EXPECT_EQ(a.spin, b.spin);
    EXPECT_EQ(a.orientation, b.orientation);
    EXPECT_EQ(a.line_order, b.line_order);
    ASSERT_EQ(a.groups.size(), b.groups.size());
    for (std::size_t k = 0; k < a.groups.size(); ++k) {
        EXPECT_EQ(a.groups[k].name, b.groups[k].name);
        EXPECT_EQ(a.groups[k].first, b.groups[k].first);
        EXPECT_EQ(a.groups[k].last, b.groups[k].last);
    }
}

}  // namespace galet
