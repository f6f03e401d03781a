#include "figures/film_writer.hpp"

#include <fmt/format.h>

#include <cassert>

#include "galet/core/error.hpp"

namespace galet::figures {
namespace {

constexpr const char* kMissing = "films are made by ffmpeg, which was not found; on Debian: apt install ffmpeg";

using Words = std::vector<std::string>;

/// How an encoder is told to work: quality that shows no blocks on flat colours, at a speed that does not hold up the
/// drawing.
Words encoder(const std::string& extension) {
    const std::string matrix = "scale=out_color_matrix=bt709:out_range=tv";
    const Words colours = {"-vf",          matrix, "-pix_fmt",         "yuv420p", "-colorspace", "bt709",
                           "-color_range", "tv",   "-color_primaries", "bt709",   "-color_trc",  "bt709"};
    Words words;
    if (extension == ".gif")
        return {"-vf", "split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=new=1", "-f", "gif"};
    if (extension == ".webm")
        words = {"-c:v", "libvpx-vp9", "-crf", "24",      "-b:v", "0",  "-deadline",
                 "good", "-cpu-used",  "4",    "-row-mt", "1",    "-f", "webm"};
    else
        words = {"-c:v", "libx264", "-preset", "fast", "-crf", "18", "-movflags", "+faststart", "-f", "mp4"};
    words.insert(words.begin(), colours.begin(), colours.end());
    return words;
}

Words command(const std::filesystem::path& file, const std::filesystem::path& output, const FilmFormat& format) {
    // Cairo's pixels are words 0x00rrggbb: bytes b, g, r, 0.
    Words words = {"ffmpeg",
                   "-hide_banner",
                   "-loglevel",
                   "error",
                   "-nostdin",
                   "-y",
                   "-f",
                   "rawvideo",
                   "-pixel_format",
                   "bgr0",
                   "-video_size",
                   fmt::format("{}x{}", format.width, format.height),
                   "-framerate",
                   fmt::format("{:.9g}", format.fps),
                   "-i",
                   "pipe:0"};
    const Words encoding = encoder(file.extension().string());
    words.insert(words.end(), encoding.begin(), encoding.end());
    words.push_back("file:" + output.string());
    return words;
}

}  // namespace

bool is_film(const std::filesystem::path& file) {
    const std::string extension = file.extension().string();
    return extension == ".mp4" || extension == ".webm" || extension == ".gif";
}

FilmWriter::FilmWriter(const std::filesystem::path& file, const FilmFormat& format, ChildProcess::Stop stop)
    : file_(file),
      format_(format),
      stop_(std::move(stop)),
      pending_(file),
      ffmpeg_(command(file, pending_.path(), format), ChildProcess::Input::ours, kMissing) {
    assert(is_film(file) && format.width % 2 == 0 && format.height % 2 == 0);
}

void FilmWriter::add(const Canvas& frame) {
    assert(frame.width() == format_.width && frame.height() == format_.height);
    for (int y = 0; y < frame.height(); ++y)
        if (!ffmpeg_.write(std::as_bytes(frame.row(y)), stop_)) give_up();
}

void FilmWriter::finish() {
    if (!ffmpeg_.succeeded(stop_)) give_up();
    std::error_code error;
    if (std::filesystem::file_size(pending_.path(), error) == 0 || error) give_up();
    pending_.commit();
}

void FilmWriter::give_up() {
    if (stop_()) throw FilmStopped{};
    ffmpeg_.succeeded(stop_);  // it has stopped reading: what it says is complete when it has ended
    if (stop_()) throw FilmStopped{};
    throw FileError(fmt::format("ffmpeg failed to make {}: {}", file_.string(), ffmpeg_.last_words()));
}

}  // namespace galet::figures
