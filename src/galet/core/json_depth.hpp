// How deep a JSON document may be nested. What walks through a document, shows or writes it goes as deep as it is: a
// file of nothing but brackets would use up the stack.
#pragma once

#include <string>

#include "galet/core/error.hpp"

namespace galet {

inline constexpr int kDeepestJson = 64;

/// Parses with nlohmann's library; throws InputError where the document is deeper. `Source` is a text or a stream.
template <class Json, class Source>
Json parse_shallow(Source&& source) {
    return Json::parse(source, [](int depth, auto, const Json&) {
        if (depth <= kDeepestJson) return true;
        throw InputError("nested more than " + std::to_string(kDeepestJson) + " deep");
    });
}

}  // namespace galet
