#include "galet/scene/toml_text.hpp"

#include <fmt/format.h>

#include <sstream>

namespace galet {
namespace {

std::string array_text(const toml::array& array) {
    std::string text;
    for (const toml::node& element : array) text += (text.empty() ? "" : ", ") + toml_text(element);
    return "[" + text + "]";
}

std::string table_text(const toml::table& table) {
    TomlRecord record;
    for (const auto& [key, value] : table) record.set(std::string(key.str()), toml_text(value));
    return record.inline_table();
}

bool is_bare(const std::string& key) {
    return !key.empty() && key.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") ==
                               std::string::npos;
}

std::string key_text(const std::string& key) { return is_bare(key) ? key : toml_text(std::string_view(key)); }

}  // namespace

std::string toml_text(double value) {
    std::string text = fmt::format("{}", value);
    // "-0" and "1" are integers to TOML; letters are those of exponents, inf and nan.
    if (text.find_first_of(".einf") == std::string::npos) text += ".0";
    return text;
}

std::string toml_text(std::string_view value) {
    std::string text = "\"";
    for (const char c : value) {
        if (c == '"' || c == '\\') {
            text += '\\';
            text += c;
        } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
            text += fmt::format("\\u{:04X}", static_cast<unsigned>(c));
        } else {
            text += c;
        }
    }
    return text + "\"";
}

std::string toml_text(const toml::node& node) {
    if (const auto* number = node.as_floating_point()) return toml_text(number->get());
    if (const auto* integer = node.as_integer()) return fmt::format("{}", integer->get());
    if (const auto* flag = node.as_boolean()) return flag->get() ? "true" : "false";
    if (const auto* text = node.as_string()) return toml_text(std::string_view(text->get()));
    if (const auto* array = node.as_array()) return array_text(*array);
    if (const auto* table = node.as_table()) return table_text(*table);
    std::ostringstream date_or_time;
    node.visit([&](const auto& value) {
        if constexpr (toml::is_date<decltype(value)> || toml::is_time<decltype(value)> ||
                      toml::is_date_time<decltype(value)>) {
            date_or_time << value.get();
        }
    });
    return date_or_time.str();
}

void TomlRecord::set(const std::string& key, std::string text) {
    for (auto& [known, value] : values_) {
        if (known == key) {
            value = std::move(text);
            return;
        }
    }
    values_.emplace_back(key, std::move(text));
}

void TomlRecord::erase(const std::string& key) {
    std::erase_if(values_, [&](const auto& value) { return value.first == key; });
}

std::string TomlRecord::lines() const {
    std::string text;
    for (const auto& [key, value] : values_) text += fmt::format("{} = {}\n", key_text(key), value);
    return text;
}

std::string TomlRecord::inline_table() const {
    std::string text;
    for (const auto& [key, value] : values_) {
        text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", key_text(key), value);
    }
    return text.empty() ? "{}" : "{ " + text + " }";
}

}  // namespace galet
