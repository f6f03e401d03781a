// history.csv and flow.csv as `galet plot` reads them: the two halves of the input, between which a zero stands.
#include "fuzz/memory_folder.hpp"
#include "fuzz/target.hpp"
#include "plot/result_record.hpp"

namespace galet::fuzz {

void plot(std::string_view bytes) {
    static const MemoryFolder folder;
    const std::size_t end = bytes.find('\0');
    folder.fill("history.csv", bytes.substr(0, end));
    if (end == std::string_view::npos) {
        std::filesystem::remove(folder.path() / "flow.csv");
    } else {
        folder.fill("flow.csv", bytes.substr(end + 1));
    }
    const galet::plot::ResultRecord record = galet::plot::read_result(folder.path(), {});
    for (const galet::plot::Trace& trace : record.traces) {
        trace.curve.points(true);
        trace.curve.samples();
    }
}

}  // namespace galet::fuzz
