// Sums over many worlds, family by family, and the table of them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "soak/run_world.hpp"

namespace galet::soak {

/// One world, or the mark that it has begun: what a process hands to the one that counts. Small enough to go through a
/// pipe in one piece.
struct WorldReport {
    std::uint64_t number = 0;
    bool begun = false;  ///< no more is known yet
    std::int32_t steps = 0, contacts = 0, unsolved = 0, impossible = 0, at_rounding = 0;
    std::array<double, kPromises> worst{};
    std::array<bool, kPromises> broken{};
    double seconds = 0;
};

WorldReport report_of(std::uint64_t number, const Outcome& outcome, double seconds);

/// A broken promise of a world.
struct Failure {
    std::uint64_t number;
    Promise promise;
    std::string note;  ///< of a process that died: how
};

struct FamilyTally {
    std::int64_t worlds = 0, steps = 0, contacts = 0, unsolved = 0, impossible = 0, at_rounding = 0, failures = 0;
    double seconds = 0;
    std::array<double, kPromises> worst{};
};

class Tally {
  public:
    void add(const std::string& family, const WorldReport& report);
    /// A world whose process died in it.
    void add_death(const std::string& family, std::uint64_t number, const std::string& how);

    const std::vector<Failure>& failures() const { return failures_; }
    std::int64_t worlds() const { return sum_.worlds; }
    const FamilyTally& sum() const { return sum_; }
    const std::map<std::string, FamilyTally>& families() const { return families_; }

    /// Families with their counts, then how much of each promise was used at most.
    std::string table() const;

  private:
    std::map<std::string, FamilyTally> families_;
    FamilyTally sum_;
    std::vector<Failure> failures_;
};

}  // namespace galet::soak
