// Numbers between C++ and NumPy.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <memory>
#include <string>
#include <vector>

#include "galet/core/error.hpp"
#include "galet/core/types.hpp"

namespace galet::python {

namespace py = pybind11;

/// What NumPy makes of whatever can be seen as an array of numbers, side by side in memory.
using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;
using Integers = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>;

/// n vectors of `size` numbers; a plain list where `size` is 0.
inline std::vector<py::ssize_t> shape_of(std::size_t numbers, int size) {
    if (size == 0) return {static_cast<py::ssize_t>(numbers)};
    return {static_cast<py::ssize_t>(numbers) / size, size};
}

/// An array over memory that `owner` keeps alive.
template <class T, class Owner>
py::array array_over(const T* data, std::vector<py::ssize_t> shape, std::shared_ptr<Owner> owner, bool writable) {
    auto* const held = new std::shared_ptr<Owner>(std::move(owner));
    const py::capsule base(held, [](void* pointer) { delete static_cast<std::shared_ptr<Owner>*>(pointer); });
    py::array_t<T> array(std::move(shape), data, base);
    if (!writable) array.attr("flags").attr("writeable") = false;
    return array;
}

/// An array that takes the numbers over, without a copy.
template <class T>
py::array array_from(std::vector<T> values, int size = 0) {
    auto owner = std::make_shared<std::vector<T>>(std::move(values));
    const T* const data = owner->data();
    auto shape = shape_of(owner->size(), size);
    return array_over(data, std::move(shape), std::move(owner), true);
}

inline std::vector<double> to_vector(const Numbers& array) { return {array.data(), array.data() + array.size()}; }

/// Indices as the library has them; one that does not fit is an InputError that names `key`.
inline std::vector<Index> to_indices(const Integers& array, const std::string& key) {
    std::vector<Index> indices;
    indices.reserve(static_cast<std::size_t>(array.size()));
    for (py::ssize_t k = 0; k < array.size(); ++k) {
        const auto index = static_cast<Index>(array.data()[k]);
        if (index != array.data()[k])
            throw InputError(Place{"", 0, key}, std::to_string(array.data()[k]) + " is more than an index can be");
        indices.push_back(index);
    }
    return indices;
}

/// "(3, 2)"
inline std::string shape_text(const py::array& array) { return py::str(array.attr("shape")); }

}  // namespace galet::python
