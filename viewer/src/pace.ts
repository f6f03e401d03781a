// Keeps pictures that move fluent: draws them with fewer pixels where the machine is slow, sharp again at rest.

const SCALES = [1, 0.7, 0.5, 0.35];
const SLOW = 50; // [ms] between pictures
const FAST = 18;
const REST = 200; // [ms] without motion

export class Pace {
  private level: number; // of SCALES, while things move
  private last = 0; // time of the last moving picture
  private mean = 30; // [ms]

  /** `quick`: there is a graphics card, which most likely needs no help. */
  constructor(quick: boolean) {
    this.level = quick ? 0 : 2;
  }

  /** A picture of something that moves is drawn now [ms]. */
  moved(now: number) {
    const passed = now - this.last;
    this.last = now;
    if (passed > 1000) return; // not a motion yet
    this.mean += 0.3 * (passed - this.mean);
    if (this.mean > SLOW && this.level < SCALES.length - 1) this.change(1);
    else if (this.mean < FAST && this.level > 0) this.change(-1);
  }

  private change(by: number) {
    this.level += by;
    this.mean = 30;
  }

  /** Pixels drawn to one of the screen's, each way. */
  scale(now: number): number {
    return this.resting(now) ? 1 : SCALES[this.level];
  }

  resting(now: number): boolean {
    return now - this.last > REST;
  }
}
