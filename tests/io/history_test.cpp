#include "galet/io/history.hpp"

#include <sys/resource.h>

#include <csignal>
#include <fstream>
#include <limits>
#include <stdexcept>

#include "galet/core/error.hpp"
#include "io/samples.hpp"

namespace galet {
namespace {

using samples::any_double;
using samples::Scratch;

HistoryRow random_row(std::int64_t step, std::mt19937_64& bits) {
    HistoryRow row;
    row.step = step;
    row.contacts = static_cast<std::int64_t>(bits() >> 1);
    row.active = 3;
    row.iterations = 4;
    for (double* value : {&row.time, &row.gap, &row.error_bound, &row.violation, &row.min_distance, &row.kinetic_energy,
                          &row.potential_energy, &row.work_external, &row.dissipated, &row.scheme_energy, &row.seconds,
                          &row.momentum[0], &row.momentum[1], &row.momentum[2]})
        *value = any_double(bits);
    return row;
}

std::vector<double> numbers(const HistoryRow& row, int dimension) {
    std::vector<double> all = {row.time,
                               row.gap,
                               row.error_bound,
                               row.violation,
                               row.min_distance,
                               row.kinetic_energy,
                               row.potential_energy,
                               row.work_external,
                               row.dissipated,
                               row.scheme_energy,
                               row.seconds};
    all.insert(all.end(), row.momentum.begin(), row.momentum.begin() + dimension);
    return all;
}

TEST(History, HeaderIsThatOfTheContract) {
    EXPECT_EQ(history_header({2}),
              "step,time,contacts,active,iterations,gap,error_bound,violation,min_distance,kinetic_energy,"
              "potential_energy,work_external,dissipated,scheme_energy,momentum_x,momentum_y,seconds");
}

TEST(History, RowsReadBackToTheSameBits) {
    const Scratch scratch;
    for (int dimension = 1; dimension <= 3; ++dimension) {
        std::mt19937_64 bits(static_cast<std::uint64_t>(dimension));
        HistoryWriter writer(scratch / "history.csv", {dimension});
        std::vector<HistoryRow> written;
        for (int step = 1; step <= 500; ++step) {
            written.push_back(random_row(step, bits));
            if (step == 1) written.back().gap = 5e-324, written.back().violation = -0.0;
            writer.append(written.back());
        }
        const std::vector<HistoryRow> read = read_history(scratch / "history.csv");
        ASSERT_EQ(read.size(), written.size());
        for (std::size_t i = 0; i < read.size(); ++i) {
            EXPECT_TRUE(samples::same_bits(numbers(read[i], dimension), numbers(written[i], dimension)));
            EXPECT_EQ(read[i].step, written[i].step);
            EXPECT_EQ(read[i].contacts, written[i].contacts);
        }
    }
}

TEST(History, BodiesThatRotateHaveColumnsOfTheirOwn) {
    EXPECT_EQ(history_header({2, true}),
              history_header({2}) + ",residual,cone_primal,cone_dual,slip_gap,residual_unmoved,angular_momentum");
    EXPECT_EQ(history_header({3, true}), history_header({3}) +
                                             ",residual,cone_primal,cone_dual,slip_gap,residual_unmoved,"
                                             "angular_momentum_x,angular_momentum_y,angular_momentum_z");
    const Scratch scratch;
    for (const int dimension : {2, 3}) {
        std::mt19937_64 bits(static_cast<std::uint64_t>(dimension));
        HistoryWriter writer(scratch / "history.csv", {dimension, true});
        std::vector<HistoryRow> written;
        for (int step = 1; step <= 50; ++step) {
            HistoryRow row = random_row(step, bits);
            row.friction = {any_double(bits), any_double(bits), any_double(bits), any_double(bits), any_double(bits)};
            for (double& component : row.angular_momentum) component = any_double(bits);
            writer.append(row);
            written.push_back(row);
        }
        const std::vector<HistoryRow> read = read_history(scratch / "history.csv");
        ASSERT_EQ(read.size(), written.size());
        const auto rotation = [&](const HistoryRow& row) {
            std::vector<double> all = {row.friction.residual, row.friction.cone_primal, row.friction.cone_dual,
                                       row.friction.slip_gap, row.friction.residual_unmoved};
            all.insert(all.end(), row.angular_momentum.begin(),
                       row.angular_momentum.begin() + (dimension == 2 ? 1 : 3));
            return all;
        };
        for (std::size_t i = 0; i < read.size(); ++i) {
            EXPECT_TRUE(samples::same_bits(numbers(read[i], dimension), numbers(written[i], dimension)));
            EXPECT_TRUE(samples::same_bits(rotation(read[i]), rotation(written[i])));
        }
    }
}

TEST(History, ResumeDropsWhatFollowsTheCheckpoint) {
    const Scratch scratch;
    const auto path = scratch / "history.csv";
    std::mt19937_64 bits(7);
    std::uint64_t position = 0;
    {
        HistoryWriter writer(path, {2});
        for (int step = 1; step <= 10; ++step) {
            writer.append(random_row(step, bits));
            if (step == 6) position = writer.bytes();
        }
    }
    HistoryWriter writer(path, {2}, position);
    writer.append(random_row(7, bits));
    const std::vector<HistoryRow> rows = read_history(path);
    ASSERT_EQ(rows.size(), 7U);
    EXPECT_EQ(rows.back().step, 7);
    EXPECT_EQ(std::filesystem::file_size(path), writer.bytes());
}

TEST(History, ResumeRefusesAFileShorterThanTheCheckpointSays) {
    const Scratch scratch;
    { HistoryWriter writer(scratch / "history.csv", {1}); }
    EXPECT_THROW(HistoryWriter(scratch / "history.csv", {1}, 100000), FileError);
}

TEST(History, NumbersThatAreNotFiniteAreNeverWritten) {
    const Scratch scratch;
    HistoryWriter writer(scratch / "history.csv", {2});
    const std::uint64_t before = writer.bytes();
    HistoryRow row;
    row.step = 12;
    row.momentum[1] = std::numeric_limits<double>::quiet_NaN();
    try {
        writer.append(row);
        FAIL() << "accepted";
    } catch (const std::domain_error& error) {
        EXPECT_NE(std::string(error.what()).find("momentum_y of step 12"), std::string::npos) << error.what();
    }
    row.momentum[1] = 0;
    row.gap = std::numeric_limits<double>::infinity();
    EXPECT_THROW(writer.append(row), std::domain_error);
    EXPECT_EQ(writer.bytes(), before);
    EXPECT_EQ(std::filesystem::file_size(scratch / "history.csv"), before);
}

TEST(History, ALineCutShortIsLeftOut) {
    const Scratch scratch;
    const auto path = scratch / "history.csv";
    HistoryWriter writer(path, {1});
    writer.append({});
    std::ofstream(path, std::ios::app) << "2,0.2,1,";
    EXPECT_EQ(read_history(path).size(), 1U);
}

TEST(History, ADamagedLineIsNamed) {
    const Scratch scratch;
    const auto path = scratch / "history.csv";
    HistoryWriter writer(path, {1});
    std::ofstream(path, std::ios::app) << "2,abc\n";
    try {
        read_history(path);
        FAIL() << "accepted";
    } catch (const FileError& error) {
        EXPECT_NE(std::string(error.what()).find("history.csv:2: time"), std::string::npos) << error.what();
    }
}

TEST(History, ADiskThatIsFullIsReportedAndLeavesWholeRows) {
    const Scratch scratch;
    const auto path = scratch / "history.csv";
    const int status = samples::wait_for_child([&] {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{2000, 2000};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        HistoryWriter writer(path, {3});
        try {
            for (int step = 1; step < 1000; ++step) writer.append({.step = step});
        } catch (const FileError& error) {
            const std::string text = error.what();
            if (text.find("history.csv: could not write: File too large") != std::string::npos) return;
            throw;
        }
        throw std::runtime_error("no error");
    });
    EXPECT_EQ(status, 0);
    const std::vector<HistoryRow> rows = read_history(path);
    EXPECT_GT(rows.size(), 10U);
    const std::string text = read_text(path);
    EXPECT_EQ(text.back(), '\n');
}

}  // namespace
}  // namespace galet
