// Finds the name someone probably meant.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace galet {

/// The fewest insertions, deletions, replacements and swaps of neighbours that turn one word into the other (optimal
/// string alignment).
int edit_distance(const std::string& a, const std::string& b);

/// The name nearest to `word` (the first of several), where at most half of the longer word must change.
std::optional<std::string> nearest_name(const std::string& word, const std::vector<std::string>& names);

/// `"a", "b", "c"`
std::string quoted_list(const std::vector<std::string>& names);

/// `; did you mean "a"?`, or `; <otherwise>: "a", "b"` where no name is near.
std::string suggest(const std::string& word, const std::vector<std::string>& names, const std::string& otherwise);

}  // namespace galet
