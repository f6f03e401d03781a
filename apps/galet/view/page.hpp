// The viewer's page, a part of the program: made from viewer/ by the build.
#pragma once

#include <span>
#include <string_view>

namespace galet::app {

struct PageFile {
    std::string_view path;  ///< "index.html", "assets/viewer.js"
    std::string_view type;  ///< its content type
    std::string_view content;
};

/// None where galet was built without the page.
std::span<const PageFile> page_files();

}  // namespace galet::app
