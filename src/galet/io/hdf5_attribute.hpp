// Element types of HDF5 files and attributes: numbers and texts attached to a file, group or dataset.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "galet/io/hdf5_handle.hpp"

namespace galet::hdf5 {

/// Element types: how they lie in memory and in the file.
template <class T>
hid_t memory_type();
template <class T>
hid_t file_type();

void set_attribute(const Object& object, const std::string& name, const std::string& text);
void set_attribute(const Object& object, const std::string& name, const std::vector<std::string>& texts);
void set_attribute(const Object& object, const std::string& name, std::span<const double> values);
void set_attribute(const Object& object, const std::string& name, std::span<const std::int64_t> values);
inline void set_attribute(const Object& object, const std::string& name, double value) {
    set_attribute(object, name, std::span<const double>(&value, 1));
}
inline void set_attribute(const Object& object, const std::string& name, std::int64_t value) {
    set_attribute(object, name, std::span<const std::int64_t>(&value, 1));
}

/// Fills `values` from an attribute of as many numbers.
void get_attribute(const Object& object, const std::string& name, std::span<double> values);
void get_attribute(const Object& object, const std::string& name, std::span<std::int64_t> values);
template <class T>
T get_number(const Object& object, const std::string& name) {
    T value{};
    get_attribute(object, name, std::span(&value, 1));
    return value;
}
std::string get_text_attribute(const Object& object, const std::string& name);

bool has_attribute(const Object& object, const std::string& name);

}  // namespace galet::hdf5
