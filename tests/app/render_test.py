"""Pictures and films from outside: what ffprobe and ffmpeg find in them, what is left after a failure, bad options."""
import json
import os
import signal
import subprocess
import time
import unittest

import numpy

from program import GALET, ProgramTest

DROP = """
title = "drop"
[simulation]
dimension = 2
step = 0.05
end = 0.5
[[bodies]]
name = "slow"
position = [[0.25, 0.5]]
radius = 0.1
mass = 1.0
[[bodies]]
name = "fast"
position = [[0.75, 0.5]]
velocity = [0.0, 1.0]
radius = 0.1
mass = 1.0
[[obstacles]]
shape = "box"
min = [0.0, 0.0]
max = [1.0, 2.0]
"""

SPACE = """
[simulation]
dimension = 3
step = 0.1
end = 0.1
[[bodies]]
position = [[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]]
radius = 0.5
mass = 1.0
"""


def pixels(path, *options):
    """The first frame of a picture or film as rows of red, green, blue."""
    size = subprocess.run(["ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "stream=width,height", "-of",
                           "csv=p=0", path], capture_output=True, text=True, check=True).stdout
    width, height = map(int, size.strip().strip(",").split(",")[:2])
    raw = subprocess.run(["ffmpeg", "-v", "error", *options, "-i", path, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgb24",
                          "pipe:1"], capture_output=True, check=True).stdout
    return numpy.frombuffer(raw, dtype=numpy.uint8).reshape(height, width, 3).astype(int)


class Render(ProgramTest):
    def result(self, text=DROP, *options):
        out = self.folder / "out"
        self.galet("run", self.scene(text), "--out", out, "--quiet", *options)
        return out

    def probe(self, film):
        said = subprocess.run(["ffprobe", "-v", "error", "-count_frames", "-select_streams", "v", "-show_streams", "-of", "json", film],
                              capture_output=True, text=True, check=True).stdout
        return json.loads(said)["streams"][0]


