#include "galet/io/group_table.hpp"

#include <fmt/format.h>

#include <limits>

#include "galet/core/error.hpp"
#include "galet/io/hdf5_attribute.hpp"

namespace galet {

void write_groups(const hdf5::Object& parent, const std::vector<Group>& groups) {
    const hdf5::Object table = hdf5::create_group(parent, "groups");
    hdf5::set_attribute(table, "count", static_cast<std::int64_t>(groups.size()));
    for (std::size_t g = 0; g < groups.size(); ++g) {
        const hdf5::Object entry = hdf5::create_group(table, std::to_string(g));
        hdf5::set_attribute(entry, "name", groups[g].name);
        hdf5::set_attribute(entry, "first", std::int64_t{groups[g].first});
        hdf5::set_attribute(entry, "last", std::int64_t{groups[g].last});
    }
}

std::vector<Group> read_groups(const hdf5::Object& parent) {
    const hdf5::Object table = hdf5::open_group(parent, "groups");
    const auto count = hdf5::get_number<std::int64_t>(table, "count");
    std::vector<Group> groups;
    for (std::int64_t g = 0; g < count; ++g) {
        const hdf5::Object entry = hdf5::open_group(table, std::to_string(g));
        const auto first = hdf5::get_number<std::int64_t>(entry, "first");
        const auto last = hdf5::get_number<std::int64_t>(entry, "last");
        if (first < 0 || last < first || last > std::numeric_limits<Index>::max())
            throw FileError(fmt::format("{}: group {}: bodies {} to {}: expected 0 <= first <= last",
                                        parent.file.string(), g, first, last));
        groups.push_back(
            {hdf5::get_text_attribute(entry, "name"), static_cast<Index>(first), static_cast<Index>(last)});
    }
    return groups;
}

}  // namespace galet
