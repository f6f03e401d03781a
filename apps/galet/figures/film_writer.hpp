// A film made frame by frame by the program ffmpeg: only the frame that is drawn is in memory. The file appears whole
// or not at all.
//
// H.264 in .mp4 and VP9 in .webm, both as 4:2:0 in the colours of Rec. 709, which every player shows; .gif with a
// palette for each frame.
#pragma once

#include <filesystem>
#include <string>

#include "figures/canvas.hpp"
#include "figures/child_process.hpp"
#include "figures/pending_file.hpp"

namespace galet::figures {

/// Whether its extension is one of those above.
bool is_film(const std::filesystem::path& file);

struct FilmFormat {
    int width = 0, height = 0;  ///< [pixel], even
    double fps = 25;            ///< frames a second
};

/// Thrown where the user has asked to stop; nothing is left behind.
struct FilmStopped {};

class FilmWriter {
  public:
    /// `stop` is asked while waiting for ffmpeg. Throws FileError where there is no ffmpeg or the file has no place.
    FilmWriter(const std::filesystem::path& file, const FilmFormat& format, ChildProcess::Stop stop);

    void add(const Canvas& frame);  ///< throws FileError with what ffmpeg said, or FilmStopped
    void finish();                  ///< likewise

  private:
    [[noreturn]] void give_up();

    std::filesystem::path file_;
    FilmFormat format_;
    ChildProcess::Stop stop_;
    PendingFile pending_;
    ChildProcess ffmpeg_;
};

}  // namespace galet::figures
