// What the tests of io share: a folder of their own, frames whose every number is known, children that end in any way.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <bit>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "galet/bodies/bodies.hpp"
#include "galet/simulation/records.hpp"

namespace galet::samples {

/// An empty folder, removed at the end.
class Scratch {
  public:
    Scratch() {
        std::string name = (std::filesystem::temp_directory_path() / "galet-io-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no scratch folder");
        folder_ = name;
    }
    ~Scratch() {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    std::filesystem::path operator/(const std::string& name) const { return folder_ / name; }
    const std::filesystem::path& folder() const { return folder_; }

  private:
    std::filesystem::path folder_;
};

/// A finite double made of 64 random bits: all magnitudes, denormals, both zeros.
inline double any_double(std::mt19937_64& bits) {
    for (;;) {
        const double value = std::bit_cast<double>(bits());
        if (std::isfinite(value)) return value;
    }
}

inline std::vector<double> any_doubles(std::mt19937_64& bits, std::size_t count) {
    std::vector<double> values(count);
    for (double& value : values) value = any_double(bits);
    if (count > 2) values[0] = 5e-324, values[1] = -0.0, values[2] = 1.7976931348623157e308;
    return values;
}

/// Same bits: tells 0 from -0.
inline ::testing::AssertionResult same_bits(const std::vector<double>& a, const std::vector<double>& b) {
    if (a.size() != b.size()) return ::testing::AssertionFailure() << a.size() << " against " << b.size() << " numbers";
    for (std::size_t i = 0; i < a.size(); ++i)
        if (std::bit_cast<std::uint64_t>(a[i]) != std::bit_cast<std::uint64_t>(b[i]))
            return ::testing::AssertionFailure() << "entry " << i << ": " << a[i] << " against " << b[i];
    return ::testing::AssertionSuccess();
}

inline Bodies bodies_of_step(std::int64_t step, int dimension, Index count) {
    std::mt19937_64 bits(static_cast<std::uint64_t>(step) + 1);
    const auto n = static_cast<std::size_t>(count), d = static_cast<std::size_t>(dimension);
    Bodies bodies;
    bodies.dimension = dimension;
    bodies.position = any_doubles(bits, n * d);
    bodies.velocity = any_doubles(bits, n * d);
    bodies.radius = any_doubles(bits, n);
    bodies.mass = any_doubles(bits, n);
    return bodies;
}

/// The same bodies, rotating.
inline Bodies rotating_bodies_of_step(std::int64_t step, int dimension, Index count) {
    Bodies bodies = bodies_of_step(step, dimension, count);
    std::mt19937_64 bits(static_cast<std::uint64_t>(step) + 2000000);
    const auto n = static_cast<std::size_t>(count);
    bodies.inertia = any_doubles(bits, n);
    bodies.spin = any_doubles(bits, n * static_cast<std::size_t>(spin_size(dimension)));
    bodies.orientation = any_doubles(bits, n * static_cast<std::size_t>(orientation_size(dimension)));
    return bodies;
}

/// From none to two contacts a body, the last one against an obstacle.
inline FrameContacts contacts_of_step(std::int64_t step, int dimension, Index count) {
    std::mt19937_64 bits(static_cast<std::uint64_t>(step) + 1000000);
    const std::size_t n = bits() % (2 * static_cast<std::size_t>(count) + 1);
    FrameContacts contacts;
    for (std::size_t c = 0; c < n; ++c) {
        contacts.first.push_back(static_cast<std::int64_t>(bits() % static_cast<std::size_t>(count)));
        contacts.second.push_back(c + 1 < n ? contacts.first.back() + 1 : -1 - step % 3);
    }
    contacts.gap = any_doubles(bits, n);
    contacts.normal = any_doubles(bits, n * static_cast<std::size_t>(dimension));
    contacts.impulse = any_doubles(bits, n);
    contacts.glue = any_doubles(bits, n);
    return contacts;
}

/// The same contacts, rubbing.
inline FrameContacts rubbing_contacts_of_step(std::int64_t step, int dimension, Index count) {
    FrameContacts contacts = contacts_of_step(step, dimension, count);
    std::mt19937_64 bits(static_cast<std::uint64_t>(step) + 3000000);
    contacts.tangential = any_doubles(bits, contacts.normal.size());
    return contacts;
}

/// Runs `work` in a child process; returns its wait status. The child's exit status is 1 where `work` throws.
template <class Work>
int wait_for_child(Work&& work, const std::function<void(pid_t)>& meanwhile = {}) {
    const pid_t child = ::fork();
    if (child == 0) {
        int status = 0;
        try {
            work();
        } catch (const std::exception& error) {
            std::fprintf(stderr, "child: %s\n", error.what());
            status = 1;
        }
        ::_exit(status);
    }
    if (meanwhile) meanwhile(child);
    int status = 0;
    ::waitpid(child, &status, 0);
    return status;
}

}  // namespace galet::samples
