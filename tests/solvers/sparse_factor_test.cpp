// The sparse factor and its order, against dense algebra.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

#include "galet/problem/delassus.hpp"
#include "galet/solvers/face.hpp"
#include "galet/solvers/panel_kernels.hpp"
#include "galet/solvers/sparse_lu.hpp"
#include "galet/solvers/unit_problem.hpp"
#include "support/near_contacts.hpp"

namespace galet {
namespace {

Eigen::MatrixXd dense(const DelassusProblem& w) {
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(w.contacts(), w.contacts());
    for (Index c = 0; c < w.contacts(); ++c) {
        for (std::int64_t k = w.start[c]; k < w.start[c + 1]; ++k) matrix(c, w.column[k]) = w.value[k];
    }
    return matrix;
}

Eigen::VectorXd some_vector(Index size, std::uint64_t seed, double low) {
    RandomStream random(seed, 3);
    Eigen::VectorXd v(size);
    for (Index c = 0; c < size; ++c) v[c] = random.uniform(low, 1);
    return v;
}

std::span<double> span_of(Eigen::VectorXd& v) { return {v.data(), static_cast<std::size_t>(v.size())}; }

TEST(Dissection, IsAnOrderOfAllNodes) {
    for (const bool positions : {true, false}) {
        const DelassusProblem w = delassus_of(test::near_contacts(2, 150, 0.1, 5, positions));
        std::vector<Index> order = dissection_order({w.start, w.column}, w.dimension, w.position);
        std::sort(order.begin(), order.end());
        for (Index k = 0; k < w.contacts(); ++k) ASSERT_EQ(order[k], k);
    }
}

TEST(Dissection, KeepsTheFactorOfAGridSparse) {
    // A band as wide as the square grid costs n^1.5 entries; dissection O(n log n), here less than half of it.
    constexpr Index kSide = 60;
    std::vector<std::int64_t> start = {0};
    std::vector<Index> column, natural;
    std::vector<double> position;
    for (Index i = 0; i < kSide * kSide; ++i) {
        const Index x = i % kSide, y = i / kSide;
        if (y > 0) column.push_back(i - kSide);
        if (x > 0) column.push_back(i - 1);
        column.push_back(i);
        if (x + 1 < kSide) column.push_back(i + 1);
        if (y + 1 < kSide) column.push_back(i + kSide);
        start.push_back(static_cast<std::int64_t>(column.size()));
        natural.push_back(i);
        position.insert(position.end(), {static_cast<double>(x), static_cast<double>(y)});
    }
    const Graph grid{start, column};
    const double band = static_cast<double>(find_supernodes(grid, natural).panel_size);
    EXPECT_GT(band, kSide * kSide * (kSide - 1));
    EXPECT_LT(static_cast<double>(find_supernodes(grid, dissection_order(grid, 2, position)).panel_size), 0.5 * band);
    EXPECT_LT(static_cast<double>(find_supernodes(grid, dissection_order(grid, 0, {})).panel_size), 0.5 * band);
}

template <class Real>
void check_panel(Index rows, Index columns, double rounding) {
    using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;
    using Vector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;
    const Index below = rows - columns;
    const Eigen::MatrixXd root =
        Eigen::Map<const Eigen::MatrixXd>(some_vector(rows * rows, rows, -1).data(), rows, rows);
    const Eigen::MatrixXd a = root * root.transpose() + rows * Eigen::MatrixXd::Identity(rows, rows);
    const Eigen::MatrixXd l = a.llt().matrixL();
    // The triangle on top; what is above it must not matter. A frame says that nothing outside is touched.
    constexpr int kFrame = 16;
    Vector panel = Vector::Constant(std::ptrdiff_t{rows} * columns + 2 * kFrame, Real(7));
    Vector square = Vector::Constant(std::ptrdiff_t{below} * below + 2 * kFrame, Real(7));
    Eigen::Map<Matrix> front(panel.data() + kFrame, rows, columns), update(square.data() + kFrame, below, below);
    front = a.leftCols(columns).cast<Real>();
    update = a.bottomRightCorner(below, below).cast<Real>();

    const PanelKernels<Real> kernels(front.data(), rows, columns);
    ASSERT_TRUE(kernels.factor());
    kernels.subtract_square(update.data());
    for (Index j = 0; j < columns; ++j) {
        for (Index i = j; i < rows; ++i) EXPECT_NEAR(front(i, j), l(i, j), rounding * rows);
    }
    const Eigen::MatrixXd corner = l.bottomRightCorner(below, below);
    const Eigen::MatrixXd left = corner * corner.transpose();
    for (Index j = 0; j < below; ++j) {
        for (Index i = j; i < below; ++i) EXPECT_NEAR(update(i, j), left(i, j), rounding * rows * rows);
    }

    const Eigen::VectorXd right = some_vector(rows, 5, -1);
    const auto l11 = l.topLeftCorner(columns, columns);
    const auto l21 = l.bottomLeftCorner(below, columns);
    Vector x = right.cast<Real>();
    kernels.solve_forward(x.data());
    Eigen::VectorXd wanted = right;
    wanted.head(columns) = l11.triangularView<Eigen::Lower>().solve(right.head(columns));
    wanted.tail(below) -= l21 * wanted.head(columns);
    EXPECT_LE((x.template cast<double>() - wanted).norm(), rounding * rows);
    x = right.cast<Real>();
    kernels.solve_backward(x.data());
    wanted = right;
    wanted.head(columns) =
        l11.transpose().triangularView<Eigen::Upper>().solve(right.head(columns) - l21.transpose() * right.tail(below));
    EXPECT_LE((x.template cast<double>() - wanted).norm(), rounding * rows);

    for (const Vector* framed : {&panel, &square}) {
        EXPECT_TRUE((framed->head(kFrame).array() == Real(7)).all());
        EXPECT_TRUE((framed->tail(kFrame).array() == Real(7)).all());
    }
}

TEST(PanelKernels, AgreeWithDenseAlgebraForEveryShape) {
    for (Index rows = 1; rows <= 40; ++rows) {
        for (Index columns = 1; columns <= rows; ++columns) {
            SCOPED_TRACE(rows * 1000 + columns);
            check_panel<double>(rows, columns, 1e-13);
            check_panel<float>(rows, columns, 1e-5);
        }
    }
}

TEST(SparseCholesky, WhatSinglePrecisionFoundOutServesDoublePrecision) {
    const DelassusProblem w = delassus_of(test::near_contacts(2, 200, 0.1, 4, true));
    const std::vector<Index> order = dissection_order({w.start, w.column}, w.dimension, w.position);
    const std::vector<double> shift(w.contacts(), 1.0);
    SparseCholesky<float> single;
    single.analyse({w.start, w.column}, order);
    SparseCholesky<double> own, like;
    own.analyse({w.start, w.column}, order);
    like.analyse_like(single);
    ASSERT_TRUE(own.factor(w.value, shift) && like.factor(w.value, shift));
    Eigen::VectorXd a = some_vector(w.contacts(), 8, -1), b = a;
    own.solve(span_of(a));
    like.solve(span_of(b));
    EXPECT_EQ(a, b);
}

TEST(Face, AFactorOfAllContactsGivesTheSameAsOneOfTheFace) {
    for (const std::uint64_t seed : {1, 2, 3}) {
        DelassusProblem problem = delassus_of(test::near_contacts(2, 200, 0.1, seed, true));
        UnitProblem unit;
        unit.assign(std::move(problem));
        const DelassusProblem& w = unit.matrix();
        // Few enough contacts that they can all be shut.
        std::vector<char> on(w.contacts());
        for (Index c = 0; c < w.contacts(); ++c) on[c] = c % 10 == 0;
        Face face;
        face.assign(w, unit.order());
        std::vector<double> alone(w.contacts(), 0.1), shared(w.contacts(), 0.1);
        ASSERT_EQ(face.solve(on, alone), Face::Outcome::solved);
        const auto check = [&](auto factor) {
            factor.assign(w, unit.order());
            for (int again = 0; again < 2; ++again) ASSERT_TRUE(face.solve_with(factor, on, shared));
            for (Index c = 0; c < w.contacts(); ++c) EXPECT_NEAR(shared[c], alone[c], 1e-9 * (1 + std::abs(alone[c])));
        };
        check(ContactSpaceFactor<float>());
        std::fill(shared.begin(), shared.end(), 0.1);
        check(ContactSpaceFactor<double>());
    }
}

TEST(SparseCholesky, SolvesWhatADenseFactorSolves) {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        const int dimension = 1 + static_cast<int>(seed % 3);
        const DelassusProblem w = delassus_of(test::near_contacts(dimension, 120, 0.12, seed, seed % 2 == 0));
        Eigen::VectorXd shift = some_vector(w.contacts(), seed, 0.1), x = some_vector(w.contacts(), seed + 1, -1);
        const Eigen::VectorXd right = x;
        const std::vector<Index> order = dissection_order({w.start, w.column}, w.dimension, w.position);
        const auto check = [&](auto cholesky, double rounding) {
            cholesky.analyse({w.start, w.column}, order);
            for (int again = 0; again < 2; ++again) {
                ASSERT_TRUE(cholesky.factor(w.value, span_of(shift)));
                x = right;
                cholesky.solve(span_of(x));
                const Eigen::MatrixXd a = dense(w) + Eigen::MatrixXd(shift.asDiagonal());
                EXPECT_LE((a * x - right).norm(), rounding * right.norm() * a.norm());
                shift *= 2;
            }
        };
        check(SparseCholesky<double>(), 1e-12);
        check(SparseCholesky<float>(), 1e-4);
    }
}

TEST(SparseCholesky, RefusesWhatIsNotPositiveDefinite) {
    const DelassusProblem w = delassus_of(test::near_contacts(2, 60, 0.12, 2, true));
    std::vector<double> shift(w.contacts(), 0.0);
    shift[w.contacts() / 2] = -100 / 0.02;
    SparseCholesky<double> cholesky;
    cholesky.analyse({w.start, w.column}, dissection_order({w.start, w.column}, w.dimension, w.position));
    EXPECT_FALSE(cholesky.factor(w.value, shift));
}

/// A matrix by blocks, those stored that have an entry in them or in their mirror image.
struct BlockMatrix {
    Eigen::MatrixXd dense;
    std::vector<std::int64_t> start = {0};
    std::vector<Index> column, order;
    std::vector<double> value;

