#include "galet/io/write_journal.hpp"

#include <fstream>

#include "io/samples.hpp"

namespace galet {
namespace {

using samples::Scratch;

/// A file of 20000 letters a into which 10000 letters b were to be written at 3000: notes that, and writes `done` of
/// them.
void write_cut(const Scratch& scratch, std::size_t done) {
    const std::string bytes(10000, 'b');
    OutputFile target(scratch / "t", OutputFile::Mode::replace);
    target.write(std::string(20000, 'a'));
    WriteJournal journal(scratch / "t", target);
    journal.note(3000, std::as_bytes(std::span(bytes)));
    target.write_at(3000, std::as_bytes(std::span(bytes)).first(done));
    const std::string now = read_text(scratch / "t");
    WriteJournal::replay(scratch / "t");
    EXPECT_EQ(read_text(scratch / "t"), now) << "replayed while the writer lives";
}

TEST(WriteJournal, CompletesAWriteThatWasCut) {
    const std::string whole = std::string(3000, 'a') + std::string(10000, 'b') + std::string(7000, 'a');
    for (const std::size_t done : {0, 1096, 1096 + 4096, 1096 + 8192, 10000}) {
        const Scratch scratch;
        write_cut(scratch, done);
        WriteJournal::replay(scratch / "t");
        EXPECT_EQ(read_text(scratch / "t"), whole) << done << " bytes were written";
    }
}

TEST(WriteJournal, ChangesNothingWhenItWasCutItselfOrTheFileIsAnother) {
    const Scratch scratch;
    const std::string foreign(20000, 'c'), old(20000, 'a');
    write_cut(scratch, 0);
    std::filesystem::resize_file(WriteJournal::name(scratch / "t"), 5000);
    WriteJournal::replay(scratch / "t");
    EXPECT_EQ(read_text(scratch / "t"), old);

    write_cut(scratch, 1096);
    std::ofstream(scratch / "t") << foreign;  // the same inode
    WriteJournal::replay(scratch / "t");
    EXPECT_EQ(read_text(scratch / "t"), foreign);

    write_cut(scratch, 1096);
    write_atomically(scratch / "t", old);  // another inode
    WriteJournal::replay(scratch / "t");
    EXPECT_EQ(read_text(scratch / "t"), old);
}

}  // namespace
}  // namespace galet
