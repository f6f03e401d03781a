// Small FCLIB files for tests, written with HDF5 itself.
#pragma once

#include <gtest/gtest.h>
#include <hdf5.h>

#include <filesystem>
#include <string>
#include <vector>

namespace galet::samples {

/// A file under construction. Groups on the way to a dataset are made as needed.
class FclibWriter {
  public:
    explicit FclibWriter(const std::filesystem::path& path)
        : file_(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT)), links_(H5Pcreate(H5P_LINK_CREATE)) {
        H5Pset_create_intermediate_group(links_, 1);
    }
    ~FclibWriter() {
        H5Pclose(links_);
        H5Fclose(file_);
    }
    FclibWriter(const FclibWriter&) = delete;
    FclibWriter& operator=(const FclibWriter&) = delete;

    void list(const std::string& name, const std::vector<double>& values) {
        write(name, H5T_NATIVE_DOUBLE, values.size(), values.data());
    }
    void list(const std::string& name, const std::vector<int>& values) {
        write(name, H5T_NATIVE_INT, values.size(), values.data());
    }
    void number(const std::string& name, int value) { list(name, std::vector<int>{value}); }
    void text(const std::string& name, const std::string& value) {
        const hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
        H5Tset_size(type, value.size() + 1);
        const hid_t dataset = H5Dcreate2(file_, name.c_str(), type, space, links_, H5P_DEFAULT, H5P_DEFAULT);
        H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, value.c_str());
        H5Dclose(dataset), H5Sclose(space), H5Tclose(type);
    }

    /// The three lists of a sparse matrix; `nz` says what they mean (galet/io/fclib_matrix.hpp).
    struct Sparse {
        int m, n, nz;
        std::vector<int> p, i;
        std::vector<double> x;
    };
    void matrix(const std::string& name, const Sparse& matrix) {
        number(name + "/m", matrix.m);
        number(name + "/n", matrix.n);
        number(name + "/nz", matrix.nz);
        number(name + "/nzmax", static_cast<int>(matrix.x.size()));
        list(name + "/p", matrix.p);
        list(name + "/i", matrix.i);
        list(name + "/x", matrix.x);
    }

  private:
    void write(const std::string& name, hid_t type, hsize_t count, const void* values) {
        const hid_t space = H5Screate_simple(1, &count, nullptr);
        const hid_t dataset = H5Dcreate2(file_, name.c_str(), type, space, links_, H5P_DEFAULT, H5P_DEFAULT);
        EXPECT_GE(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), 0);
        H5Dclose(dataset), H5Sclose(space);
    }

    hid_t file_, links_;
};

/// Row by row, for comparing and for making the three kinds.
using Dense = std::vector<std::vector<double>>;

enum class Kind { triplets = 0, columns = -1, rows = -2 };

inline FclibWriter::Sparse sparse(const Dense& a, Kind kind) {
    const int m = static_cast<int>(a.size()), n = static_cast<int>(a[0].size());
    FclibWriter::Sparse s{m, n, static_cast<int>(kind), {}, {}, {}};
    const bool by_rows = kind == Kind::rows;
    for (int line = 0; line < (by_rows ? m : n); ++line) {
        if (kind != Kind::triplets) s.p.push_back(static_cast<int>(s.x.size()));
        for (int place = 0; place < (by_rows ? n : m); ++place) {
            const double value = by_rows ? a[line][place] : a[place][line];
            if (value == 0) continue;
            if (kind == Kind::triplets) s.p.push_back(line);
            s.i.push_back(place);
            s.x.push_back(value);
        }
    }
    if (kind == Kind::triplets) {
        s.nz = static_cast<int>(s.x.size());
    } else {
        s.p.push_back(static_cast<int>(s.x.size()));
    }
    return s;
}

}  // namespace galet::samples