    BlockMatrix(const Eigen::MatrixXd& matrix, Index size) : dense(matrix) {
        const Index blocks = static_cast<Index>(matrix.rows()) / size;
        std::vector<std::int64_t> block_start = {0};
        std::vector<Index> block_column;
        for (Index i = 0; i < blocks; ++i) {
            for (Index j = 0; j < blocks; ++j) {
                const bool none = matrix.block(i * size, j * size, size, size).isZero(0) &&
                                  matrix.block(j * size, i * size, size, size).isZero(0);
                if (i == j || !none) block_column.push_back(j);
            }
            block_start.push_back(static_cast<std::int64_t>(block_column.size()));
        }
        const Graph graph{block_start, block_column};
        for (Index i = 0; i < blocks * size; ++i) {
            for (const Index j : graph.neighbours(i / size)) {
                for (Index b = 0; b < size; ++b) column.push_back(j * size + b);
            }
            start.push_back(static_cast<std::int64_t>(column.size()));
        }
        for (const Index i : dissection_order(graph, 0, {})) {
            for (Index b = 0; b < size; ++b) order.push_back(i * size + b);
        }
        take_values();
    }
    void take_values() {
        value.clear();
        for (Index i = 0; i + 1 < static_cast<Index>(start.size()); ++i) {
            for (const Index j : pattern().neighbours(i)) value.push_back(dense(i, j));
        }
    }
    Graph pattern() const { return {start, column}; }
};

Eigen::MatrixXd some_matrix(Index rows, Index columns, RandomStream& random) {
    return Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return random.uniform(-1, 1); });
}

