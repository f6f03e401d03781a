#include "galet/io/output_file.hpp"

#include <fstream>

#include "galet/core/error.hpp"
#include "io/samples.hpp"

namespace galet {
namespace {

using samples::Scratch;

TEST(OutputFile, ARemovedFileIsPutBackWithAllThatWasWritten) {
    const Scratch scratch;
    OutputFile file(scratch / "rows.csv", OutputFile::Mode::replace);
    const std::string much(3000000, 'x');
    file.write(much);
    std::filesystem::remove(file.path());
    EXPECT_TRUE(file.removed());
    file.write("before the sync,");
    file.sync();
    EXPECT_FALSE(file.removed());
    file.write("after it");
    EXPECT_EQ(read_text(scratch / "rows.csv"), much + "before the sync,after it");
    EXPECT_FALSE(std::filesystem::exists(temporary_name(scratch / "rows.csv")));
}

TEST(OutputFile, WithItsFolderGoneItSaysSo) {
    const Scratch scratch;
    std::filesystem::create_directory(scratch / "sub");
    OutputFile file(scratch / "sub/rows.csv", OutputFile::Mode::replace);
    std::filesystem::remove_all(scratch / "sub");
    EXPECT_THROW(file.sync(), FileError);
}

TEST(OutputFile, KeepsTheOneBefore) {
    const Scratch scratch;
    const auto write = [&](const std::string& text) {
        write_atomically(
            scratch / "now", [&](OutputFile& file) { file.write(text); }, scratch / "before");
    };
    write("one");
    EXPECT_FALSE(std::filesystem::exists(scratch / "before"));
    for (const std::string text : {"two", "three"}) {
        const std::string last = read_text(scratch / "now");
        write(text);
        EXPECT_EQ(read_text(scratch / "now"), text);
        EXPECT_EQ(read_text(scratch / "before"), last);
    }
}

TEST(OutputFile, AWriteThatFailsChangesNothing) {
    const Scratch scratch;
    write_atomically(scratch / "now", "one");
    const auto fail = [](OutputFile& file) {
        file.write("half of");
        throw FileError("disk full");
    };
    EXPECT_THROW(write_atomically(scratch / "now", fail, scratch / "before"), FileError);
    EXPECT_EQ(read_text(scratch / "now"), "one");
    EXPECT_FALSE(std::filesystem::exists(scratch / "before"));
    EXPECT_FALSE(std::filesystem::exists(temporary_name(scratch / "now")));
}

}  // namespace
}  // namespace galet
