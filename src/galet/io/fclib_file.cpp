#include "galet/io/fclib_file.hpp"

#include <Eigen/SparseCholesky>
#include <limits>

#include "galet/io/fclib_matrix.hpp"
#include "galet/io/hdf5_array.hpp"
#include "galet/io/hdf5_file.hpp"
#include "galet/io/hdf5_trial.hpp"
#include "galet/io/input_check.hpp"

namespace galet {
namespace {

using hdf5::Object;
using Matrix = Eigen::SparseMatrix<double>;

/// How far M may be from symmetric, of its largest entry: rounding of whoever made it.
constexpr double kSymmetric = 1e-9;

/// W and q, or their frictionless part.
struct Part {
    Matrix w;
    Eigen::VectorXd q;
};

/// The file as it is. Of a local problem w and q are W and q; of a global one H and w.
struct Contents {
    bool global = false;
    int dimension = 3;
    std::string title;
    Eigen::VectorXd mu, q, f;
    Matrix w, mass;
};

double largest(const Matrix& matrix) { return matrix.nonZeros() == 0 ? 0.0 : matrix.coeffs().abs().maxCoeff(); }

double asymmetry(const Matrix& matrix) {
    const double scale = largest(matrix);
    return scale == 0 ? 0.0 : largest(matrix - Matrix(matrix.transpose())) / scale;
}

Eigen::VectorXd read_vector(const InputCheck& check, const Object& vectors, const std::string& name) {
    const std::vector<double> values = hdf5::read_array<double>(vectors, name);
    check.require(values.size() < std::numeric_limits<Index>::max(), name, "more numbers than can be counted");
    check.require_finite("vectors/" + name, values);
    return Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

/// The entries, or columns, that belong to normals: every d-th from the first.
Eigen::VectorXd normal_entries(const Eigen::VectorXd& vector, int d) {
    return vector(Eigen::seqN(0, vector.size() / d, d));
}

Matrix normal_columns(const Matrix& matrix, int d) {
    Matrix part(matrix.rows(), matrix.cols() / d);
    for (Eigen::Index c = 0; c < part.cols(); ++c) part.col(c) = matrix.col(c * d);
    return part;
}

std::size_t size_of(const Eigen::VectorXd& vector) { return static_cast<std::size_t>(vector.size()); }

void require_contacts(const InputCheck& check, const std::string& name, const Eigen::VectorXd& vector,
                      const Eigen::VectorXd& mu, int d) {
    check.require_length(name, size_of(vector), size_of(mu) * static_cast<std::size_t>(d));
}

void read_local(const InputCheck& check, const Object& problem, Contents& contents) {
    contents.q = read_vector(check, hdf5::open_group(problem, "vectors"), "q");
    require_contacts(check, "vectors/q", contents.q, contents.mu, contents.dimension);
    contents.w = fclib::read_matrix(problem, "W", size_of(contents.q), size_of(contents.q));
}

void read_global(const InputCheck& check, const Object& problem, Contents& contents) {
    const Object vectors = hdf5::open_group(problem, "vectors");
    contents.f = read_vector(check, vectors, "f");
    contents.q = read_vector(check, vectors, "w");
    require_contacts(check, "vectors/w", contents.q, contents.mu, contents.dimension);
    contents.mass = fclib::read_matrix(problem, "M", size_of(contents.f), size_of(contents.f));
    contents.w = fclib::read_matrix(problem, "H", size_of(contents.f), size_of(contents.q));
}

/// The whole of W and q.
Part whole_of(const InputCheck& check, const Contents& contents) {
    if (!contents.global) return {contents.w, contents.q};
    const Matrix &mass = contents.mass, &h = contents.w;
    check.require(asymmetry(mass) <= kSymmetric, "M", "is not symmetric");
    const Eigen::SimplicialLLT<Matrix> factor(mass);
    check.require(factor.info() == Eigen::Success, "M", "is not positive definite");
    const Matrix product = h.transpose() * Matrix(factor.solve(h));
    const Eigen::VectorXd free = factor.solve(contents.f);
    // Symmetric up to rounding; made so to the last bit.
    return {0.5 * (product + Matrix(product.transpose())), contents.q + h.transpose() * free};
}

Part normal_part(const Part& whole, int d) {
    const Matrix columns_by_row = normal_columns(whole.w, d).transpose();
    return {normal_columns(columns_by_row, d).transpose(), normal_entries(whole.q, d)};
}

DelassusProblem by_rows(const InputCheck& check, const Part& part, const std::string& what) {
    const Eigen::SparseMatrix<double, Eigen::RowMajor> rows = part.w;
    DelassusProblem problem;
    problem.b.assign(part.q.data(), part.q.data() + part.q.size());
    check.require_finite("q" + what, problem.b);
    for (Index c = 0; c < problem.contacts(); ++c) {
        for (decltype(rows)::InnerIterator entry(rows, c); entry; ++entry) {
            problem.column.push_back(static_cast<Index>(entry.col()));
            problem.value.push_back(entry.value());
        }
        problem.start.push_back(static_cast<std::int64_t>(problem.column.size()));
    }
    check.require_finite("W" + what, problem.value);
    return problem;
}

void require_pushing(const InputCheck& check, const Matrix& normal) {
    for (Eigen::Index c = 0; c < normal.rows(); ++c) {
        const double diagonal = normal.coeff(c, c);
        check.require(diagonal > 0, "W",
                      fmt::format("normal diagonal entry of contact {} is {}; expected > 0", c, diagonal));
    }
}

void refuse_equalities(const InputCheck& check, const Object& problem) {
    for (const char* name : {"G", "V", "R"})
        check.require(!hdf5::exists(problem, name), name,
                      "the problem has equality constraints beside its contacts, which galet does not solve");
}

/// Titles may come with line ends around them.
std::string one_line(std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](unsigned char c) { return c < ' '; }, ' ');
    const std::size_t first = text.find_first_not_of(' ');
    return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

constexpr const char *kLocal = "fclib_local", *kGlobal = "fclib_global";

Contents load(const std::filesystem::path& path) {
    const Object file = hdf5::open_file(path, "FCLIB file");
    const InputCheck check(path.string());
    Contents contents;
    contents.global = hdf5::exists(file, kGlobal);
    check.require(contents.global || hdf5::exists(file, kLocal), "",
                  fmt::format("holds neither {} nor {}", kLocal, kGlobal));
    const Object problem = hdf5::open_group(file, contents.global ? kGlobal : kLocal);
    refuse_equalities(check, problem);
    const std::int64_t d = hdf5::read_number(problem, "spacedim");
    check.require(d == 2 || d == 3, "spacedim", fmt::format("{}; expected 2 or 3", d));
    contents.dimension = static_cast<int>(d);
    if (hdf5::exists(problem, "info"))
        contents.title = one_line(hdf5::read_text_if_any(hdf5::open_group(problem, "info"), "title"));
    contents.mu = read_vector(check, hdf5::open_group(problem, "vectors"), "mu");
    contents.global ? read_global(check, problem, contents) : read_local(check, problem, contents);
    return contents;
}

}  // namespace

FclibProblem read_fclib(const std::filesystem::path& path) {
    const Contents contents = hdf5::read_after_trial(path, [&path] { return load(path); });
    const InputCheck check(path.string());
    FclibProblem result;
    result.global = contents.global;
    result.dimension = contents.dimension;
    result.title = contents.title;
    const Eigen::VectorXd& mu = contents.mu;
    if (mu.size() > 0) {
        check.require(mu.minCoeff() >= 0, "vectors/mu", fmt::format("{}; expected >= 0", mu.minCoeff()));
        result.friction = mu.maxCoeff();
    }
    const Part whole = whole_of(check, contents), part = normal_part(whole, result.dimension);
    require_pushing(check, part.w);
    result.normal = by_rows(check, part, " in normal direction");
    result.asymmetry = asymmetry(part.w);
    result.cones.dimension = result.dimension;
    result.cones.rows = by_rows(check, whole, "");
    result.cones.friction.assign(mu.data(), mu.data() + mu.size());
    return result;
}

void write_fclib(const std::filesystem::path& path, const ConeProblem& problem) {
    const DelassusProblem& rows = problem.rows;
    hdf5::write_file(path, [&](const Object& file) {
        const auto number = [](const Object& parent, const std::string& name, std::int64_t value) {
            hdf5::write_array(parent, name, std::span<const std::int64_t>(&value, 1));
        };
        const Object local = hdf5::create_group(file, kLocal);
        number(local, "spacedim", problem.dimension);
        const Object w = hdf5::create_group(local, "W");
        number(w, "m", rows.contacts());
        number(w, "n", rows.contacts());
        number(w, "nz", fclib::kRows);
        number(w, "nzmax", static_cast<std::int64_t>(rows.value.size()));
        hdf5::write_array(w, "p", std::span<const std::int64_t>(rows.start));
        hdf5::write_array(w, "i", std::span<const Index>(rows.column));
        hdf5::write_array(w, "x", std::span<const double>(rows.value));
        const Object vectors = hdf5::create_group(local, "vectors");
        hdf5::write_array(vectors, "q", std::span<const double>(rows.b));
        hdf5::write_array(vectors, "mu", std::span<const double>(problem.friction));
    });
}

void write_fclib(const std::filesystem::path& path, const DelassusProblem& normal) {
    ConeProblem cones;
    cones.dimension = 2;
    cones.friction.assign(normal.b.size(), 0.0);
    for (std::size_t c = 0; c < normal.b.size(); ++c) {
        for (std::int64_t k = normal.start[c]; k < normal.start[c + 1]; ++k) {
            cones.rows.column.push_back(2 * normal.column[static_cast<std::size_t>(k)]);
            cones.rows.value.push_back(normal.value[static_cast<std::size_t>(k)]);
        }
        const auto end = static_cast<std::int64_t>(cones.rows.column.size());
        cones.rows.start.insert(cones.rows.start.end(), {end, end});
        cones.rows.b.insert(cones.rows.b.end(), {normal.b[c], 0.0});
    }
    write_fclib(path, cones);
}

bool is_fclib_file(const std::filesystem::path& path) {
    return hdf5::read_after_trial(path, [&path] {
        const Object file = hdf5::open_file(path, "problem file");
        return hdf5::exists(file, kLocal) || hdf5::exists(file, kGlobal);
    });
}

}  // namespace galet
