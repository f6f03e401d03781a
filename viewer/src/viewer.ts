// The viewer itself: results, the view, and the pictures that follow from them. Panels and keys act on it through its
// methods and hear of changes through `on`.

import { Camera, fitted, joined } from "./camera";
import { Clock } from "./clock";
import { Colouring } from "./colouring";
import { DARK, LIGHT, Range, Theme, widened } from "./colours";
import { drawOverlay } from "./drawing/overlay";
import { Look, Pane } from "./drawing/pane";
import { Screen } from "./drawing/screen";
import { FrameCache, Wanted } from "./frames";
import { LiveResult } from "./live_result";
import { Pace } from "./pace";
import { View, fromLink, initialView, toLink } from "./view";

/** frames, history: a result has gained some; time, style, body: another one is shown. */
export type Change = "frames" | "history" | "time" | "style" | "body";

const POLL = 1000; // [ms] between looks at results that are still being written
const POLL_FINISHED = 4000; // and at others, which another run may replace
const IDLE = 400; // [ms] after the last frame until others are fetched ahead
const AHEAD = 48 * 1024 * 1024; // bytes of them
const LINK = 300; // [ms] after a change until the address bar holds it

export class Viewer {
  readonly view: View;
  readonly clock: Clock;
  readonly colouring: Colouring;
  readonly panes: Pane[];
  private readonly cache = new FrameCache();
  private readonly pace: Pace;
  private readonly listeners = new Map<Change, (() => void)[]>();
  private readonly busy = new Set<Pane>();
  private readonly again = new Set<Pane>();
  private widestImpulse = 0;
  private stale = true; // the picture
  private sharp = false; // drawn with all pixels
  private lastTick = 0;
  private linking = 0; // timer of the address bar
  private idle = 0; // timer of fetching ahead

  constructor(
    readonly results: LiveResult[],
    private readonly screen: Screen,
    private readonly notify: (message: string) => void,
  ) {
    this.view = fromLink(location.hash, initialView());
    this.clock = new Clock(results, this.view.time);
    this.colouring = new Colouring(results, this.view);
    this.pace = new Pace(screen.quick);
    this.panes = results.map((result) => new Pane(result, screen.quick));
  }

  on(change: Change, listener: () => void) {
    this.listeners.set(change, [...(this.listeners.get(change) ?? []), listener]);
  }

  private tell(change: Change) {
    for (const listener of this.listeners.get(change) ?? []) listener();
    if (change === "frames" || change === "history") return;
    // Browsers allow few changes of the address in a short time.
    clearTimeout(this.linking);
    this.linking = window.setTimeout(() => history.replaceState(null, "", this.link), LINK);
  }

  async start() {
    await Promise.all(this.results.map((result) => result.refresh()));
    this.clock.start();
    const first = [...this.panes.map((pane) => this.load(pane)), ...this.results.map((r) => this.measureEnd(r))];
    // While they are on their way: the panels, and a picture without bodies, which prepares the graphics.
    this.tell("frames");
    this.draw(performance.now());
    await Promise.all(first);
    this.draw(performance.now());
    setTimeout(() => this.tell("history")); // plots come after the first picture
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
    return `${location.href.split("#")[0]}#${toLink({ ...this.view, time: this.clock.chosen })}`;
  }

  // --- time --------------------------------------------------------------------------------------------------------

  setTime(time: number) {
    this.clock.setTime(time);
    this.timeChanged();
  }

  /** Goes on by some frames, back where negative. */
  stepBy(frames: number) {
    this.setTime(this.clock.after(frames));
  }

  play(playing: boolean) {
    this.clock.play(playing);
    this.timeChanged();
  }

  private timeChanged() {
    this.pace.moved(performance.now());
    this.loadAll();
    this.tell("time");
  }

  private async poll() {
    try {
      const changes = await Promise.all(this.results.map((r) => r.refresh()));
      // All that is known is about the former run; the address keeps the view.
      if (this.results.some((r) => r.replaced)) return location.reload();
      if (changes.some(Boolean)) {
        this.notify("");
        this.tell("frames");
        this.tell("history");
        this.loadAll();
        if (this.clock.following) this.tell("time");
      }
    } catch (error) {
      this.fail(error);
    }
    setTimeout(() => this.poll(), this.clock.running ? POLL : POLL_FINISHED);
  }

