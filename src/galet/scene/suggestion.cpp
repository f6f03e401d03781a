#include "galet/scene/suggestion.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace galet {

int edit_distance(const std::string& a, const std::string& b) {
    std::vector<int> before, last(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) last[j] = static_cast<int>(j);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = static_cast<int>(i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
        }
        before = last;
        last = row;
    }
    return last.back();
}

std::optional<std::string> nearest_name(const std::string& word, const std::vector<std::string>& names) {
    std::optional<std::string> nearest;
    int least = 0;
    for (const std::string& name : names) {
        const int distance = edit_distance(word, name);
        if (2 * distance > static_cast<int>(std::max(word.size(), name.size()))) continue;
        if (nearest && distance >= least) continue;
        nearest = name;
        least = distance;
    }
    return nearest;
}

std::string quoted_list(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += fmt::format("{}\"{}\"", text.empty() ? "" : ", ", name);
    return text;
}

std::string suggest(const std::string& word, const std::vector<std::string>& names, const std::string& otherwise) {
    if (const auto nearest = nearest_name(word, names)) return fmt::format("; did you mean \"{}\"?", *nearest);
    return fmt::format("; {}: {}", otherwise, quoted_list(names));
}

}  // namespace galet
