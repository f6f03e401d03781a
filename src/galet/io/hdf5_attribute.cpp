#include "galet/io/hdf5_attribute.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "galet/core/error.hpp"

namespace galet::hdf5 {
template <>
hid_t memory_type<double>() {
    return H5T_NATIVE_DOUBLE;
}
template <>
hid_t memory_type<std::int64_t>() {
    return H5T_NATIVE_INT64;
}
template <>
hid_t memory_type<std::int32_t>() {
    return H5T_NATIVE_INT32;
}
template <>
hid_t file_type<double>() {
    return H5T_IEEE_F64LE;
}
template <>
hid_t file_type<std::int64_t>() {
    return H5T_STD_I64LE;
}
template <>
hid_t file_type<std::int32_t>() {
    return H5T_STD_I32LE;
}

namespace {

void write_attribute(const Object& object, const std::string& name, hid_t type, hid_t space, const void* values) {
    const std::string what = "write attribute " + name;
    const Handle attribute =
        own(H5Acreate2(object.id, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose, object.file, what);
    check(H5Awrite(attribute, type, values), object.file, what);
}

template <class T>
void write_numbers(const Object& object, const std::string& name, std::span<const T> values) {
    const hsize_t count = values.size();
    const Handle space = own(count == 1 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &count, nullptr), H5Sclose,
                             object.file, "make a data space");
    write_attribute(object, name, memory_type<T>(), space, values.data());
}

Handle open_attribute(const Object& object, const std::string& name) {
    return own(H5Aopen(object.id, name.c_str(), H5P_DEFAULT), H5Aclose, object.file, "find attribute " + name);
}

template <class T>
void read_numbers(const Object& object, const std::string& name, std::span<T> values) {
    const Handle attribute = open_attribute(object, name);
    const Handle space = own(H5Aget_space(attribute), H5Sclose, object.file, "measure attribute " + name);
    if (H5Sget_simple_extent_npoints(space) != static_cast<hssize_t>(values.size()))
        throw FileError(
            fmt::format("{}: attribute {}: expected {} numbers", object.file.string(), name, values.size()));
    const Handle type = own(H5Aget_type(attribute), H5Tclose, object.file, "read attribute " + name);
    if (const H5T_class_t kind = H5Tget_class(type); kind != H5T_INTEGER && kind != H5T_FLOAT)
        throw FileError(fmt::format("{}: attribute {}: expected numbers", object.file.string(), name));
    check(H5Aread(attribute, memory_type<T>(), values.data()), object.file, "read attribute " + name);
}

/// Strings of `size` bytes, the rest of which is zero: what H5MD asks for.
Handle text_type(std::size_t size, const Object& object) {
    Handle type = own(H5Tcopy(H5T_C_S1), H5Tclose, object.file, "make a string type");
    check(H5Tset_size(type, std::max<std::size_t>(size, 1)), object.file, "make a string type");
    check(H5Tset_strpad(type, H5T_STR_NULLPAD), object.file, "make a string type");
    check(H5Tset_cset(type, H5T_CSET_UTF8), object.file, "make a string type");
    return type;
}

}  // namespace

void set_attribute(const Object& object, const std::string& name, const std::string& text) {
    const Handle type = text_type(text.size(), object);
    const Handle space = own(H5Screate(H5S_SCALAR), H5Sclose, object.file, "make a data space");
    write_attribute(object, name, type, space, text.empty() ? "" : text.data());
}

void set_attribute(const Object& object, const std::string& name, const std::vector<std::string>& texts) {
    std::size_t size = 1;
    for (const std::string& text : texts) size = std::max(size, text.size());
    std::string bytes;
    for (const std::string& text : texts) bytes += text + std::string(size - text.size(), '\0');
    const hsize_t count = texts.size();
    const Handle space = own(H5Screate_simple(1, &count, nullptr), H5Sclose, object.file, "make a data space");
    write_attribute(object, name, text_type(size, object), space, bytes.data());
}

void set_attribute(const Object& object, const std::string& name, std::span<const double> values) {
    write_numbers(object, name, values);
}

void set_attribute(const Object& object, const std::string& name, std::span<const std::int64_t> values) {
    write_numbers(object, name, values);
}

void get_attribute(const Object& object, const std::string& name, std::span<double> values) {
    read_numbers(object, name, values);
}

void get_attribute(const Object& object, const std::string& name, std::span<std::int64_t> values) {
    read_numbers(object, name, values);
}

bool has_attribute(const Object& object, const std::string& name) {
    return check(H5Aexists(object.id, name.c_str()), object.file, "look for attribute " + name) > 0;
}

std::string get_text_attribute(const Object& object, const std::string& name) {
    const Handle attribute = open_attribute(object, name);
    const Handle type = own(H5Aget_type(attribute), H5Tclose, object.file, "read attribute " + name);
    const Handle space = own(H5Aget_space(attribute), H5Sclose, object.file, "measure attribute " + name);
    if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) > 0 || H5Sget_simple_extent_npoints(space) != 1)
        throw FileError(fmt::format("{}: attribute {}: expected a text", object.file.string(), name));
    std::string text(H5Tget_size(type), '\0');
    check(H5Aread(attribute, type, text.data()), object.file, "read attribute " + name);
    text.resize(std::min(text.size(), text.find('\0')));
    return text;
}

}  // namespace galet::hdf5
