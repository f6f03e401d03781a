// The viewer itself: results, the view, and the pictures that follow from them. Panels and keys act on it through its
// methods and hear of changes through `on`.

import { Camera, fitted } from "./camera";
import { ColourMap, DARK, LIGHT, Range, Theme, widened } from "./colours";
import { drawOverlay } from "./drawing/overlay";
import { Clip, Look, Pane } from "./drawing/pane";
import { Screen } from "./drawing/screen";
import { FrameCache, Wanted } from "./frames";
import { lastAtOrBefore } from "./history";
import { LiveResult } from "./live_result";
import { Pace } from "./pace";
import { View, fromLink, initialView, toLink } from "./view";

/** frames: a result has gained some; time, style, body: another one is shown. */
export type Change = "frames" | "time" | "style" | "body";

const POLL = 1000; // [ms] between looks at results that are still being written
const POLL_FINISHED = 4000; // and at others, which another run may replace
const LINK = 300; // [ms] after a change until the address bar holds it

export class Viewer {
  view: View;
  playing = false;
  speed = 1; // simulated seconds a second
  readonly panes: Pane[];
  private readonly cache = new FrameCache();
  private readonly pace = new Pace();
  private readonly listeners = new Map<Change, (() => void)[]>();
  private readonly busy = new Set<Pane>();
  private readonly again = new Set<Pane>();
  private readonly seen = new Map<string, Range>(); // of each value, over all frames seen
  private widestImpulse = 0;
  private follow = false; // stay at the newest frame of a run that goes on
  private stale = true; // the picture
  private sharp = false; // drawn with all pixels
  private lastTick = 0;
  private linking = 0; // timer of the address bar

  constructor(
    readonly results: LiveResult[],
    private readonly screen: Screen,
    private readonly notify: (message: string) => void,
  ) {
    this.view = fromLink(location.hash, initialView());
    this.panes = results.map((result) => new Pane(result, screen.smooth));
  }

  on(change: Change, listener: () => void) {
    this.listeners.set(change, [...(this.listeners.get(change) ?? []), listener]);
  }

  private tell(change: Change) {
    for (const listener of this.listeners.get(change) ?? []) listener();
    if (change === "frames") return;
    // Browsers allow few changes of the address in a short time.
    clearTimeout(this.linking);
    this.linking = window.setTimeout(() => history.replaceState(null, "", this.link), LINK);
  }

  async start() {
    await Promise.all(this.results.map((result) => result.refresh()));
    this.follow = this.view.time === null && this.results.some((result) => !result.finished);
    const range = this.end - this.begin;
    this.speed = range > 0 ? range / 10 : 1;
    this.tell("frames");
    await Promise.all([...this.panes.map((pane) => this.load(pane)), ...this.results.map((r) => this.measureEnd(r))]);
    window.addEventListener("hashchange", () => this.change({ ...fromLink(location.hash, initialView()) }));
    requestAnimationFrame((now) => this.tick(now));
    setTimeout(() => this.poll(), POLL);
  }

  /** So that the first view holds the last frame too. */
  private async measureEnd(result: LiveResult) {
    if (result.times.length < 2 || this.view.camera) return;
    const frame = await this.cache.frame(result.info, result.generation, result.times.length - 1, nothing);
    this.panes[this.results.indexOf(result)].widen(frame);
  }

  /** The address of this view. */
  get link(): string {
    return `${location.href.split("#")[0]}#${toLink(this.view)}`;
  }

  // --- time --------------------------------------------------------------------------------------------------------

  get begin(): number {
    return Math.min(...this.results.map((r) => r.times[0] ?? 0));
  }

  get end(): number {
    return Math.max(...this.results.map((r) => r.end));
  }

  get time(): number {
    if (this.follow) return this.end;
    return this.view.time ?? this.begin;
  }

  get running(): boolean {
    return this.results.some((r) => !r.finished);
  }

  /** All times that some result has a frame of, rising. */
  get times(): number[] {
    if (this.results.length === 1) return this.results[0].times;
    return [...new Set(this.results.flatMap((r) => r.times))].sort((a, b) => a - b);
  }

