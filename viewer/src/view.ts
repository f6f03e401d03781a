// What is looked at and how: everything a link keeps.

import { Camera, Vector } from "./camera";
import { Range } from "./colours";
import { Clip } from "./drawing/pane";

export interface View {
  time: number | null; // [s]; null: the start, or the newest frame of a run that goes on
  colour: string; // name of a value, or "none"
  range: Range | null; // null: of all frames seen
  forces: boolean;
  obstacles: boolean;
  rotation: boolean;
  clip: Clip | null;
  camera: Camera | null; // null: sees everything
  selected: { result: number; id: number } | null;
  dark: boolean;
}

export function initialView(): View {
  const dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
  return {
    time: null, colour: "speed", range: null, forces: false, obstacles: true, rotation: false, clip: null, camera: null,
    selected: null, dark,
  };
}

/** The part of an address behind #. */
export function toLink(view: View): string {
  const link = new URLSearchParams();
  if (view.time !== null) link.set("time", String(view.time));
  link.set("colour", view.colour);
  if (view.range) link.set("range", `${view.range.low},${view.range.high}`);
  if (view.forces) link.set("forces", "1");
  if (!view.obstacles) link.set("obstacles", "0");
  if (view.rotation) link.set("rotation", "1");
  if (view.clip) link.set("clip", `${"xyz"[view.clip.axis]},${view.clip.keep},${view.clip.at}`);
  if (view.camera) {
    const { target, height, azimuth, elevation } = view.camera;
    link.set("camera", [...target, height, azimuth, elevation].map((x) => Number(x.toPrecision(7))).join(","));
  }
  if (view.selected) link.set("body", `${view.selected.result},${view.selected.id}`);
  link.set("dark", view.dark ? "1" : "0");
  return link.toString().replaceAll("%2C", ",");
}

/** Numbers of a list with that many; null where it is something else. */
function numbers(text: string | null, count: number): number[] | null {
  const list = (text ?? "").split(",").map((word) => (word === "" ? NaN : Number(word)));
  return list.length === count && list.every(Number.isFinite) ? list : null;
}

/** Takes from a link what it says, and leaves the rest; what makes no sense is passed over. */
export function fromLink(text: string, view: View): View {
  const link = new URLSearchParams(text.replace(/^#/, ""));
  const read: View = { ...view };
  const time = numbers(link.get("time"), 1);
  if (time) read.time = time[0];
  read.colour = link.get("colour") ?? view.colour;
  const range = numbers(link.get("range"), 2);
  if (range) read.range = { low: range[0], high: range[1] };
  if (link.has("forces")) read.forces = link.get("forces") === "1";
  if (link.has("obstacles")) read.obstacles = link.get("obstacles") !== "0";
  if (link.has("rotation")) read.rotation = link.get("rotation") === "1";
  read.clip = clipFrom(link.get("clip")) ?? view.clip;
  const camera = numbers(link.get("camera"), 6);
  if (camera && camera[3] > 0) {
    const [x, y, z, height, azimuth, elevation] = camera;
    read.camera = { target: [x, y, z] as Vector, height, azimuth, elevation };
  }
  const body = numbers(link.get("body"), 2);
  if (body) read.selected = { result: body[0], id: body[1] };
  if (link.has("dark")) read.dark = link.get("dark") === "1";
  return read;
}

function clipFrom(text: string | null): Clip | null {
  const [axis, keep, at] = (text ?? "").split(",");
  const place = "xyz".indexOf(axis);
  if (axis === "" || place < 0 || (keep !== "below" && keep !== "above") || !Number.isFinite(Number(at))) return null;
  return { axis: place, keep, at: Number(at) };
}
