// What lies where on the server, below its token: the page and the results. Names of files never come from a request;
// whatever is not one of the fixed routes is not there.
//
//   .                                        the page; assets/viewer.js and what else it is made of
//   api/results                              what there is to look at
//   api/results/R/state?from=K               frames so far, with steps and times from frame K on
//   api/results/R/history?from=BYTES         whole lines of history.csv
//   api/results/R/frames/K/A                 A: position, radius, id, orientation, contacts (binary, view/encode.hpp)
//   api/results/R/frames/K/value/NAME        float32 of each body
//   api/results/R/frames/K/obstacles         where they are at that time
//   api/results/R/frames/K/bodies/ID         everything of one body
#pragma once

#include <string_view>
#include <vector>

#include "view/answer.hpp"
#include "view/page.hpp"
#include "view/recent_answers.hpp"
#include "view/result_source.hpp"

namespace galet::app {

/// A file of the page by its place below the token; null where there is none.
const PageFile* find_page_file(std::string_view path);

/// Whether an answer may be large: an array over all bodies or contacts.
bool reads_a_frame(std::string_view path);

/// What is behind "api/". One call at a time: HDF5 does not bear more.
class Api {
  public:
    explicit Api(std::vector<ResultSource> results) : results_(std::move(results)) {}

    /// Throws a Refusal, or what the library throws of files that cannot be read.
    Answer answer(std::string_view path, std::string_view query);

  private:
    static constexpr std::size_t kKept = std::size_t{32} << 20;  ///< bytes of answers

    std::vector<ResultSource> results_;
    RecentAnswers recent_{kKept};
};

}  // namespace galet::app