  setTime(time: number) {
    this.follow = this.running && time >= this.end;
    this.view.time = Math.min(Math.max(time, this.begin), this.end);
    this.pace.moved(performance.now());
    this.loadAll();
    this.tell("time");
  }

  /** Goes on by some frames, back where negative. */
  stepBy(frames: number) {
    const { times } = this;
    const now = lastAtOrBefore(times, this.time);
    const place = Math.min(Math.max(now + frames, 0), times.length - 1);
    if (times.length > 0) this.setTime(times[place]);
  }

  play(playing: boolean) {
    if (playing && this.time >= this.end && !this.running) this.setTime(this.begin);
    this.playing = playing;
    this.tell("time");
  }

  private async poll() {
    try {
      const changes = await Promise.all(this.results.map((r) => r.refresh()));
      if (changes.some(Boolean)) {
        this.notify("");
        this.tell("frames");
        this.loadAll();
        if (this.follow) this.tell("time");
      }
    } catch (error) {
      this.fail(error);
    }
    setTimeout(() => this.poll(), this.running ? POLL : POLL_FINISHED);
  }

  // --- what is shown -------------------------------------------------------------------------------------------------

  /** Changes a part of the view. */
  change(part: Partial<View>) {
    const moved = "camera" in part && Object.keys(part).length === 1;
    if ("time" in part) this.follow = false;
    Object.assign(this.view, part);
    if (moved) {
      this.pace.moved(performance.now());
      this.redraw();
      this.tell("style");
      return;
    }
    this.restyle();
    this.loadAll();
    this.tell("style");
    if ("selected" in part) this.tell("body");
    if ("time" in part) this.tell("time");
  }

  get theme(): Theme {
    return this.view.dark ? DARK : LIGHT;
  }

  /** The name of what colours, where results have it. */
  get value(): string | null {
    const { colour } = this.view;
    return this.results.some((r) => r.info.values.some((v) => v.name === colour)) ? colour : null;
  }

  get map(): ColourMap {
    const seen = this.seen.get(this.value ?? "") ?? { low: 0, high: 1 };
    return new ColourMap(this.value, this.view.range ?? seen);
  }

  /** Range of the frames that are shown. */
  frameRange(): Range | null {
    return this.panes.reduce<Range | null>((r, p) => (p.frame?.value ? widened(r, p.frame.value) : r), null);
  }

  setClip(clip: Clip | null) {
    this.change({ clip });
  }

  get camera(): Camera {
    return this.view.camera ?? this.fit();
  }

  private fit(): Camera {
    const { min, max } = this.panes
      .filter((p) => p.frame)
      .map((p) => p.withWalls(p.frame!))
      .reduce((a, b) => ({
        min: a.min.map((x, k) => Math.min(x, b.min[k])) as [number, number, number],
        max: a.max.map((x, k) => Math.max(x, b.max[k])) as [number, number, number],
      }), { min: [Infinity, Infinity, Infinity], max: [-Infinity, -Infinity, -Infinity] });
    const { rect, dimension } = this.panes[0];
    const turn = this.view.camera;
    if (min[0] > max[0]) return fitted({ min: [0, 0, 0], max: [1, 1, 1] }, dimension, rect.width / rect.height);
    return fitted({ min, max }, dimension, rect.width / rect.height, turn?.azimuth, turn?.elevation);
  }

  private wanted(pane: Pane): Wanted {
    const has = pane.result.info.values.some((v) => v.name === this.view.colour);
    return { value: has ? this.view.colour : null, contacts: this.view.forces, orientation: this.view.rotation };
  }

  private look(): Look {
    const { clip, forces, obstacles } = this.view;
    return { map: this.map, clip, forces, obstacles, theme: this.theme };
  }

  private loadAll() {
    for (const pane of this.panes) void this.load(pane);
  }

