// The time line: a slider over all frames, play, speed.

import { lastAtOrBefore } from "../history";
import { make, part } from "../page";
import { short, timeText } from "../numbers";
import { Viewer } from "../viewer";

/** Offered speeds: the whole run in so many seconds. */
const LASTING = [2, 5, 10, 20, 60, 300];

export function makeTimeline(viewer: Viewer) {
  const slider = part<HTMLInputElement>("time");
  const text = part("time-text");
  const play = part("play");
  const speed = part<HTMLSelectElement>("speed");
  let times: number[] = [];

  const showFrames = () => {
    times = viewer.clock.times;
    slider.max = String(Math.max(0, times.length - 1));
    part("live").hidden = !viewer.clock.running;
    fillSpeeds();
    showTime();
  };
  const showTime = () => {
    const place = lastAtOrBefore(times, viewer.clock.time);
    slider.value = String(Math.max(0, place));
    text.textContent = `${timeText(viewer.clock.time)} of ${timeText(viewer.clock.end)} s`;
    play.textContent = viewer.clock.playing ? "Stop" : "Play";
  };
  const fillSpeeds = () => {
    const range = viewer.clock.end - viewer.clock.begin;
    const speeds = [...new Set([...LASTING.map((s) => range / s), 1])].filter((s) => s > 0).sort((a, b) => b - a);
    speed.replaceChildren(...speeds.map((s) => make("option", { value: String(s) }, s === 1 ? "real time" : `${short(s, 2)} s/s`)));
    const nearest = speeds.reduce((a, b) => (Math.abs(Math.log(b / viewer.clock.speed)) < Math.abs(Math.log(a / viewer.clock.speed)) ? b : a), 1);
    speed.value = String(nearest);
  };

  slider.addEventListener("input", () => viewer.setTime(times[Number(slider.value)] ?? 0));
  speed.addEventListener("change", () => (viewer.clock.speed = Number(speed.value)));
  play.addEventListener("click", () => viewer.play(!viewer.clock.playing));
  part("first").addEventListener("click", () => viewer.setTime(viewer.clock.begin));
  part("back").addEventListener("click", () => viewer.stepBy(-1));
  part("next").addEventListener("click", () => viewer.stepBy(1));
  part("last").addEventListener("click", () => viewer.setTime(viewer.clock.end));
  viewer.on("frames", showFrames);
  viewer.on("time", showTime);
}
