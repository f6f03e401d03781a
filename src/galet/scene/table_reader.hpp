// Reads one table of a scene key by key: typed, checked, with its place; and records every value, given or default, so
// that the scene can be written out as it was understood.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "galet/scene/toml_text.hpp"
#include "galet/scene/toml_value.hpp"

namespace galet {

using Names = std::vector<std::string>;

class TableReader {
  public:
    /// The table at the dotted key `path` of `file`; null where the scene does not have it: all keys are then absent.
    TableReader(std::string file, std::string path, const toml::table* table);

    /// Refuses every key but those `known`.
    void allow(const Names& known) const;

    /// Refuses keys that say something about other choices than the one made.
    void refuse(const Names& keys, const std::string& belongs_to) const;

    bool has(const std::string& key) const { return table_ && table_->contains(key); }

    /// The value, or an InputError that says what was expected.
    TomlValue need(const std::string& key, const std::string& words);
    std::optional<TomlValue> find(const std::string& key);

    double number(const std::string& key, const Admissible& admissible);
    double number(const std::string& key, const Admissible& admissible, double otherwise);
    std::int64_t integer(const std::string& key, std::int64_t low, std::int64_t high, std::int64_t otherwise);
    std::string text(const std::string& key, const std::string& otherwise);
    Point vector(const std::string& key, int dimension);
    std::pair<Point, Point> corners(int dimension);  ///< the keys `min` and `max`, the latter larger throughout

    /// One of the `names`; required where there is no `otherwise`.
    std::string choice(const std::string& key, const Names& names, const std::optional<std::string>& otherwise = {});

    /// A table within; what it records must be handed back with `record`.
    TableReader table(const std::string& key);
    std::vector<TableReader> entries(const std::string& key) const;  ///< [[key]] within, none or more; likewise

    void record(const std::string& key, std::string toml_text) { record_.set(key, std::move(toml_text)); }
    void forget(const std::string& key) { record_.erase(key); }
    const TomlRecord& recorded() const { return record_; }

    Place place() const;                        ///< of the table
    Place place(const std::string& key) const;  ///< of the key where it is given, else of the table
    const std::string& path() const { return path_; }
    [[noreturn]] void fail(const std::string& key, const std::string& problem) const;

  private:
    std::string full(const std::string& key) const { return path_.empty() ? key : path_ + "." + key; }

    std::string file_, path_;
    const toml::table* table_;
    TomlRecord record_;
};

/// The names of a catalogue.
template <class Entry>
Names names_of(const std::vector<Entry>& catalogue) {
    Names names;
    for (const Entry& entry : catalogue) names.push_back(entry.name);
    return names;
}

}  // namespace galet