  /** Shows the frame of the time that is set; of several calls while one is under way, the last counts. */
  private async load(pane: Pane) {
    if (this.busy.has(pane)) {
      this.again.add(pane);
      return;
    }
    this.busy.add(pane);
    try {
      do {
        this.again.delete(pane);
        const { result } = pane;
        if (result.times.length === 0) continue;
        const frame = await this.cache.frame(result.info, result.generation, result.frameAt(this.time), this.wanted(pane));
        this.see(pane, frame);
      } while (this.again.has(pane));
      this.notify("");
    } catch (error) {
      this.fail(error);
    } finally {
      this.busy.delete(pane);
      this.redraw();
    }
    if (this.playing) this.fetchAhead(pane);
  }

  private see(pane: Pane, frame: Awaited<ReturnType<FrameCache["frame"]>>) {
    const value = this.value;
    const known = value ? (this.seen.get(value) ?? null) : null;
    const range = value && frame.value ? widened(known, frame.value) : known;
    const grown = value && range && (range.low !== known?.low || range.high !== known?.high);
    if (grown) this.seen.set(value, range);
    pane.show(frame, this.look());
    this.widestImpulse = Math.max(this.widestImpulse, pane.largestImpulse);
    if (grown && !this.view.range) {
      this.restyle();
      this.tell("style");
    }
    this.redraw();
    this.tell("body");
  }

  private fetchAhead(pane: Pane) {
    const next = (pane.frame?.index ?? 0) + 1;
    const { result } = pane;
    if (next >= result.times.length) return;
    this.cache.frame(result.info, result.generation, next, this.wanted(pane)).catch(() => {});
  }

  private restyle() {
    const look = this.look();
    for (const pane of this.panes) pane.restyle(look);
    this.redraw();
  }

  private fail(error: unknown) {
    const lost = error instanceof TypeError; // fetch could not reach the server
    this.playing = false;
    this.notify(lost ? "The server does not answer. Is galet view still running?" : String((error as Error).message));
  }

  // --- drawing -------------------------------------------------------------------------------------------------------

  redraw() {
    this.stale = true;
  }

  private tick(now: number) {
    const passed = Math.min((now - this.lastTick) / 1000, 0.5);
    this.lastTick = now;
    if (this.playing && this.busy.size === 0) this.advance(passed * this.speed);
    if (this.stale || (!this.sharp && this.pace.resting(now))) this.draw(now);
    requestAnimationFrame((then) => this.tick(then));
  }

  private advance(by: number) {
    const time = this.time + by;
    this.setTime(time);
    if (time < this.end || this.running) return;
    this.playing = false;
    this.tell("time");
  }

  private draw(now: number) {
    const scale = this.pace.scale(now);
    this.stale = false;
    this.sharp = scale === 1;
    this.screen.layOut(this.panes, scale);
    const { camera, theme, widestImpulse } = this;
    this.screen.draw(this.panes, { camera, theme, widestImpulse }, (pen) => this.drawOver(pen));
  }

  private drawOver(pen: CanvasRenderingContext2D) {
    const { selected } = this.view;
    const captions = this.panes.map((pane, k) => ({
      pane,
      name: this.panes.length > 1 ? pane.result.info.name : "",
      selected: selected?.result === k ? pane.placeOf(selected.id) : -1,
    }));
    drawOverlay(pen, captions, { label: this.label, map: this.map, groups: this.groupNames }, this.theme);
  }

  /** What the colours mean, with the unit; empty where they mean nothing. */
  get label(): string {
    const all = this.results.flatMap((r) => r.info.values);
    return all.find((v) => v.name === this.value)?.label ?? "";
  }

  get groupNames(): string[] {
    return this.results.map((r) => r.info.groups.map((g) => g.name)).reduce((a, b) => (a.length >= b.length ? a : b), []);
  }

  /** The pane under a place of the picture [CSS pixel]. */
  paneAt(x: number, y: number): Pane {
    const inside = ({ rect }: Pane) =>
      x >= rect.x && x < rect.x + rect.width && y >= rect.y && y < rect.y + rect.height;
    return this.panes.find(inside) ?? this.panes[0];
  }

  /** The whole picture with captions, as a PNG file. */
  png(): Promise<Blob> {
    this.draw(Infinity); // at rest: with all pixels
    return this.screen.png();
  }
}

const nothing: Wanted = { value: null, contacts: false, orientation: false };
