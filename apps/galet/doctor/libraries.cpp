#include "doctor/libraries.hpp"

#include <cairo.h>
#include <fmt/format.h>
#include <hdf5.h>
#include <muParser.h>
#include <zlib.h>

#include <Eigen/Dense>
#include <nlohmann/json.hpp>

namespace galet::doctor {
namespace {

std::string hdf5_running() {
    unsigned major = 0, minor = 0, release = 0;
    H5get_libversion(&major, &minor, &release);
    return fmt::format("{}.{}.{}", major, minor, release);
}

std::string hdf5_compiled() { return fmt::format("{}.{}.{}", H5_VERS_MAJOR, H5_VERS_MINOR, H5_VERS_RELEASE); }

/// "2.3.3 (Release)": the number alone.
std::string first_word(const std::string& text) { return text.substr(0, text.find(' ')); }

std::string muparser_running() { return first_word(mu::Parser().GetVersion(mu::pviBRIEF)); }

std::string fmt_version() {
    return fmt::format("{}.{}.{}", FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100);
}

std::string eigen_version() {
    return fmt::format("{}.{}.{}", EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION);
}

/// Trajectories are compressed by a filter that a build of HDF5 may lack.
Check check_compression() {
    return require(H5Zfilter_avail(H5Z_FILTER_DEFLATE) > 0, "HDF5 compression", "filter deflate",
                   "This HDF5 was built without zlib: trajectories cannot be written. Use the system's package.");
}

/// Numbers in CSV files must read back to the same double.
Check check_fmt() {
    const volatile double third = 1.0 / 3;
    const std::string text = fmt::format("{}", static_cast<double>(third));
    return require(std::stod(text) == third, "fmt", fmt::format("{}, 1/3 is written {}", fmt_version(), text),
                   "Numbers would not read back to the same bits: another fmt than the one compiled with?");
}

/// A system whose solution is 1, 2, 3.
Check check_eigen() {
    Eigen::Matrix3d A;
    A << 4, 1, 0, 1, 3, 1, 0, 1, 2;
    const Eigen::Vector3d x = A.ldlt().solve(Eigen::Vector3d(6, 10, 8));
    const double error = (x - Eigen::Vector3d(1, 2, 3)).norm();
    return require(error < 1e-14, "Eigen", fmt::format("{}, a system of 3 solved to {:.0e}", eigen_version(), error),
                   "Dense algebra is wrong: build it anew, with other flags.");
}

}  // namespace

Check check_library(const std::string& name, const std::string& compiled, const std::string& running) {
    return require(compiled == running, name,
                   compiled == running ? running + ", the same compiled and running"
                                       : fmt::format("compiled with {}, runs with {}", compiled, running),
                   "Another library is found than the one compiled with: check LD_LIBRARY_PATH, or build galet anew.");
}

std::vector<Check> check_libraries() {
    return {check_library("HDF5", hdf5_compiled(), hdf5_running()),
            check_compression(),
            check_library("zlib", ZLIB_VERSION, zlibVersion()),
            check_library("muParser", first_word(mu::ParserVersion), muparser_running()),
            check_library("Cairo", CAIRO_VERSION_STRING, cairo_version_string()),
            check_fmt(),
            check_eigen()};
}

std::vector<std::pair<std::string, std::string>> library_versions() {
    return {{"HDF5", hdf5_running()},
            {"zlib", zlibVersion()},
            {"muParser", muparser_running()},
            {"Cairo", cairo_version_string()},
            {"fmt", fmt_version()},
            {"Eigen", eigen_version()},
            {"nlohmann_json", fmt::format("{}.{}.{}", NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR,
                                          NLOHMANN_JSON_VERSION_PATCH)}};
}

}  // namespace galet::doctor
