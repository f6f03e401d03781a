#include "render/work.hpp"

#include <fmt/core.h>

namespace galet::app {

void Work::tell(const char* doing, std::size_t done, std::size_t total) {
    if (stopped()) throw Stopped{};
    if (doing != doing_) since_ = line_.seconds();
    doing_ = doing;
    if (!line_.due() || done == 0) return;
    const double each = (line_.seconds() - since_) / static_cast<double>(done);
    line_.show(fmt::format("{} frame {}/{}  {:.2f} s a frame  {} left", doing, done + 1, total, each,
                           duration(each * static_cast<double>(total - done))));
}

}  // namespace galet::app