class Films(Render):
    def test_every_format_has_the_size_rate_and_frames_asked_for(self):
        out = self.result()
        for name, codec in (("film.mp4", "h264"), ("film.webm", "vp9"), ("film.gif", "gif")):
            film = self.folder / name
            said = self.galet("render", out, "--film", film, "--width", 321, "--height", 241, "--fps", 10, "--frames", "0:last:2").stdout
            self.assertIn(str(film), said)
            stream = self.probe(film)
            self.assertEqual(stream["codec_name"], codec)
            self.assertEqual((stream["width"], stream["height"]), (322, 242))
            self.assertEqual(stream["r_frame_rate"], "10/1")
            self.assertEqual(int(stream["nb_read_frames"]), 6)  # steps 0, 2, 4, 6, 8, 10
            if name != "film.gif":
                self.assertEqual(stream["pix_fmt"], "yuv420p")
        self.assertFalse((out / "pictures").exists())

    def test_a_frame_of_the_film_is_the_picture_of_that_frame(self):
        out = self.result()
        film = self.folder / "film.mp4"
        same = ("--width", 640, "--range", "0,2", "--view", "0,0,1,2")
        self.galet("render", out, "--film", film, "--fps", 10, *same)
        self.galet("render", out, "--frames", "0,last", "--no-sheet", *same)
        first, last = pixels(film), pixels(film, "-ss", "0.95")
        for frame, step in ((first, 0), (last, 10)):
            picture = pixels(out / f"pictures/step-{step:06}.png")
            self.assertLess(numpy.abs(frame - picture).mean(), 4)  # colours at half resolution, lossy
        self.assertGreater(numpy.abs(first - last).max(), 100)  # something has moved

    def test_speed_sets_the_length(self):
        out = self.result()
        film = self.folder / "film.mp4"
        self.galet("render", out, "--film", film, "--speed", 0.25, "--width", 320)
        stream = self.probe(film)
        self.assertEqual(stream["r_frame_rate"], "30/1")
        self.assertEqual(int(stream["nb_read_frames"]), 61)  # 0.5 s at a quarter of the speed is 2 s, both ends shown

    def test_a_film_replaces_one_only_when_it_is_whole(self):
        out = self.result()
        film = self.folder / "film.mp4"
        film.write_text("former")
        programs = self.folder / "bin"
        programs.mkdir()
        for body, words in (("echo no such encoder >&2; exit 1", "no such encoder"),
                            ("head -c 1000 >/dev/null; echo half > ${@: -1}; kill -9 $$", "signal 9"),
                            ("cat >/dev/null; exit 0", "film.mp4")):
            fake = programs / "ffmpeg"
            fake.write_text("#!/bin/bash\n" + body + "\n")
            fake.chmod(0o755)
            done = self.with_path(f"{programs}:{os.environ['PATH']}", "render", out, "--film", film, "--width", 200, "--frames", "0")
            self.assertEqual(done.returncode, 4, done.stderr)
            self.assertIn("ffmpeg failed to make", done.stderr)
            self.assertIn(words, done.stderr)
            self.assertEqual(film.read_text(), "former")
            self.assertEqual(list(self.folder.glob(".*part")), [])

    def test_no_ffmpeg_is_said(self):
        out = self.result()
        done = self.with_path(str(self.folder), "render", out, "--film", self.folder / "film.mp4")
        self.assertEqual(done.returncode, 4)
        self.assertIn("apt install ffmpeg", done.stderr)
        self.assertEqual(list(self.folder.glob("*film*")), [])

    def test_an_interrupt_leaves_nothing(self):
        out = self.result()
        programs = self.folder / "bin"
        programs.mkdir()
        (programs / "ffmpeg").write_text("#!/bin/bash\ntouch started\nexec sleep 1000\n")
        (programs / "ffmpeg").chmod(0o755)
        process = subprocess.Popen([GALET, "render", out, "--film", "film.mp4"], cwd=self.folder, stderr=subprocess.PIPE, text=True,
                                   env={**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"})
        while not (self.folder / "started").exists():
            self.assertIsNone(process.poll())
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 130, said)
        self.assertIn("no film was written", said)
        self.assertEqual([p for p in self.folder.iterdir() if "film" in p.name], [])

    def with_path(self, path, *arguments):
        return subprocess.run([GALET, *map(str, arguments)], capture_output=True, text=True, timeout=600, cwd=self.folder,
                              env={**os.environ, "PATH": path})


class Pictures(Render):
    def picture(self, out, *options):
        self.galet("render", out, "--no-sheet", "--width", 600, *options)
        (png,) = sorted((out / "pictures").glob("step-*.png"))
        shown = pixels(png)
        png.unlink()
        return shown

    def test_frames_can_be_listed_and_ranged(self):
        out = self.result()
        for text, steps in (("0,3,6,9", (0, 3, 6, 9)), ("0:10:5", (0, 5, 10)), ("8:,last", (8, 9, 10)), (":1,4", (0, 1, 4)),
                            ("0:9:4", (0, 4, 8))):
            self.galet("render", out, "--frames", text, "--out", self.folder / text.replace(":", "_"), "--width", 200)
            names = [p.name for p in sorted((self.folder / text.replace(":", "_")).glob("step*"))]
            self.assertEqual(names, [f"step-{step:06}.png" for step in steps])
            self.assertTrue((self.folder / text.replace(":", "_") / "sheet.png").is_file())

    def test_a_clip_removes_what_is_beyond(self):
        out = self.result(SPACE)
        grey = lambda shown: (numpy.ptp(shown, axis=2) < 12).mean(axis=0)  # noqa: E731  by column: bodies are blue
        both = grey(self.picture(out, "--frames", "0", "--colour", "none", "--azimuth", "0"))
        left = grey(self.picture(out, "--frames", "0", "--colour", "none", "--azimuth", "0", "--clip", "x<0.5"))
        middle = len(both) // 2
        self.assertLess(both[:middle].min(), 0.6)
        self.assertLess(both[middle:].min(), 0.6)
        self.assertLess(left[:middle].min(), 0.6)
        self.assertEqual(left[middle:].min(), 1)
        numpy.testing.assert_array_equal(both[:middle], left[:middle])  # the view stays

    def test_colours_keep_to_the_range_and_groups_have_names(self):
        out = self.result()
        window = ("--frames", "0", "--view", "0,0,1,1")
        wide = self.picture(out, *window, "--range", "0,2")
        narrow = self.picture(out, *window, "--range", "0,1")
        self.assertGreater(numpy.abs(wide - narrow).max(), 50)
        grouped = self.picture(out, *window, "--colour", "group")
        for colour in ((0x00, 0x72, 0xB2), (0xD5, 0x5E, 0x00)):
            self.assertGreater((grouped == colour).all(axis=2).sum(), 1000)
        dark = self.picture(out, *window, "--dark")
        self.assertLess(dark[2, 2].max(), 40)

    def test_threads_change_nothing(self):
        out = self.result(SPACE)
        for threads in (1, 2):
            self.galet("render", out, "--frames", "0", "--threads", threads, "--out", self.folder / str(threads))
        one, two = ((self.folder / n / "step-000000.png").read_bytes() for n in "12")
        self.assertEqual(one, two)


class BadOptions(Render):
    def test_each_has_a_message(self):
        out = self.result()
        for options, words in (
                (("--frames", "11"), "frames 0 to 10"), (("--frames", "a"), "FIRST:LAST:EVERY"), (("--frames", "0:5:0"), "1 or more"),
                (("--frames", "5:2"), "after the last"), (("--frames", "0:1:2:3"), "FIRST:LAST:EVERY"), (("--frames", "1,"), "FIRST:LAST"),
                (("--range", "2,1"), "LOW,HIGH"), (("--range", "1"), "LOW,HIGH"), (("--range", "a,b"), "LOW,HIGH"), (("--range", "0,inf"), "LOW,HIGH"),
                (("--view", "0,0,1"), "x0,y0,x1,y1"), (("--view", "0,0,0,1"), "x0,y0,x1,y1"),
                (("--clip", "w<1"), "x<0.5"), (("--clip", "x=1"), "x<0.5"), (("--clip", "x<"), "x<0.5"), (("--clip", "z<1"), "2 dimensions"),
                (("--azimuth", "10"), "three dimensions"), (("--elevation", "10"), "three dimensions"), (("--elevation", "91"), "91"),
                (("--rotation",), "do not rotate"), (("--colour", "spin"), "has none"), (("--colour", "glue"), "has none"), (("--colour", "taste"), "taste"),
                (("--field", "density"), "crowds"), (("--width", "100"), "200"), (("--height", "20000"), "10000"),
                (("--sheet-columns", "0"), "1"), (("--no-sheet", "--sheet-columns", "2"), "excludes"),
                (("--film", "film.avi"), ".mp4"), (("--film", "film.mp4", "--out", "x"), "excludes"), (("--film", "film.mp4", "--fps", "0"), "0.1"),
                (("--film", "film.mp4", "--speed", "0"), "speed"), (("--film", "film.mp4", "--speed", "1e-9"), "admissible"),
                (("--fps", "10"), "--film"), (("--speed", "1"), "--film"), (("--threads", "0"), "1")):
            with self.subTest(options=options):
                done = self.galet("render", out, *options, status=2)
                self.assertIn(words, done.stderr + done.stdout)
        self.assertFalse((out / "pictures").exists())
        self.assertEqual(list(self.folder.glob("*film*")), [])

    def test_help_names_every_unit(self):
        said = " ".join(self.galet("render", "--help").stdout.split())
        for words in ("[pixel]", "[degree]", "[m]", "seconds", "0:100:5"):
            self.assertIn(words, said)

    def test_what_is_no_result_and_what_has_no_bodies(self):
        self.assertIn("not the folder of a result", self.galet("render", self.folder, status=4).stderr)
        out = self.folder / "swept"
        self.galet("run", "moving-disc", "--out", out, "--quiet")
        said = self.galet("render", out, status=2).stderr
        self.assertIn(f"galet plot {out}", said)
        self.assertIn("written", self.galet("render", self.result(), "--film", self.folder / "nowhere/film.mp4", status=4).stderr)


if __name__ == "__main__":
    unittest.main()