/// The pattern of W, other values, the diagonal more than the sum of its row.
BlockMatrix dominant_matrix(const DelassusProblem& w, std::uint64_t seed) {
    RandomStream random(seed, 7);
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(w.contacts(), w.contacts());
    for (Index c = 0; c < w.contacts(); ++c) {
        for (std::int64_t k = w.start[c]; k < w.start[c + 1]; ++k) matrix(c, w.column[k]) = random.uniform(-1, 1);
        matrix(c, c) = 0.1 + matrix.row(c).cwiseAbs().sum();
    }
    return {matrix, 1};
}

/// 1 + B' S B: contacts of bodies with six unknowns each, S + S' >= 0 and 1 to 10^3 in size.
BlockMatrix body_matrix(const ContactProblem& p, std::uint64_t seed) {
    RandomStream random(seed, 8);
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Identity(6 * p.bodies(), 6 * p.bodies());
    for (Index c = 0; c < p.contacts(); ++c) {
        const Eigen::MatrixXd b = some_matrix(3, 12, random), root = some_matrix(3, 3, random);
        const Eigen::MatrixXd turn = some_matrix(3, 3, random);
        const Eigen::MatrixXd s =
            std::pow(10, random.uniform(0, 3)) * (root * root.transpose() + turn - turn.transpose());
        const Eigen::MatrixXd all = b.transpose() * s * b;
        const Index body[2] = {p.first[c], p.second[c]};
        for (int i = 0; i < 2; ++i) {
            for (int j = 0; j < 2; ++j) {
                if (body[i] == kFixed || body[j] == kFixed) continue;
                matrix.block<6, 6>(6 * body[i], 6 * body[j]) += all.block<6, 6>(6 * i, 6 * j);
            }
        }
    }
    return {matrix, 6};
}

