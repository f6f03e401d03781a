// One result: what it is, which frames it has by now, and its history.

import { ResultInfo, askState } from "./api";
import { History, lastAtOrBefore } from "./history";

export class LiveResult {
  readonly times: number[] = [];
  readonly steps: number[] = [];
  generation = -1; // none known yet
  replaced = false; // by another run, of which nothing is known here
  finished = false;
  readonly history = new History();

  constructor(readonly info: ResultInfo) {}

  /** Looks for frames and rows that a simulation has added, or for another run in the same folder; true where there is
   *  something new. */
  async refresh(): Promise<boolean> {
    let changed = false;
    for (;;) {
      const state = await askState(this.info.index, this.times.length);
      if (this.generation < 0) this.generation = state.generation;
      this.replaced ||= state.generation !== this.generation;
      if (this.replaced) return true;
      for (const time of state.times) this.times.push(time);
      for (const step of state.steps) this.steps.push(step);
      changed ||= state.times.length > 0;
      if (this.times.length < state.frames && state.times.length > 0) continue;
      changed = (await this.history.refresh(this.info.index, state.history_bytes)) || changed;
      changed ||= state.finished !== this.finished;
      this.finished = state.finished;
      return changed;
    }
  }

  get end(): number {
    return this.times.length > 0 ? this.times[this.times.length - 1] : 0;
  }

  /** The frame that shows a time: the last at or before it. */
  frameAt(time: number): number {
    return Math.max(0, lastAtOrBefore(this.times, time));
  }
}
