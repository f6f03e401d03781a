#include "doctor/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

namespace galet::doctor {
namespace {

constexpr std::size_t kWidth = 110;  ///< of a line

/// "ok", "note", "FAILED"
const char* text_of(Verdict verdict) {
    return verdict == Verdict::ok ? "ok" : verdict == Verdict::note ? "note" : "FAILED";
}

/// Words in lines of at most kWidth, each after `indent` blanks; the first line starts at the cursor.
std::string wrapped(const std::string& text, std::size_t indent) {
    std::string result;
    std::size_t column = indent;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        if (column > indent && column + 1 + word.size() > kWidth) {
            result += "\n" + std::string(indent, ' ');
            column = indent;
        }
        if (column > indent) result += ' ', ++column;
        result += word;
        column += word.size();
    }
    return result;
}

/// The names in the order in which they first appear.
std::vector<std::string> names(const std::vector<Trial>& trials, std::string Trial::*name) {
    std::vector<std::string> found;
    for (const Trial& trial : trials)
        if (std::find(found.begin(), found.end(), trial.*name) == found.end()) found.push_back(trial.*name);
    return found;
}

/// Iterations and distance from the reference; a dot where the method does not solve such problems.
std::string cell(const std::vector<Trial>& trials, const std::string& problem, const std::string& method) {
    for (const Trial& trial : trials) {
        if (trial.problem != problem || trial.method != method) continue;
        const char* mark = trial.verdict == Verdict::failed ? "!" : trial.verdict == Verdict::note ? "?" : " ";
        return fmt::format("{} {:>6}{}", trial.iterations, trial.apart > 0 ? fmt::format("{:.0e}", trial.apart) : "0",
                           mark);
    }
    return ". ";
}

/// Methods down, problems across; without methods that solve none of them.
std::string table(const std::vector<Trial>& trials, const std::vector<std::string>& problems) {
    constexpr int kFirst = 16, kColumn = 16;
    std::string text = fmt::format("\n  {:<{}}", "", kFirst);
    for (const std::string& problem : problems) text += fmt::format("{:>{}} ", problem, kColumn - 1);
    text += '\n';
    for (const std::string& method : names(trials, &Trial::method)) {
        std::string line = fmt::format("  {:<{}}", method, kFirst);
        bool any = false;
        for (const std::string& problem : problems) {
            const std::string own = cell(trials, problem, method);
            line += fmt::format("{:>{}}", own, kColumn);
            any = any || own != ". ";
        }
        if (any) text += line + '\n';
    }
    return text;
}

/// "files: folder, solvers: column": the lines to look for above.
std::string failures(const Diagnosis& diagnosis) {
    std::string text;
    for (const CheckGroup& group : diagnosis.groups)
        for (const Check& check : group.checks)
            if (check.verdict == Verdict::failed)
                text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", group.name, check.name);
    return text;
}

nlohmann::ordered_json json_of(const Trial& trial) {
    return {{"problem", trial.problem},
            {"method", trial.method},
            {"verdict", text_of(trial.verdict)},
            {"status", trial.status},
            {"converged", trial.converged},
            {"iterations", trial.iterations},
            {"residual", trial.residual},
            {"gap", trial.gap},
            {"violation", trial.violation},
            {"difference", trial.apart},
            {"bound", trial.bound},
            {"why", trial.why}};
}

nlohmann::ordered_json json_of(const CheckGroup& group) {
    nlohmann::ordered_json checks = nlohmann::ordered_json::array();
    for (const Check& check : group.checks)
        checks.push_back({{"name", check.name},
                          {"verdict", text_of(check.verdict)},
                          {"value", without_home(check.value)},
                          {"advice", without_home(check.advice)}});
    return {{"name", group.name}, {"checks", checks}};
}

}  // namespace

int Diagnosis::count(Verdict verdict) const {
    std::ptrdiff_t total = 0;
    for (const CheckGroup& group : groups)
        total += std::count_if(group.checks.begin(), group.checks.end(),
                               [verdict](const Check& check) { return check.verdict == verdict; });
    return static_cast<int>(total);
}

std::string readable(const CheckGroup& group) {
    constexpr std::size_t kIndent = 32;
    std::string text = group.name + "\n";
    for (const Check& check : group.checks) {
        text += fmt::format("  {:<20} {:<8} {}\n", check.name, text_of(check.verdict),
                            wrapped(without_home(check.value), kIndent));
        if (!check.advice.empty() && check.verdict != Verdict::ok)
            text += fmt::format("{:{}}{}\n", "", kIndent, wrapped(without_home(check.advice), kIndent));
    }
    return text + "\n";
}

std::string readable(const std::vector<Trial>& trials) {
    constexpr std::size_t kColumns = 5;
    std::string text =
        "  Every method on every problem: its iterations, and its velocities' distance from the reference,\n"
        "  |v - v_ref|_M / max(|U|_M, |v|_M).  ? not converged, as it says itself   ! wrong   . not for such "
        "problems\n";
    const std::vector<std::string> problems = names(trials, &Trial::problem);
    for (std::size_t first = 0; first < problems.size(); first += kColumns) {
        const std::size_t last = std::min(first + kColumns, problems.size());
        text += table(trials, {problems.begin() + static_cast<std::ptrdiff_t>(first),
                               problems.begin() + static_cast<std::ptrdiff_t>(last)});
    }
    return text + "\n";
}

std::string readable(const Facts& facts) {
    constexpr std::size_t kIndent = 13;
    std::string text = "To send with a bug report, beside what you did and what you expected\n";
    for (const auto& [name, value] : facts)
        text += fmt::format("  {:<10} {}\n", name, wrapped(without_home(value), kIndent));
    return text +
           "  and        scene.toml and summary.json of the result folder; of a step that is not solved also its "
           "problem:\n"
           "             `galet run SCENE --save-problem STEP` leaves problem-STEP.h5 there, `galet solve` takes it.\n";
}

std::string verdict_line(const Diagnosis& diagnosis) {
    const int bad = diagnosis.count(Verdict::failed), notes = diagnosis.count(Verdict::note);
    const int all = bad + notes + diagnosis.count(Verdict::ok);
    return fmt::format("{} checks in {:.1f} s: {}, {} to note.\n", all, diagnosis.seconds,
                       bad == 0 ? "none failed" : fmt::format("{} FAILED ({})", bad, failures(diagnosis)),
                       notes == 0 ? "none" : fmt::format("{}", notes));
}

std::string json(const Diagnosis& diagnosis) {
    nlohmann::ordered_json object;
    object["verdict"] = diagnosis.count(Verdict::failed) == 0 ? "ok" : "FAILED";
    for (const Verdict verdict : {Verdict::ok, Verdict::note, Verdict::failed})
        object["counts"][text_of(verdict)] = diagnosis.count(verdict);
    object["seconds"] = diagnosis.seconds;
    object["groups"] = nlohmann::ordered_json::array();
    for (const CheckGroup& group : diagnosis.groups) object["groups"].push_back(json_of(group));
    object["solvers"] = nlohmann::ordered_json::array();
    for (const Trial& trial : diagnosis.trials) object["solvers"].push_back(json_of(trial));
    for (const auto& [name, value] : diagnosis.facts) object["report"][name] = without_home(value);
    return object.dump(2);
}

}  // namespace galet::doctor