/// The same answer as the dense factor, to `rounding`.
template <class Lu>
void expect_solves(Lu& lu, const BlockMatrix& a, double rounding) {
    ASSERT_TRUE(lu.factor(a.value));
    Eigen::VectorXd x = some_vector(lu.size(), 3, -1);
    const Eigen::VectorXd expected = a.dense.partialPivLu().solve(x);
    lu.solve(span_of(x));
    EXPECT_LE((x - expected).norm(), rounding * expected.norm());
}

template <class Lu>
void expect_solves_twice(BlockMatrix a, double rounding) {
    Lu lu;
    lu.analyse(a.pattern(), a.order);
    expect_solves(lu, a, rounding);
    a.dense.diagonal() *= 2;
    a.take_values();
    expect_solves(lu, a, rounding);
}

TEST(SparseLu, SolvesWhatADenseFactorSolvesWhereTheDiagonalDominates) {
    for (std::uint64_t seed = 0; seed < 9; ++seed) {
        const int dimension = 1 + static_cast<int>(seed % 3);
        const DelassusProblem w = delassus_of(test::near_contacts(dimension, 100, 0.08 * dimension, seed, false));
        const BlockMatrix a = dominant_matrix(w, seed);
        expect_solves_twice<SparseLu<double>>(a, 1e-10);
        expect_solves_twice<SparseLu<float>>(a, 1e-4);
    }
}

TEST(SparseLu, SolvesWhatADenseFactorSolvesForBodies) {
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
        const BlockMatrix a = body_matrix(test::near_contacts(3, 60, 0.35, seed, false), seed);
        expect_solves_twice<SparseLu<double>>(a, 1e-10);
        expect_solves_twice<SparseLu<float>>(a, 1e-4);
    }
}

TEST(SparseLu, SwapsRowsOfABody) {
    // A dominant matrix with the rows of each body in reverse order: the diagonal is zero.
    BlockMatrix a = body_matrix(test::near_contacts(3, 30, 0.4, 1, false), 1);
    for (Index i = 0; i < a.dense.rows(); i += 6) {
        a.dense.block<6, 6>(i, i).setZero();
        for (Index k = 0; k < 6; ++k) a.dense(i + k, i + 5 - k) = 1 + a.dense.row(i + k).cwiseAbs().sum();
    }
    a.take_values();
    SparseLu<double> lu;
    lu.analyse(a.pattern(), a.order);
    expect_solves(lu, a, 1e-10);
}

TEST(SparseLu, SameBitsForAnyNumberOfThreads) {
    const BlockMatrix a = body_matrix(test::near_contacts(3, 120, 0.25, 3, false), 3);
    SparseLu<double> lu;
    lu.analyse(a.pattern(), a.order);
    const auto solve = [&] {
        EXPECT_TRUE(lu.factor(a.value));
        std::vector<double> x(lu.size(), 1.0);
        lu.solve(x);
        return x;
    };
    const std::vector<double> one = solve();
    set_thread_count(2);
    EXPECT_EQ(solve(), one);
    set_thread_count(1);
}

TEST(SparseLu, RefusesWhatIsSingularOrNotFinite) {
    BlockMatrix a = body_matrix(test::near_contacts(3, 30, 0.4, 2, false), 2);
    const BlockMatrix sound = a;
    SparseLu<double> lu;
    lu.analyse(a.pattern(), a.order);
    for (const Index row : {0, 77}) {
        a.dense.row(row).setZero();
        a.take_values();
        EXPECT_FALSE(lu.factor(a.value));
        a.dense(row, row) = std::numeric_limits<double>::quiet_NaN();
        a.take_values();
        EXPECT_FALSE(lu.factor(a.value));
        a = sound;
    }
    expect_solves(lu, sound, 1e-10);
}

TEST(ShiftedFactor, BodySpaceAndContactSpaceAgree) {
    for (int dimension = 1; dimension <= 3; ++dimension) {
        const ContactProblem problem = test::random_problem(dimension, 14, 0.3, 8);
        DelassusProblem w = delassus_of(problem);
        const std::vector<double> sigma = scale_to_unit_diagonal(w);
        ContactSpaceFactor<double> contacts;
        contacts.assign(w, dissection_order({w.start, w.column}, 0, {}));
        BodySpaceFactor bodies;
        bodies.assign(problem, sigma);
        Eigen::VectorXd t = some_vector(w.contacts(), 4, 0.01), x = some_vector(w.contacts(), 5, -1), y = x;
        ASSERT_TRUE(contacts.factor(span_of(t)));
        ASSERT_TRUE(bodies.factor(span_of(t)));
        contacts.solve(span_of(x));
        bodies.solve(span_of(y));
        EXPECT_LE((x - y).norm(), 1e-10 * x.norm());
    }
}

}  // namespace
}  // namespace galet
