#include "soak/tally.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace galet::soak {
namespace {

void add_to(FamilyTally& tally, const WorldReport& report, bool failed) {
    ++tally.worlds;
    tally.steps += report.steps;
    tally.contacts += report.contacts;
    tally.unsolved += report.unsolved;
    tally.impossible += report.impossible;
    tally.at_rounding += report.at_rounding;
    tally.failures += failed ? 1 : 0;
    tally.seconds += report.seconds;
    for (int k = 0; k < kPromises; ++k) {
        if (!(report.worst[k] <= tally.worst[k])) tally.worst[k] = report.worst[k];
    }
}

std::string counts_line(const std::string& name, const FamilyTally& tally) {
    return fmt::format("{:<12} {:>8} {:>9} {:>10} {:>9} {:>9} {:>11} {:>9} {:>9.1f}\n", name, tally.worlds, tally.steps,
                       tally.contacts, tally.unsolved, tally.at_rounding, tally.impossible, tally.failures,
                       1e3 * tally.seconds / static_cast<double>(std::max<std::int64_t>(tally.worlds, 1)));
}

}  // namespace

WorldReport report_of(std::uint64_t number, const Outcome& outcome, double seconds) {
    WorldReport report;
    report.number = number;
    report.steps = outcome.steps;
    report.contacts = outcome.contacts;
    report.unsolved = outcome.unsolved;
    report.impossible = outcome.impossible;
    report.at_rounding = outcome.at_rounding;
    report.seconds = seconds;
    report.worst = outcome.findings.worst;
    for (const Promise promise : outcome.findings.all_broken()) report.broken[static_cast<int>(promise)] = true;
    return report;
}

void Tally::add(const std::string& family, const WorldReport& report) {
    bool failed = false;
    for (int k = 0; k < kPromises; ++k) {
        if (!report.broken[k]) continue;
        failed = true;
        failures_.push_back({report.number, static_cast<Promise>(k), ""});
    }
    add_to(families_[family], report, failed);
    add_to(sum_, report, failed);
}

void Tally::add_death(const std::string& family, std::uint64_t number, const std::string& how) {
    WorldReport report;
    report.number = number;
    add_to(families_[family], report, true);
    add_to(sum_, report, true);
    failures_.push_back({number, Promise::crash, how});
}

std::string Tally::table() const {
    std::string text = fmt::format("{:<12} {:>8} {:>9} {:>10} {:>9} {:>9} {:>11} {:>9} {:>9}\n", "family", "worlds",
                                   "steps", "contacts", "unsolved", "rounding", "impossible", "failures", "ms/world");
    for (const auto& [name, tally] : families_) text += counts_line(name, tally);
    text += counts_line("all", sum_);
    text += "\nlargest part of what each promise allows (more than 1 is broken), and where:\n";
    for (int k = 0; k < kPromises; ++k) {
        std::string where;
        for (const auto& [name, tally] : families_) {
            if (where.empty() && tally.worst[k] == sum_.worst[k] && sum_.worst[k] > 0) where = name;
        }
        text += fmt::format("{:<14} {:>10.3g}  {}\n", name_of(static_cast<Promise>(k)), sum_.worst[k], where);
    }
    return text;
}

}  // namespace galet::soak
