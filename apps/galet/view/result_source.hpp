// One result as the server sees it: finished, still being written, or replaced by another run while it is looked at.
//
// HDF5 may be used by one thread at a time in the whole process: no two calls at once, of this or any other source.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "galet/io/result_folder.hpp"
#include "galet/io/trajectory_reader.hpp"
#include "galet/scene/scene.hpp"
#include "view/answer.hpp"

namespace galet::app {

class ResultSource {
  public:
    /// FileError or InputError where the folder holds no result that can be shown (show/bodies_result.hpp). `name` is
    /// what the page calls it.
    ResultSource(const std::filesystem::path& folder, std::string name);

    /// What does not change from frame to frame.
    Json description(std::size_t index) const;

    /// Rises when another result has taken its place; frames of one generation never change.
    std::int64_t generation() const { return generation_; }

    /// Looks for new frames, and tells the steps and times of those from `from` on.
    Json state(std::int64_t from);

    /// Refusal 404 where there is no such frame, no such array, no such body.
    Answer array(std::int64_t frame, std::string_view what) const;  ///< position, radius, id, orientation, contacts
    Answer value(std::int64_t frame, std::string_view name) const;
    Answer obstacles(std::int64_t frame) const;
    Answer body(std::int64_t frame, std::int64_t id) const;

    /// Whole lines of history.csv from a byte on. Refusal 416 beyond its end.
    Answer history(std::int64_t from) const;

  private:
    /// Which file it is, whatever its name.
    struct FileId {
        dev_t device = 0;
        ino_t inode = 0;
        bool operator==(const FileId&) const = default;
    };
    /// What is read when a result is opened.
    struct Contents {
        FileId file;
        TrajectoryReader trajectory;
        Stage stage;
        Point origin{};              ///< centre of the bodies of the first frame [m]
        double violation_limit = 0;  ///< [m]
    };

    static std::optional<FileId> identify(const std::filesystem::path& path);
    static Contents open(const ResultFiles& files);
    void refresh();
    void reopen();
    Frame read(std::int64_t frame, const FrameParts& parts) const;

    using Clock = std::chrono::steady_clock;

    ResultFiles files_;
    std::string name_;
    Contents contents_;
    Clock::time_point looked_;  ///< when new frames were last looked for
    std::int64_t generation_ = 0;
};

}  // namespace galet::app