  // --- what is shown -------------------------------------------------------------------------------------------------

  /** Changes a part of the view. */
  change(part: Partial<View>) {
    const moved = "camera" in part && Object.keys(part).length === 1;
    if ("time" in part) this.clock.setTime(part.time ?? null);
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

  /** Range of the frames that are shown. */
  frameRange(): Range | null {
    return this.panes.reduce<Range | null>((r, p) => (p.frame?.value ? widened(r, p.frame.value) : r), null);
  }

  get camera(): Camera {
    return this.view.camera ?? this.fit();
  }

  private fit(): Camera {
    const boxes = this.panes.flatMap((p) => (p.frame ? [p.withWalls(p.frame)] : []));
    const { rect, dimension } = this.panes[0];
    return fitted(joined(boxes), dimension, rect.width / rect.height);
  }

  private wanted(pane: Pane): Wanted {
    const { forces, rotation } = this.view;
    return { value: this.colouring.valueOf(pane.result), contacts: forces, orientation: rotation };
  }

  private look(): Look {
    const { clip, forces, obstacles } = this.view;
    return { map: this.colouring.map, clip, forces, obstacles, theme: this.theme };
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
        const frame = await this.cache.frame(result.info, result.generation, result.frameAt(this.clock.time), this.wanted(pane));
        this.see(pane, frame);
      } while (this.again.has(pane));
      this.notify("");
    } catch (error) {
      this.fail(error);
    } finally {
      this.busy.delete(pane);
      this.redraw();
    }
    if (this.clock.playing) this.fetchAhead(pane);
    clearTimeout(this.idle);
    this.idle = window.setTimeout(() => void this.fetchAround(), IDLE);
  }

  private see(pane: Pane, frame: Awaited<ReturnType<FrameCache["frame"]>>) {
    const grown = this.colouring.see(frame.value);
    const look = this.look();
    pane.show(frame, look);
    this.widestImpulse = Math.max(this.widestImpulse, pane.largestImpulse);
    if (grown && !this.view.range) {
      for (const other of this.panes) if (other !== pane) other.restyle(look);
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

  /** While nothing else happens: frames near those that are shown, so that scrubbing finds them here. */
  private async fetchAround() {
    for (const pane of this.panes) {
      const { frame, result } = pane;
      if (!frame) continue;
      const size = Math.max(1, frame.position.byteLength + 2 * frame.radius.byteLength);
      const most = Math.floor(AHEAD / this.panes.length / size);
      for (let k = 1; k <= most && k < result.times.length; ++k) {
        const near = frame.index + (k % 2 === 1 ? (k + 1) / 2 : -k / 2);
        if (near < 0 || near >= result.times.length) continue;
        if (this.busy.size > 0 || this.clock.playing || pane.frame !== frame) return;
        await this.cache.frame(result.info, result.generation, near, this.wanted(pane)).catch(() => {});
      }
    }
  }

  private restyle() {
    const look = this.look();
    for (const pane of this.panes) pane.restyle(look);
    this.redraw();
  }

  private fail(error: unknown) {
    const lost = error instanceof TypeError; // fetch could not reach the server
    this.clock.playing = false;
    this.notify(lost ? "The server does not answer. Is galet view still running?" : String((error as Error).message));
  }

  // --- drawing -------------------------------------------------------------------------------------------------------

  redraw() {
    this.stale = true;
  }

  private tick(now: number) {
    const passed = Math.min((now - this.lastTick) / 1000, 0.5);
    this.lastTick = now;
    if (this.clock.playing && this.busy.size === 0) {
      this.clock.advance(passed);
      this.timeChanged();
    }
    if (this.stale || (!this.sharp && this.pace.resting(now))) this.draw(now);
    requestAnimationFrame((then) => this.tick(then));
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
    drawOverlay(pen, captions, this.colouring, this.theme);
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
