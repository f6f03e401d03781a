// The time that is shown, the same for all results, and its running.

import { lastAtOrBefore } from "./history";
import { LiveResult } from "./live_result";

export class Clock {
  playing = false;
  speed = 1; // simulated seconds a second
  private set: number | null; // [s]; null: nobody has chosen yet
  private follow = false; // stay at the newest frame of a run that goes on

  constructor(private readonly results: LiveResult[], time: number | null) {
    this.set = time;
  }

  /** Once the results are known: a run that goes on is watched at its newest frame, unless a time was asked for. */
  start() {
    this.follow = this.set === null && this.running;
    const range = this.end - this.begin;
    this.speed = range > 0 ? range / 10 : 1;
  }

  get begin(): number {
    return Math.min(...this.results.map((r) => r.times[0] ?? 0));
  }

  get end(): number {
    return Math.max(...this.results.map((r) => r.end));
  }

  get time(): number {
    return this.follow ? this.end : (this.set ?? this.begin);
  }

  /** What a link keeps: null where the time follows a run. */
  get chosen(): number | null {
    return this.follow ? null : this.set;
  }

  get following(): boolean {
    return this.follow;
  }

  get running(): boolean {
    return this.results.some((r) => !r.finished);
  }

  /** All times that some result has a frame of, rising. */
  get times(): number[] {
    if (this.results.length === 1) return this.results[0].times;
    return [...new Set(this.results.flatMap((r) => r.times))].sort((a, b) => a - b);
  }

  setTime(time: number | null) {
    this.follow = this.running && time !== null && time >= this.end;
    this.set = time === null ? null : Math.min(Math.max(time, this.begin), this.end);
  }

  /** The time some frames on, back where negative. */
  after(frames: number): number {
    const { times } = this;
    const place = lastAtOrBefore(times, this.time) + frames;
    return times[Math.min(Math.max(place, 0), times.length - 1)] ?? 0;
  }

  play(playing: boolean) {
    if (playing && this.time >= this.end && !this.running) this.setTime(this.begin);
    this.playing = playing;
  }

  /** So many seconds have passed; stops at the end of runs that are finished. */
  advance(seconds: number) {
    const time = this.time + seconds * this.speed;
    this.setTime(time);
    if (time >= this.end && !this.running) this.playing = false;
  }
}
